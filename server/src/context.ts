import type { Access, Call, StaffAccess } from '@dxx/contract/call'
import type { Role, ScopeKind } from '@dxx/contract/staff'
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod'
import type { Ai } from './adapters/ai/ai'
import type { Embeddings, Reranker } from './adapters/ai/embeddings'
import type { Campus } from './adapters/campus/campus'
import type { Lti } from './adapters/lti/lti'
import type { PaymentChannels } from './adapters/payment/payment'
import type { CodeQueue } from './adapters/runner/queue'
import type { ServiceErrors } from './adapters/service-errors/service-errors'
import type { Sms } from './adapters/sms/sms'
import type { Storage } from './adapters/storage/storage'
import type { Wechat } from './adapters/wechat/wechat'
import type { Xapi } from './adapters/xapi/xapi'
import type { Clock } from './base/clock'
import type { PrewrittenBody } from './base/prewritten-body'
import type { Config } from './config'
import type { AuditRecord } from './db/audit-chain'
import type { Db } from './db/connection'
import type { Replicas } from './db/replicas'

/** Dependencies with process lifetime. */
export interface Environment {
  config: Config
  db: Db
  /** Standbys of the database; null without DATABASE_READ_URL. */
  replicas: Replicas | null
  clock: Clock
  log: FastifyBaseLogger
  /** Errors of external services that are not yet stored in the database. */
  serviceErrors: ServiceErrors
  sms: Sms
  wechat: Wechat
  campus: Campus
  lti: Lti
  xapi: Xapi
  payments: PaymentChannels
  storage: Storage
  code: CodeQueue
  /** Null if no model is configured. */
  ai: Ai | null
  /** Retrieval by meaning; null if not configured. */
  embeddings: Embeddings | null
  reranker: Reranker | null
  /** Accounts of the sample data; empty in production. */
  sampleLogins: readonly SampleLogin[]
}

export interface SampleLogin {
  mobile: string | null
  password: string | null
  note: string
}

/** The user of a request, as returned by the session look-up. */
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

/** A role granted to a staff member, neither revoked nor ended. */
interface LiveGrant {
  id: number
  role: Role
  scopeKind: ScopeKind
  /** Null for the whole site. */
  scopeId: number | null
}

/** Staff console session of a staff call, with the grants of its user. */
export interface Staff {
  sessionId: number
  sessionUid: string
  seenAt: number
  endsAt: number
  factorAt: number | null
  proofAt: number | null
  grants: LiveGrant[]
}

/** Context of a handler. `db` is a transaction for calls with `keyed` writes and for staff calls that write. */
export interface Ctx<A extends Access = Access> extends Environment {
  /** Database outside the call's transaction, for writes that must survive a refusal, such as counted attempts. */
  rootDb: Db
  user: A extends 'public' ? User | null : User
  /** Session of the student app; null for guests and in the staff console. */
  sessionId: number | null
  /** Set by http/mount.ts for every staff call. */
  staff: A extends StaffAccess ? Staff : Staff | null
  /**
   * Records what a staff call changed; the record is stored at the end of the call's transaction. Every staff call that
   * writes must call this, with null if it changed nothing.
   */
  audit(record: AuditRecord | null): void
  ip: string
  /** Hash of the device secret that the browser or app sent; null if it sent none. */
  deviceHash: string | null
  userAgent: string
  platform: string
}

/** Context of any staff call, for functions that several staff calls share. */
export type StaffCtx = Omit<Ctx<StaffAccess>, never>

export type Handler<C extends Call> = (
  ctx: Ctx<C['access']>,
  input: z.output<C['input']>,
) => Promise<z.input<C['data']> | PrewrittenBody>

/** Handler of a streamed response. The signal is aborted when the client disconnects. */
type StreamHandler<C extends Call> = (
  ctx: Ctx<C['access']> & { signal: AbortSignal },
  input: z.output<C['input']>,
) => Promise<AsyncIterable<z.input<C['data']>>>

/** One handler per call of the contract table `T`; a missing handler is a compile error. */
export type Handlers<T> = {
  [K in keyof T]: T[K] extends Call & { streams: true }
    ? StreamHandler<T[K]>
    : T[K] extends Call
      ? Handler<T[K]>
      : never
}
