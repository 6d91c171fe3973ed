import type { Clock } from '../clock'
import type { Config } from '../config'
import type { Db } from '../db/connection'

export interface OpsContext {
  db: Db
  config: Config
  clock: Clock
  say(line: string): void
}

export interface Verb {
  /** One line: the words to type, then what happens. */
  usage: string
  run(ctx: OpsContext, args: string[]): Promise<void>
}

export type Verbs = Record<string, Verb>

/** The words after the verb make no sense; its usage is shown. */
export class UsageError extends Error {}
