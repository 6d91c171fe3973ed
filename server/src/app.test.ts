import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { buildApp } from './app'
import { testClock } from './base/clock'
import { readConfig } from './config'
import { connect } from './db/connection'
import { createEnvironment } from './environment'
import { startTestApp, testStart } from './testing/app'
import { silent } from './testing/database'

it('returns 503 with Retry-After while overloaded, and recovers afterwards', async () => {
  const server = await startTestApp({ maxEventLoopDelay: 100 })
  try {
    const ask = () => server.guest.fetch('GET /v1/get_config', {})
    const askWhileBusy = async () => {
      const free = Date.now() + 600
      while (Date.now() < free);
      return (await ask()).status
    }
    await expect.poll(askWhileBusy, { timeout: 20_000 }).toBe(503)
    // Load is sampled once a second, so the next response is the same.
    const refused = await ask()
    expect(refused.headers.get('retry-after')).toBe('3')
    expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await refused.json()).toMatchObject({ code: 0, data: { error: 'overloaded' } })
    await expect.poll(async () => (await ask()).status, { timeout: 20_000, interval: 200 }).toBe(200)
  } finally {
    await server.close()
  }
})

it('without a database the server is alive, not ready, and returns Retry-After', async () => {
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

it("serves WeChat's domain verification files, and no other file of that folder", async () => {
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
