import type { FastifyRequest } from 'fastify'
import type { Ctx, Environment, User } from '../context'
import type { Db } from '../db/connection'
import { header } from './header'
import type { Session } from './session'

/** A class, and its parts named one by one: made for every request, an object put together would cost as much as its session. */
export class CallContext implements Ctx {
  readonly config
  readonly rootDb
  readonly clock
  readonly sms
  readonly wechat
  readonly code
  readonly ai
  readonly log
  /** The types promise a user to every call that is not public; checkAccess has made sure of it. */
  readonly user: User
  readonly sessionId: number | null
  readonly userAgent: string
  readonly platform: string
  private readonly request: FastifyRequest

  constructor(
    env: Environment,
    request: FastifyRequest,
    session: Session | null,
    readonly db: Db = env.db,
  ) {
    this.config = env.config
    this.rootDb = env.db
    this.clock = env.clock
    this.sms = env.sms
    this.wechat = env.wechat
    this.code = env.code
    this.ai = env.ai
    this.log = env.log
    this.user = (session?.user ?? null) as User
    this.sessionId = session?.id ?? null
    this.userAgent = (header(request, 'user-agent') ?? '').slice(0, 300)
    this.platform = (header(request, 'platform') ?? '').slice(0, 20)
    this.request = request
  }

  /** Worked out from what the proxies say, and seldom asked for. Nothing is known of who has left meanwhile. */
  get ip(): string {
    return this.request.ip ?? ''
  }
}
