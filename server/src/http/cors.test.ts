import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const ask = (origin: string, headers = {}) =>
  server.app.inject({ method: 'OPTIONS', url: '/api/v1/get_config', headers: { origin, ...headers } })

it.each(['https://localhost', 'capacitor://localhost'])('allows calls of the mobile app, origin %s', async (origin) => {
  const preflight = await ask(origin, { 'access-control-request-headers': 'authorization,x-dxx-token' })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'origin' })
  expect(preflight.headers['access-control-allow-headers']).toContain('X-DXX-Token')
  expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
  const read = await server.app.inject({ url: '/api/v1/get_config', headers: { origin } })
  expect(read.headers['access-control-allow-origin']).toBe(origin)
})

it.each(['https://evil.example', 'https://localhost.evil.example', 'http://localhost', 'null'])(
  'sends no access-control-allow-origin to origin %s',
  async (origin) => {
    const preflight = await ask(origin)
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
    const read = await server.app.inject({ url: '/api/v1/get_config', headers: { origin } })
    expect(read.headers).not.toHaveProperty('access-control-allow-origin')
  },
)
