import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { signedText } from '@dxx/contract/signature'
import fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { revalidated } from '../../../server/src/http/etag'
import { callResponseHeaders } from '../../../server/src/http/headers'
import { jsonType } from '../../../server/src/http/mount'

/** The statement that pgbench runs at its maximum rate. */
export const singleInsert = "insert into inserted (text) values ('an answer of a few words')"

/** Reference for the signed read: bare fastify and node-postgres with the same two queries and nothing else. */
export function referenceServer(pool: pg.Pool): FastifyInstance {
  const app = fastify()
  app.get('/api/v130/gvss', async (request) => {
    const hash = createHash('sha256').update(String(request.headers['x-dxx-token'])).digest()
    const session = await pool.query({
      name: 'session',
      text: `select s.id, s.last_seen_at, u.id as user_id, u.uid, u.nickname, u.avatar, u.mobile, u.student_status, u.created_at
             from sessions s join users u on u.id = s.user_id
             where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and u.closed_at is null`,
      values: [hash, Math.floor(Date.now() / 1000)],
    })
    if (session.rows.length === 0) return { code: 3, msg: '', data: null }
    const setting = await pool.query({
      name: 'setting',
      text: 'select value from settings where key = $1',
      values: ['gvss'],
    })
    return { code: 1, msg: '', data: { version: '2.4.4', review: false, showBook: true, ...setting.rows[0]?.value } }
  })
  // Shows which share of the rate of node:http is left with fastify and a signature check.
  app.get('/api/v1/get_config', async ({ headers }) => (isSigned(headers) ? config : refused))
  // Shows which share of pgbench's rate is left with HTTP and node-postgres: no signature, session or validation.
  app.post('/api/v1/exam_save', async () => {
    await pool.query({ name: 'insert', text: singleInsert })
    return { code: 1, msg: '', data: null }
  })
  return app
}

/** A response as long as that of get_config. */
const config = { code: 1, msg: '', data: { name: '多享学', version: '2.4.4', filling: 'x'.repeat(250) } }

const refused = { code: 8, msg: '', data: null }

function isSigned(headers: IncomingHttpHeaders): boolean {
  const text = signedText('GET', String(headers['x-dxx-timestamp']), '')
  const expected = createHmac('sha256', '').update(text).digest()
  const given = Buffer.from(String(headers.authorization), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Bare node:http with a response as long as that of get_config. */
export function rawServer(): Server {
  const body = JSON.stringify(config)
  return createServer((_request, response) => {
    response.writeHead(200, { 'content-type': jsonType, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
}

/** Like rawServer, with the minimum that every call needs: signature check, serialisation, headers. */
export function signedServer(): Server {
  const tag = `W/"${createHash('sha1').update(JSON.stringify(config)).digest('base64url')}"`
  // Headers as a list: with a spread object, node:http takes 20 µs longer.
  const always = Object.entries({
    ...callResponseHeaders,
    'cache-control': revalidated,
    etag: tag,
    'content-type': jsonType,
  }).flat()
  return createServer(({ headers }, response) => {
    const body = JSON.stringify(isSigned(headers) ? config : refused)
    const answerHeaders = ['x-request-id', randomUUID(), 'content-length', String(Buffer.byteLength(body))]
    response.writeHead(200, always.concat(answerHeaders))
    response.end(body)
  })
}
