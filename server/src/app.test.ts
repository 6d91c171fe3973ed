import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { buildApp } from './app'
import { testClock } from './base/clock'
import { readConfig } from './config'
import { connect } from './db/connection'
import { createEnvironment } from './environment'
import { startTestApp, testStart } from './testing/app'
import { silent } from './testing/database'

it('while two requests wait, refuses guests with 503 and Retry-After and serves users; then recovers', async () => {
  // At the assumed minimum of 200 requests per second, two waiting requests mean a wait of 10 ms.
  const server = await startTestApp({ maxWaitMs: 10 })
  const user = await server.as()
  const locked = await server.db.startTransaction().execute()
  try {
    // Requests that read `sessions` wait until the lock is released.
    await sql`lock table sessions in access exclusive mode`.execute(locked)
    const waiting = [user.fetch('GET /v1/get_user_info', {}), user.fetch('GET /v1/get_user_info', {})]
    const ask = () => server.guest.fetch('GET /v1/get_config', {})
    await expect.poll(async () => (await ask()).status).toBe(503)
    const refused = await ask()
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await refused.json()).toMatchObject({ code: 0, data: { error: 'overloaded', retryAfter: 1 } })
    expect((await fetch(`${server.base}/healthz`)).status).toBe(200)
    waiting.push(user.fetch('GET /v1/get_user_info', {}))
    await locked.rollback().execute()
    for (const response of await Promise.all(waiting)) expect(response.status).toBe(200)
    await expect.poll(async () => (await ask()).status).toBe(200)
  } finally {
    if (!locked.isRolledBack) await locked.rollback().execute()
    await server.close()
  }
})

it('accepts a single request after the event loop was blocked for 1.5 s', async () => {
  const server = await startTestApp({ maxWaitMs: 10 })
  try {
    const free = Date.now() + 1500
    while (Date.now() < free);
    expect((await server.guest.fetch('GET /v1/get_config', {})).status).toBe(200)
  } finally {
    await server.close()
  }
})

it('without a database, /healthz returns 200 and /readyz returns 503 with Retry-After', async () => {
  const log = pino({ level: 'silent' })
  // No process listens on port 1.
  const { db, close } = connect('postgres://nobody@127.0.0.1:1/none', { max: 1, log: silent })
  const config = readConfig({ DXX_ENV: 'test' })
  const app = await buildApp(createEnvironment({ config, db, clock: testClock(testStart), log }))
  try {
    expect(await app.inject('/healthz')).toMatchObject({ statusCode: 200 })
    expect(await app.inject('/readyz')).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  } finally {
    await app.close()
    await close()
  }
})

it("serves WeChat's domain verification files, and no other file of the data folder", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dxx-proof-'))
  const server = await startTestApp({ dataDir })
  try {
    await mkdir(join(dataDir, 'verify'))
    await writeFile(join(dataDir, 'verify', 'MP_verify_aBc123.txt'), 'aBc123')
    await writeFile(join(dataDir, 'secret.txt'), 'secret')
    const get = (path: string) => fetch(server.base + path)
    const proof = await get('/MP_verify_aBc123.txt')
    expect([proof.status, await proof.text()]).toEqual([200, 'aBc123'])
    for (const path of ['/MP_verify_other.txt', '/..%2Fsecret.txt', '/verify/MP_verify_aBc123.txt', '/secret.txt'])
      expect((await get(path)).status, path).toBe(404)
  } finally {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
