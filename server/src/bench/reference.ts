import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { signedText } from '@dxx/contract/signature'
import fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { revalidated } from '../http/etag'
import { forCalls } from '../http/headers'
import { jsonType } from '../http/mount'

/** What pgbench does as quickly as it can. */
export const singleInsert = "insert into inserted (text) values ('an answer of a few words')"

/** What the signed read is measured against: bare fastify and node-postgres that do the same two look-ups, nothing else. */
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
  // What a signature alone leaves of node:http's speed.
  app.get('/api/v1/get_config', async ({ headers }) => (isSigned(headers) ? config : refused))
  // What HTTP and node-postgres leave of pgbench's speed: no signature, no session, nothing looked at.
  app.post('/api/v1/exam_save', async () => {
    await pool.query({ name: 'insert', text: singleInsert })
    return { code: 1, msg: '', data: null }
  })
  return app
}

/** As long as the answer to get_config. */
const config = { code: 1, msg: '', data: { name: '多享学', version: '2.4.4', filling: 'x'.repeat(250) } }

const refused = { code: 8, msg: '', data: null }

function isSigned(headers: IncomingHttpHeaders): boolean {
  const text = signedText('GET', String(headers['x-dxx-timestamp']), '')
  const expected = createHmac('sha256', '').update(text).digest()
  const given = Buffer.from(String(headers.authorization), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Nothing but node:http with an answer of that length. */
export function rawServer(): Server {
  const body = JSON.stringify(config)
  return createServer((_request, response) => {
    response.writeHead(200, { 'content-type': jsonType, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
}

/** The same with what every answer owes: the signature looked at, the answer written, its headers sent. No route, no limit. */
export function signedServer(): Server {
  const tag = `W/"${createHash('sha1').update(JSON.stringify(config)).digest('base64url')}"`
  // A list: with an object that is put together by `...` node:http takes 20 µs longer.
  const always = Object.entries({
    ...forCalls,
    'cache-control': revalidated,
    etag: tag,
    'content-type': jsonType,
  }).flat()
  return createServer(({ headers }, response) => {
    const body = JSON.stringify(isSigned(headers) ? config : refused)
    const own = ['x-request-id', randomUUID(), 'content-length', String(Buffer.byteLength(body))]
    response.writeHead(200, always.concat(own))
    response.end(body)
  })
}
