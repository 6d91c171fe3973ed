import type { StudentCallName } from '@dxx/contract/calls'
import { texts, timing } from '@dxx/contract/rules/constants'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerModal, useStore } from '../state/store'
import { clearToken, getToken, setToken } from '../state/token'
import { callApi } from './client'
import { serverNow, setServerTime } from './clock'
import { ApiError, needsPurchase } from './error'
import { connectNavigation } from './navigation'
import { startTestServer, type TestServer } from './test-server'

// Declares a keyed call for these tests, so that they do not depend on the product's calls.
vi.mock('@dxx/contract/meta', async (original) => {
  const meta = await original<typeof import('@dxx/contract/meta')>()
  const writeModeOf = (name: string) =>
    name === 'POST /v1/keyed' ? 'keyed' : meta.writeModeOf(name as StudentCallName)
  return { ...meta, writeModeOf }
})
const call = (name: string, input: object, options?: Parameters<typeof callApi>[2]) =>
  callApi(name as StudentCallName, input as never, options)

const went: string[] = []
connectNavigation({
  toLogin: (url) => went.push(`login ${url}`),
  navigateTo: (url) => went.push(`to ${url}`),
  reload: () => went.push('reload'),
})

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  await server.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  clearToken()
  localStorage.clear()
  sessionStorage.clear()
  setServerTime(Date.now() / 1000)
  location.hash = ''
  went.length = 0
})

const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => {
      throw new Error('it succeeded')
    },
    (error) => error,
  )

describe('request', () => {
  it('signs the exact bytes of a query with Chinese, spaces, symbols and arrays', async () => {
    setToken('token')
    await call('GET /v1/echo/{id}', {
      id: '甲/乙',
      q: '高等 数学&=+%~*',
      empty: '',
      none: null,
      missing: undefined,
      list: ['一', '', '二'],
      zero: 0,
      no: false,
    })
    expect(server.received).toHaveLength(1)
    const [{ path, query, headers }] = server.received as [(typeof server.received)[0]]
    expect(path).toBe(`/api/v1/echo/${encodeURIComponent('甲/乙')}`)
    expect([...new URLSearchParams(query)]).toEqual([
      ['q', '高等 数学&=+%~*'],
      ['list', '一'],
      ['list', '二'],
      ['zero', '0'],
      ['no', 'false'],
    ])
    expect(headers).toMatchObject({ platform: 'H5', 'x-dxx-token': 'token' })
    expect(headers['idempotency-key']).toBeUndefined()
  })

  it('signs a body with Chinese, emoji and a lone surrogate, also for a guest without a token', async () => {
    await call('POST /v1/natural', { text: '你好，世界 😀 \ud800', none: undefined })
    expect(server.received).toHaveLength(1)
    expect(JSON.parse(server.received[0]!.body)).toEqual({ text: '你好，世界 😀 \ud800' })
    expect(server.received[0]!.headers['x-dxx-token']).toBeUndefined()
  })

  it('sends no question mark when every parameter is empty', async () => {
    await call('GET /v1/echo/{id}', { id: 7, q: '' })
    expect(server.received[0]).toMatchObject({ path: '/api/v1/echo/7', query: '' })
  })

  it('rejects a missing path parameter', async () => {
    await expect(call('GET /v1/echo/{id}', {})).rejects.toThrow('needs id')
  })

  it('adds an idempotency key to keyed calls of a logged-in user, also without crypto.randomUUID', async () => {
    setToken('token')
    await call('POST /v1/keyed', {})
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await call('POST /v1/keyed', {})
    vi.unstubAllGlobals()
    await call('POST /v1/natural', {})
    clearToken()
    await call('POST /v1/keyed', {})
    const keys = server.received.map(({ headers }) => headers['idempotency-key'])
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    expect(keys[0]).toMatch(uuid)
    expect(keys[1]).toMatch(uuid)
    expect(keys[0]).not.toBe(keys[1])
    expect(keys.slice(2)).toEqual([undefined, undefined])
  })
})

describe('response', () => {
  it('returns the data of any 2xx response', async () => {
    server.answer = () => ({ code: 1, data: { a: 1 }, status: 201 })
    expect(await call('POST /v1/natural', {})).toEqual({ a: 1 })
  })

  it('throws the name, code, msg and data of a refusal', async () => {
    server.answer = () => ({ code: 4, msg: '已绑定其他账号', data: { error: 'conflict', nickname: '小明' } })
    const error = await failure(call('POST /v1/natural', {}))
    expect(error).toMatchObject({ name: 'conflict', code: 4, msg: '已绑定其他账号', decided: true })
    expect(error.data).toEqual({ error: 'conflict', nickname: '小明' })
  })

  it('resends a call that an overloaded server refused, after the delay that the server names, at most twice', async () => {
    const refusal = { code: 0, msg: '请稍等', data: { error: 'overloaded', retryAfter: 0.01 }, status: 503 }
    let sent = 0
    server.answer = () => (++sent < 3 ? refusal : { code: 1, msg: '', data: { id: 7 }, status: 200 })
    expect(await callApi('GET /v1/get_user_info', {})).toEqual({ id: 7 })
    sent = -9
    await expect(callApi('GET /v1/get_user_info', {})).rejects.toMatchObject({ name: 'overloaded' })
    expect(sent).toBe(-6)
  })

  it('passes on the msg of 429 and 503, with a default if none was sent', async () => {
    server.answer = () => ({ code: 429, msg: '慢一点', data: { error: 'too-many', retryAfter: 3 }, status: 429 })
    expect(await failure(call('POST /v1/natural', {}))).toMatchObject({ code: 429, msg: '慢一点', decided: true })
    server.answer = () => ({ code: 0, msg: '请稍等', data: { error: 'overloaded' }, status: 503 })
    expect(await failure(call('POST /v1/natural', {}))).toMatchObject({ msg: '请稍等', decided: false })
    server.answer = () => ({ code: 0 })
    expect(await failure(call('POST /v1/natural', {}))).toMatchObject({ msg: texts.serverError })
    server.answer = () => ({ code: 1, data: {}, status: 500 })
    expect(await failure(call('POST /v1/natural', {}))).toMatchObject({ code: 0, msg: texts.serverError })
  })

  it.each(['<html>', '', 'null', '"1"', '{"code":"1"}'])('treats the body %j as a missing response', async (text) => {
    server.answer = () => text
    expect(await failure(call('POST /v1/natural', {}))).toMatchObject({ msg: texts.serverError, decided: false })
  })

  it('distinguishes a missing network from an unreachable server, and does not resend the call', async () => {
    server.answer = () => 'drop'
    const error = await failure(call('POST /v1/natural', {}))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ name: 'network', code: -1, msg: '连不上服务器，请稍后再试', decided: false })
    expect(server.received).toHaveLength(1)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await failure(call('POST /v1/natural', {}))).toMatchObject({ msg: '网络信号丢失，请检查网络后重试' })
  })

  it('times out after 60 s in total', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const arrived = new Promise<void>((resolve) => {
      server.answer = () => {
        resolve()
        return 'hang'
      }
    })
    let settled = false
    const error = failure(call('POST /v1/natural', {})).finally(() => {
      settled = true
    })
    await arrived
    await vi.advanceTimersByTimeAsync(timing.request - 1)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await error).toMatchObject({ name: 'timeout', code: -1 })
    expect((await error).msg).toContain('超时')
  })

  it('rejects with AbortError if the caller aborts before or after sending', async () => {
    const abort = new AbortController()
    server.answer = () => {
      abort.abort()
      return 'hang'
    }
    const late = await failure(call('POST /v1/natural', {}, { signal: abort.signal }))
    expect(late).not.toBeInstanceOf(ApiError)
    expect(late.name).toBe('AbortError')
    expect((await failure(call('POST /v1/natural', {}, { signal: abort.signal }))).name).toBe('AbortError')
    expect(server.received).toHaveLength(1)
  })
})

describe('clock', () => {
  it('corrects the clock by the server, resends once with the same key, and stays logged in', async () => {
    server.ahead = -7200
    setToken('token')
    await Promise.all([call('POST /v1/keyed', { a: 1 }), call('GET /v1/echo/{id}', { id: 1 })])
    expect(server.received).toHaveLength(4)
    const keys = server.received.map(({ headers }) => headers['idempotency-key']).filter(Boolean)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(Math.abs(serverNow() - (Date.now() / 1000 - 7200))).toBeLessThan(3)

    await call('POST /v1/natural', {})
    expect(server.received).toHaveLength(5)
    expect(getToken()).toBe('token')
    expect(went).toEqual([])
  })

  it('sends a request at most twice if the server keeps rejecting the signature', async () => {
    setToken('token')
    server.answer = () => ({ code: 8, msg: '请求校验失败', data: { error: 'bad-signature', now: serverNow() } })
    expect(await failure(call('POST /v1/natural', {}))).toMatchObject({ code: 8 })
    expect(server.received).toHaveLength(2)
    expect(getToken()).toBe('token')
  })
})

describe('code 3 (login required)', () => {
  const expired = { code: 3, msg: '请先登录', data: { error: 'not-logged-in' } }

  it('opens the login page once for ten parallel calls, and clears user info and token', async () => {
    setToken('old')
    useStore.setState({ userinfo: { id: 'u', mobile: '' } as never })
    location.hash = '#/pages/order/details?id=1'
    server.answer = () => expired
    const errors = await Promise.all(Array.from({ length: 10 }, () => failure(call('POST /v1/natural', {}))))
    expect(errors.map(({ code }) => code)).toEqual(Array(10).fill(3))
    expect(went).toEqual(['login /pages/order/details?id=1'])
    expect(getToken()).toBeNull()
    expect(useStore.getState().userinfo).toBeNull()
  })

  it('opens the login page for a guest once per group of parallel calls', async () => {
    server.answer = () => expired
    await Promise.all([1, 2, 3].map(() => failure(call('POST /v1/natural', {}))))
    expect(went).toEqual(['login /'])
    await failure(call('POST /v1/natural', {}))
    expect(went).toHaveLength(2)
  })

  it('an expired session does not navigate away from the login page', async () => {
    location.hash = '#/pages/login/index?redirect=%2Fpages%2Forder%2Findex'
    setToken('old')
    server.answer = () => expired
    await failure(call('POST /v1/natural', {}))
    expect(went).toEqual([])
    expect(getToken()).toBeNull()
  })

  it('code 3 is ignored when the user has logged in since the request was sent', async () => {
    setToken('old')
    server.answer = () => {
      setToken('new')
      return expired
    }
    expect(await failure(call('POST /v1/natural', {}))).toMatchObject({ code: 3 })
    expect(getToken()).toBe('new')
    expect(went).toEqual([])
  })

  describe('in WeChat', () => {
    const inWechat = () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 MicroMessenger/8.0.50')
    const expireAt = async (hash: string) => {
      location.hash = hash
      setToken('old')
      server.answer = () => expired
      await failure(call('POST /v1/natural', {}))
    }

    it.each([
      'pages/course/details',
      'pages/books/details',
      'pages/resource/index',
      'pages/buy/confirm',
      'pages/exam/index',
      'pages/digital-textbooks/expand',
      'pages/webview/index',
      'pages/filePreview/gallery',
    ])('code 3 reloads %s', async (page) => {
      inWechat()
      await expireAt(`#/${page}?id=1`)
      expect(went).toEqual(['reload'])
      expect(getToken()).toBeNull()
    })

    it('code 3 opens the login page from any other page', async () => {
      inWechat()
      await expireAt('#/pages/order/details?id=1')
      expect(went).toEqual(['login /pages/order/details?id=1'])
    })

    it('code 3 does not reload the page twice within a minute', async () => {
      inWechat()
      const clock = vi.spyOn(Date, 'now')
      const start = Date.now()
      await expireAt('#/pages/exam/index')
      clock.mockReturnValue(start + 59_000)
      await expireAt('#/pages/exam/index')
      clock.mockReturnValue(start + 62_000)
      await expireAt('#/pages/exam/index')
      expect(went).toEqual(['reload', 'login /pages/exam/index', 'reload'])
    })

    it('outside WeChat code 3 opens the login page instead of reloading', async () => {
      await expireAt('#/pages/course/details?id=1')
      expect(went).toEqual(['login /pages/course/details?id=1'])
    })
  })
})

describe('prompts', () => {
  it('on code 5 stores the page and asks for a mobile number', async () => {
    location.hash = '#/pages/course/details?id=1'
    server.answer = () => ({ code: 5, msg: '请先绑定手机号', data: { error: 'mobile-required' } })
    await failure(call('POST /v1/natural', {}))
    expect(useStore.getState()).toMatchObject({ showBindMobile: true, path: '/pages/course/details?id=1' })
  })

  it('on code 6 prompts once for parallel calls, and 学生认证 opens student authentication', async () => {
    server.answer = () => ({ code: 6, msg: 'x', data: { error: 'student-required' } })
    await Promise.all([1, 2].map(() => failure(call('POST /v1/natural', {}))))
    expect(useStore.getState().modal).toMatchObject({ show: true, content: texts.examGate, confirmText: '学生认证' })
    answerModal('confirm')
    await vi.waitFor(() => expect(went).toEqual(['to /pages/my/auth?from=auth']))
    expect(useStore.getState().modal.show).toBe(false)
  })

  it('on code 7 only throws, because the page decides what to show', async () => {
    server.answer = () => ({ code: 7, msg: '购买后即可学习', data: { error: 'not-purchased' } })
    const error = await failure(call('POST /v1/natural', {}))
    expect(needsPurchase(error)).toBe(true)
    expect(went).toEqual([])
  })
})
