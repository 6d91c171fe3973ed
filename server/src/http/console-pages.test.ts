import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config'
import { securityHeaders } from './headers'
import { staticFiles } from './static'

const home = mkdtempSync(join(tmpdir(), 'dxx-console-'))
const app = fastify()
beforeAll(async () => {
  const build = join(home, 'dist')
  mkdirSync(join(build, 'console', 'assets'), { recursive: true })
  writeFileSync(join(build, 'index.html'), 'student app')
  writeFileSync(join(build, 'console', 'index.html'), 'console')
  writeFileSync(join(build, 'console', 'assets', 'app-1.js'), 'code')
  securityHeaders(app, readConfig({ DXX_ENV: 'test', DXX_WEB_HOSTS: 'edu.cn' }))
  await staticFiles(app, { dataDir: home }, build)
})
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true, force: true })
})

const pages = [
  '/console/',
  '/console/?from=mail',
  '/console/work',
  '/console/work/8d0e4a52-0000-4000-8000-000000000000?kind=refund',
  '/console/overview',
  '/console/settings',
  '/console/health',
  '/console/no/such/page',
  '/console//other',
]

describe('URLs of the staff console', () => {
  it.each(pages)("%s returns the console's page with its own security policy and no-cache", async (url) => {
    const { statusCode, headers, body } = await app.inject(url)
    expect([statusCode, body]).toEqual([200, 'console'])
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("frame-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('edu.cn')
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
  })

  it('redirects /console to /console/ and keeps the query', async () => {
    const { statusCode, headers } = await app.inject('/console?a=1')
    expect([statusCode, headers.location]).toEqual([302, '/console/?a=1'])
    expect(headers['x-frame-options']).toBe('DENY')
  })

  it.each(['/console/assets/app-2.js', '/console/favicon.ico'])(
    '%s returns 404 because the build has no such file',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404)
    },
  )

  it("serves the console's hashed files as immutable, and the student app with another framing policy", async () => {
    const file = await app.inject('/console/assets/app-1.js')
    expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    const student = await app.inject('/')
    expect(student.body).toBe('student app')
    expect(student.headers['x-frame-options']).toBe('SAMEORIGIN')
  })
})
