import type { Clock } from '../base/clock'
import type { Config } from '../config'
import type { AuditRecord } from '../db/audit-chain'
import type { Db } from '../db/connection'
import type { ListPage } from '../db/list-page'

export interface OpsContext {
  db: Db
  config: Config
  clock: Clock
  print(line: string): void
}

/** Context of a command, with the output of lists (`--after`) and CSV files (`--out`). */
export interface CommandContext extends OpsContext {
  /** Prints a page of a list, and how to continue if there are more rows. */
  printPage<T>(list: ListOutput<T>): Promise<void>
  /** Writes one CSV line to the file of `--out`, or to standard output. */
  csv(values: readonly (string | number)[]): void
  /** Makes a change and records it in the audit log in one transaction. `record` returns null if nothing changed. */
  audited<T>(change: (tx: Db) => Promise<T>, record: (result: T) => AuditRecord | null): Promise<T>
}

export interface ListOutput<T> {
  read(page: ListPage): Promise<T[]>
  /** Printed for an empty list. */
  empty: string
  /** Value for `--after` that continues after this row. */
  keyOf(row: T): string | number
  print(row: T): void
}

export interface OpsCommand {
  /** One line for the help text: the arguments, then the effect. */
  usage: string
  /** Set if the command changes nothing; every other command must use `audited`. */
  reads?: true
  /** Set if the command prints CSV and accepts `--out <file>`. */
  csv?: boolean
  /** Throws if the command fails; the process then exits with 1. */
  run(ctx: CommandContext, args: string[]): Promise<void>
}

export type OpsCommands = Record<string, OpsCommand>

/** Thrown for invalid arguments; the usage of the command is printed. */
export class UsageError extends Error {}

/** Throws an error with this message if a look-up found nothing. */
export function orFail<T>(found: T, message: string): NonNullable<T> {
  if (found === null || found === undefined || found === false) throw new Error(message)
  return found as NonNullable<T>
}
