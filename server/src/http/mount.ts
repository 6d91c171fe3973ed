import type { Call, CallName, StudentAccess } from '@dxx/contract/call'
import { type StudentCalls, studentCalls } from '@dxx/contract/calls'
import { exams } from '@dxx/contract/calls/exams'
import type { ErrorName } from '@dxx/contract/errors'
import { type StaffCalls, staffCalls } from '@dxx/contract/staff-calls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PrewrittenBody, SharedBody } from '../base/prewritten-body'
import { canReturnError, fail, Refusal, refusalBody } from '../base/refusal'
import type { Environment, Handler, Handlers, User } from '../context'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { CallContext, type RequestSession } from './call-context'
import { mayRunAgain, onChosenDatabase, sendPosition, untilPrimaryIsBack } from './database-choice'
import { answerUnchanged, hasCachedTag, revalidated } from './etag'
import { header } from './header'
import { runOncePerKey } from './idempotency'
import { coercer, parseInput } from './input'
import { floodGuard } from './limits'
import { serialiserOf } from './serialise'
import { findSession } from './session'
import { verifySignature } from './signature'
import { checkStaffAccess, findStaff, runAudited } from './staff-calls'
import { sendStream } from './stream'

/** A body as bytes and as JSON; the signature covers the bytes. */
export interface Body {
  raw: Buffer
  json: unknown
}

export const jsonType = 'application/json; charset=utf-8'

const noBody: Body = { raw: Buffer.alloc(0), json: {} }

/** Refusals that are logged, because they may indicate an attack. */
const suspicious = new Set<ErrorName>([
  'bad-signature',
  'too-many',
  'login-failed',
  'code-wrong',
  'code-again',
  'slider-wrong',
  'password-wrong',
  'ticket-invalid',
  'coupon-invalid',
  'second-factor-wrong',
  'proof-wrong',
  'not-permitted',
])

/** Creates a route for each call of the contract and runs the checks that all calls have in common. */
export function mountCalls(
  app: FastifyInstance,
  env: Environment,
  handlers: Handlers<StudentCalls & StaffCalls>,
): void {
  const guardFlood = floodGuard()
  for (const [name, declared] of Object.entries({ ...studentCalls, ...staffCalls }) as [CallName, Call][]) {
    const [method, path] = splitName(name)
    const handle = handlers[name as keyof typeof handlers] as unknown as Handler<Call>
    /** Whether the call's path contains a parameter. */
    const takesPart = path.includes('{')
    const { access } = declared
    const find = typeof access === 'string' ? findStudent : findStaff
    /** Whether the call is recorded in the audit log, in its transaction: all staff calls that write. */
    const records = name in staffCalls && declared.writes !== false
    const waitMs = mayRunAgain(declared, name in staffCalls) ? env.config.databaseWaitMs : 0

    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      // The product sends no HEAD requests; Fastify would create a second route for each GET.
      exposeHeadRoute: false,
      onSend: answerUnchanged(),
      config: { load: name in exams ? 'exam' : declared.streams || name === 'POST /v1/runcode' ? 'waits' : undefined },
      // Compression would delay the lines of a stream.
      ...(declared.streams && { compress: false as const }),
      handler: (request, reply) =>
        untilPrimaryIsBack(waitMs, () =>
          onChosenDatabase(env, declared, request, (reader) => respond(request, reply, reader)),
        ),
    })

    /** Handles a request. `reader` is the primary, or a standby for a call that may read there. */
    async function respond(request: FastifyRequest, reply: FastifyReply, reader: Db) {
      const now = env.clock.now()
      let session: RequestSession | null = null
      try {
        const { token, payload, body } = readRequest(request, method)
        verifySignature({ method, token, payload, ...signatureOf(request) }, now)
        session = token ? await findOn(reader, token, now) : null
        if (session) guardFlood(`user ${session.user.id}`, env.config.floodPerUser, now)
        else guardFlood(`address ${request.ip}`, env.config.floodPerAddress, now)
        if (typeof access === 'string') checkAccess(access, session?.user ?? null)
        else await checkStaffAccess(env, access, session?.staff ?? null, now)
        const coerce = coercer(declared.input)
        const sent = method === 'GET' ? coerce(request.query as Record<string, unknown>) : asObject(body.json)
        const named = takesPart ? { ...sent, ...coerce(request.params as Record<string, unknown>) } : sent
        const input = parseInput(declared.input, named)
        reply.header('cache-control', session || declared.writes || method === 'POST' ? 'no-store' : revalidated)
        if (declared.streams)
          return await sendStream(env.log, request, reply, serialiserOf(declared.data), (signal) =>
            handle(Object.assign(new CallContext(env, request, session), { signal }), input),
          )
        const run = (db?: Db) => {
          const ctx = new CallContext(env, request, session, db ?? reader, reader)
          return records ? runAudited(ctx, name, access, request.id, () => handle(ctx, input)) : handle(ctx, input)
        }
        const data =
          declared.writes === 'keyed' && session
            ? await runOncePerKey(env.db, keyedBy(request, session.user.id, path, body, now), run)
            : await (records ? inTransaction(env.db, run) : run())
        await sendPosition(env, declared, request, reply)
        if (data instanceof PrewrittenBody) return sendWritten(request, reply, data)
        return reply.type(jsonType).send(serialiserOf(declared.data)(data))
      } catch (error) {
        // A refusal on a standby is not final: rows that are missing there may be on the primary.
        if (!(error instanceof Refusal) || reader !== env.db) throw error
        if (!canReturnError(declared.errors, error.name))
          throw new Error(`${name} does not declare ${error.name}`, { cause: error })
        if (suspicious.has(error.name)) {
          const user = session?.user.id
          env.log.info({ call: name, refusal: error.name, user, address: request.ip, request: request.id }, 'refused')
        }
        // A refused call may have written as well, such as a counted attempt.
        await sendPosition(env, declared, request, reply)
        reply.header('cache-control', 'no-store')
        return reply.type(jsonType).serializer(JSON.stringify).send(refusalBody(error))
      }
    }

    /** A session that the standby does not have yet is looked up on the primary. */
    async function findOn(reader: Db, token: string, now: number): Promise<RequestSession | null> {
      const found = await find(reader, token, now, env.db)
      return found ?? (reader === env.db ? null : find(env.db, token, now, env.db))
    }
  }
}

function sendWritten(request: FastifyRequest, reply: FastifyReply, written: PrewrittenBody) {
  reply.type(jsonType).header('vary', 'accept-encoding')
  if (written instanceof SharedBody) {
    reply.header('etag', written.tag)
    if (hasCachedTag(request, written.tag)) return reply.code(304).send()
  }
  if (!/\bgzip\b/.test(header(request, 'accept-encoding') ?? '')) return reply.send(written.plain())
  return reply.header('content-encoding', 'gzip').send(written.gzip())
}

function splitName(name: CallName): ['GET' | 'POST', string] {
  const space = name.indexOf(' ')
  return [name.slice(0, space) as 'GET' | 'POST', name.slice(space + 1)]
}

function readRequest(request: FastifyRequest, method: string) {
  const body = (request.body as Body | undefined) ?? noBody
  const question = request.raw.url?.indexOf('?') ?? -1
  const query = question < 0 ? '' : request.raw.url!.slice(question + 1)
  return { token: header(request, 'x-dxx-token') ?? '', payload: method === 'GET' ? query : body.raw, body }
}

function signatureOf(request: FastifyRequest) {
  return { timestamp: header(request, 'x-dxx-timestamp'), signature: header(request, 'authorization') }
}

function asObject(json: unknown): Record<string, unknown> {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) fail('invalid-input')
  return json as Record<string, unknown>
}

async function findStudent(db: Db, token: string, now: number, primary: Db): Promise<RequestSession | null> {
  const session = await findSession(db, token, now, primary)
  return session && { ...session, staff: null }
}

function checkAccess(access: StudentAccess, user: User | null): void {
  if (access === 'public') return
  if (!user) fail('not-logged-in')
  if ((access === 'mobile' || access === 'student') && !user.mobile) fail('mobile-required')
  if (access === 'student' && user.studentStatus !== 'passed') fail('student-required')
}

function keyedBy(request: FastifyRequest, userId: number, path: string, body: Body, now: number) {
  return { userId, path, key: header(request, 'idempotency-key'), body: body.raw, now }
}
