import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiError } from '../../api/error'
import { type Received, startTestServer, type TestServer } from '../../api/test-server'
import { callStaff, type StaffError } from './client'
import { useProof } from './proof'
import { useLogoutMessage } from './session'
import { consoleToken } from './token'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  consoleToken.set('console')
})
afterEach(async () => {
  await server.close()
  consoleToken.set(null)
  localStorage.clear()
  useLogoutMessage.setState({ text: '' })
})

const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => {
      throw new Error('it succeeded')
    },
    (error) => error,
  )
const wantsProof = { code: 10, msg: '请确认身份', data: { error: 'proof-required', need: 'proof' } }
const grant = { userId: 'u', role: 'teacher', scope: { kind: 'class', id: 'c' } } as const
const keyOf = ({ headers }: Received) => headers['idempotency-key']

describe('callStaff', () => {
  it('sends the token of the staff console instead of the token of the student app', async () => {
    localStorage.setItem('dxx-app-token', 'student')
    server.answer = () => ({ code: 1, data: [] })
    await callStaff('GET /staff/v1/session_list', {})
    expect(server.received[0]?.headers['x-dxx-token']).toBe('console')
  })

  it('repeats a call with the same idempotency key after the staff member has proved the identity', async () => {
    let proven = false
    server.answer = () => (proven ? { code: 1, data: { id: 'g' } } : wantsProof)
    const granted = callStaff('POST /staff/v1/grant_create', grant)
    await expect.poll(() => useProof.getState().answer).not.toBeNull()
    proven = true
    useProof.getState().answer?.(true)
    expect(await granted).toEqual({ id: 'g' })
    const [first, second] = server.received
    expect(keyOf(first!)).toMatch(/^[0-9a-f-]{36}$/)
    expect(keyOf(second!)).toBe(keyOf(first!))
    expect(second!.body).toBe(first!.body)
  })

  it('opens one dialog if two calls need an identity proof, and rejects both calls if it is cancelled', async () => {
    server.answer = () => wantsProof
    const calls = [
      failure(callStaff('POST /staff/v1/grant_create', grant)),
      failure(callStaff('POST /staff/v1/audit_export', {})),
    ]
    await expect.poll(() => server.received.length).toBe(2)
    await expect.poll(() => useProof.getState().answer).not.toBeNull()
    useProof.getState().answer?.(false)
    expect((await Promise.all(calls)).map(({ name }) => name)).toEqual(['proof-required', 'proof-required'])
    expect(useProof.getState().answer).toBeNull()
    expect(server.received).toHaveLength(2)
  })

  it('asks for the proof once if the dialog was cancelled while another call was in flight', async () => {
    let release: (() => void) | undefined
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    server.answer = async ({ path }) => {
      if (path.endsWith('audit_export')) await slow
      return wantsProof
    }
    const late = failure(callStaff('POST /staff/v1/audit_export', {}))
    const early = failure(callStaff('POST /staff/v1/grant_create', grant))
    await expect.poll(() => useProof.getState().answer).not.toBeNull()
    useProof.getState().answer?.(false)
    expect((await early).name).toBe('proof-required')
    release?.()
    expect((await late).name).toBe('proof-required')
    expect(useProof.getState().answer).toBeNull()
  })

  it('rejects a call that waits for an identity proof when the session ends', async () => {
    server.answer = () => wantsProof
    const call = failure(callStaff('POST /staff/v1/audit_export', {}))
    await expect.poll(() => useProof.getState().answer).not.toBeNull()
    consoleToken.set(null)
    expect((await call).name).toBe('proof-required')
  })

  it('ends the session on code 3, unless another session has begun since the call was sent', async () => {
    server.answer = () => ({ code: 3, msg: '请登录', data: { error: 'login-required' } })
    await failure(callStaff('GET /staff/v1/me', {}))
    expect(consoleToken.get()).toBeNull()
    expect(useLogoutMessage.getState().text).toMatch('登录已过期')

    consoleToken.set('old')
    server.answer = () => {
      consoleToken.set('new')
      return { code: 3, msg: '请登录', data: { error: 'login-required' } }
    }
    await failure(callStaff('GET /staff/v1/me', {}))
    expect(consoleToken.get()).toBe('new')
  })

  it('rejects with network on a lost connection and with server-error on a response that is not JSON', async () => {
    server.answer = () => 'drop'
    expect((await failure(callStaff('GET /staff/v1/me', {}))).name).toBe('network')
    server.answer = () => '<html>'
    const broken = (await failure(callStaff('GET /staff/v1/me', {}))) as StaffError
    expect([broken.name, broken.decided]).toEqual(['server-error', false])
  })

  it('corrects the clock and repeats the call when the server rejects the time of the signature', async () => {
    server.ahead = 3600
    server.answer = () => ({ code: 1, data: [] })
    expect(await callStaff('GET /staff/v1/session_list', {})).toEqual([])
  })
})
