import type { Call, CallName } from '@dxx/contract/call'
import { allCalls } from '@dxx/contract/calls'
import { Code } from '@dxx/contract/envelope'
import type { ErrorName } from '@dxx/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Environment, Handler, User } from '../context'
import { handlers } from '../modules/handlers'
import { CallContext } from './call-context'
import { fail, mayAnswer, Refusal, refusalBody } from './errors'
import { answerUnchanged, revalidated } from './etag'
import { header } from './header'
import { once } from './idempotency'
import { coercer, parseInput } from './input'
import { floodGuard } from './limits'
import { findSession, type Session } from './session'
import { verifySignature } from './signature'
import { sendStream } from './stream'
import { Written } from './written'

/** A body as it came and as it reads. Both are needed: the signature covers the bytes. */
export interface Body {
  raw: Buffer
  json: unknown
}

export const jsonType = 'application/json; charset=utf-8'

const noBody: Body = { raw: Buffer.alloc(0), json: {} }

/** By these somebody may be trying what is not theirs, so the log tells of them. */
const suspicious = new Set<ErrorName>([
  'bad-signature',
  'too-many',
  'login-failed',
  'code-wrong',
  'password-wrong',
  'ticket-invalid',
  'coupon-invalid',
])

/** Turns the contract into routes: everything that is true of every call happens here, once. */
export function mountCalls(app: FastifyInstance, env: Environment): void {
  const guardFlood = floodGuard()
  for (const [name, declared] of Object.entries(allCalls) as [CallName, Call][]) {
    const [method, path] = splitName(name)
    const handle = handlers[name as keyof typeof handlers] as unknown as Handler<Call>
    const coerce = coercer(declared.input)
    /** Whether a part of its path is input. */
    const takesPart = path.includes('{')

    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      schema: { response: { 200: envelopeSchema(declared.data) } },
      onSend: answerUnchanged(),
      // Compressing would hold back what is to be seen at once.
      ...(declared.streams && { compress: false as const }),
      handler: async (request, reply) => {
        const now = env.clock.now()
        let session: Session | null = null
        try {
          const { token, payload, body } = readRequest(request, method)
          verifySignature({ method, token, payload, ...signatureOf(request) }, now)
          session = token ? await findSession(env.db, token, now) : null
          if (session) guardFlood(`user ${session.user.id}`, env.config.floodPerUser, now)
          else guardFlood(`address ${request.ip}`, env.config.floodPerAddress, now)
          checkAccess(declared, session?.user ?? null)
          const sent = method === 'GET' ? coerce(request.query as Record<string, unknown>) : asObject(body.json)
          const named = takesPart ? { ...sent, ...coerce(request.params as Record<string, unknown>) } : sent
          const input = parseInput(declared.input, named)
          reply.header('cache-control', session || declared.writes || method === 'POST' ? 'no-store' : revalidated)
          if (declared.streams)
            return await sendStream(env.log, request, reply, (signal) =>
              handle(Object.assign(new CallContext(env, request, session), { signal }), input),
            )
          const data =
            declared.writes === 'keyed' && session
              ? await once(env.db, keyedBy(request, session, path, body, now), (db) =>
                  handle(new CallContext(env, request, session, db), input),
                )
              : await handle(new CallContext(env, request, session), input)
          if (data instanceof Written) return sendWritten(request, reply, data)
          return { code: Code.ok, msg: '', data }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          if (!mayAnswer(declared.errors, error.name))
            throw new Error(`${name} does not declare ${error.name}`, { cause: error })
          if (suspicious.has(error.name)) {
            const user = session?.user.id
            env.log.info({ call: name, refusal: error.name, user, address: request.ip, request: request.id }, 'refused')
          }
          reply.header('cache-control', 'no-store')
          return reply.type(jsonType).serializer(JSON.stringify).send(refusalBody(error))
        }
      },
    })
  }
}

function sendWritten(request: FastifyRequest, reply: FastifyReply, written: Written) {
  reply.type(jsonType).header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(header(request, 'accept-encoding') ?? '')) return reply.send(written.plain())
  return reply.header('content-encoding', 'gzip').send(written.gzip())
}

function splitName(name: CallName): ['GET' | 'POST', string] {
  const space = name.indexOf(' ')
  return [name.slice(0, space) as 'GET' | 'POST', name.slice(space + 1)]
}

/** Answers are written by their schema, so that a field nobody declared cannot leak (see serialise.test.ts). */
export function envelopeSchema(data: z.ZodType) {
  const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'input', target: 'draft-7' })
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: schema },
  }
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

function checkAccess({ access }: Call, user: User | null): void {
  if (access === 'public') return
  if (!user) fail('not-logged-in')
  if ((access === 'mobile' || access === 'student') && !user.mobile) fail('mobile-required')
  if (access === 'student' && user.studentStatus !== 'passed') fail('student-required')
}

function keyedBy(request: FastifyRequest, session: Session, path: string, body: Body, now: number) {
  return { userId: session.user.id, path, key: header(request, 'idempotency-key'), body: body.raw, now }
}
