import type { Access, Call } from '@dxx/contract/call'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Ai } from './adapters/ai/ai'
import type { Sms } from './adapters/sms/sms'
import type { Wechat } from './adapters/wechat/wechat'
import type { Clock } from './clock'
import type { Config } from './config'
import type { Db } from './db/connection'
import type { Written } from './http/written'
import type { CodeQueue } from './modules/runcode/public'

/** What lives as long as the server. */
export interface Environment {
  config: Config
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  sms: Sms
  wechat: Wechat
  code: CodeQueue
  /** Null where no model is configured. */
  ai: Ai | null
}

/** The user behind a request, as the session look-up gives it. */
export interface User {
  id: number
  uid: string
  nickname: string
  avatar: string | null
  mobile: string | null
  hasPassword: boolean
  studentStatus: 'none' | 'pending' | 'passed' | 'rejected'
  createdAt: number
}

/** What a handler gets. `db` is the transaction where the call is `keyed`. */
export interface Ctx<A extends Access = Access> extends Environment {
  /** Outside the call's transaction: for what must be kept even if the call is refused, such as counted tries. */
  rootDb: Db
  user: A extends 'public' ? User | null : User
  sessionId: number | null
  ip: string
  userAgent: string
  platform: string
}

export type Handler<C extends Call> = (
  ctx: Ctx<C['access']>,
  input: z.output<C['input']>,
) => Promise<z.input<C['data']> | Written>

/** Answers piece by piece. The signal tells that nobody listens any more. */
export type StreamHandler<C extends Call> = (
  ctx: Ctx<C['access']> & { signal: AbortSignal },
  input: z.output<C['input']>,
) => Promise<AsyncIterable<z.input<C['data']>>>

/** One function per call of a table; a missing one does not compile. */
export type Handlers<T> = {
  [K in keyof T]: T[K] extends Call & { streams: true }
    ? StreamHandler<T[K]>
    : T[K] extends Call
      ? Handler<T[K]>
      : never
}
