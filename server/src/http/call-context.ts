import { hash } from 'node:crypto'
import { headers } from '@dxx/contract/signature'
import type { FastifyRequest } from 'fastify'
import type { Ctx, Environment, Staff, User } from '../context'
import type { AuditRecord } from '../db/audit-chain'
import type { Db } from '../db/connection'
import { header } from './header'

/** Session of a request, either of the student app or of the staff console. */
export interface RequestSession {
  user: User
  /** Session id of the student app; null in the staff console. */
  id: number | null
  staff: Staff | null
}

/**
 * A class with explicit fields, because it is created for every request: an object literal with spreads would take as
 * long as the session look-up.
 */
export class CallContext implements Ctx {
  readonly config
  readonly rootDb
  readonly replicas
  readonly clock
  readonly serviceErrors
  readonly sms
  readonly wechat
  readonly campus
  readonly lti
  readonly xapi
  readonly payments
  readonly storage
  readonly code
  readonly ai
  readonly embeddings
  readonly reranker
  readonly sampleLogins
  readonly log
  /** Never null for calls that are not public: checkAccess refuses guests. */
  readonly user: User
  readonly sessionId: number | null
  /** Never null for staff calls: checkStaffAccess refuses requests without a staff console session. */
  readonly staff: Staff
  /** Undefined until the handler calls `audit`; empty if it recorded that nothing changed. */
  audited: AuditRecord[] | undefined
  readonly userAgent: string
  readonly platform: string
  private readonly request: FastifyRequest

  constructor(
    env: Environment,
    request: FastifyRequest,
    session: RequestSession | null,
    readonly db: Db = env.db,
    /**
     * The standby, if the call reads there: then the data that it caches for all users also comes from that standby.
     */
    rootDb: Db = env.db,
  ) {
    this.config = env.config
    this.rootDb = rootDb
    this.replicas = env.replicas
    this.clock = env.clock
    this.serviceErrors = env.serviceErrors
    this.sms = env.sms
    this.wechat = env.wechat
    this.campus = env.campus
    this.lti = env.lti
    this.xapi = env.xapi
    this.payments = env.payments
    this.storage = env.storage
    this.code = env.code
    this.ai = env.ai
    this.embeddings = env.embeddings
    this.reranker = env.reranker
    this.sampleLogins = env.sampleLogins
    this.log = env.log
    this.user = (session?.user ?? null) as User
    this.sessionId = session?.id ?? null
    this.staff = (session?.staff ?? null) as Staff
    this.userAgent = (header(request, 'user-agent') ?? '').slice(0, 300)
    this.platform = (header(request, 'platform') ?? '').slice(0, 20)
    this.request = request
  }

  audit(record: AuditRecord | null): void {
    this.audited ??= []
    if (record) this.audited.push(record)
  }

  /** A getter, because it is derived from proxy headers and rarely needed. Empty after the client has disconnected. */
  get ip(): string {
    return this.request.ip ?? ''
  }

  /** Hash of the device secret as stored in the database; null if the header is missing or malformed. */
  get deviceHash(): string | null {
    const secret = header(this.request, headers.device.toLowerCase())
    return secret && /^[\w-]{43}$/.test(secret) ? hash('sha256', secret, 'base64url') : null
  }
}
