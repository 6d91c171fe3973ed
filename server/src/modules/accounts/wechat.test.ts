import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWechat, jsSignature } from '../../adapters/wechat/create'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { type Person, simulatedApps, startWechatSimulator } from '../../testing/simulators/wechat'
import { codeFor, newMobile } from '../../testing/sms-codes'

let server: TestApp
let wechat: Awaited<ReturnType<typeof startWechatSimulator>>
beforeAll(async () => {
  wechat = await startWechatSimulator({ now: () => server?.clock.now() ?? testStart })
  server = await startTestApp({
    publicUrl: 'https://study.example.cn',
    wechat: { apiUrl: wechat.url, openUrl: wechat.url, ...simulatedApps },
  })
})
afterAll(async () => {
  await server.close()
  await wechat.close()
})

let count = 0
const newPerson = (more: Partial<Person> = {}): Person => ({
  openid: `openid-${++count}`,
  nickname: `微信同学${count}`,
  ...more,
})
const login = (person: Person) => server.guest.call('POST /v130/wechat_login', { code: wechat.codeFor(person) })

describe('GET /v130/wechat_authorize', () => {
  const state = 'a1B2c3D4e5F6g7H8'
  const ask = (redirect: string, app?: string) =>
    server.guest.send('GET /v130/wechat_authorize', { redirect, state, app })

  it('returns the URL of the consent page, which redirects back with state and login code', async () => {
    const person = newPerson()
    wechat.visitor(person)
    const { data } = await ask('http://127.0.0.1:3000/?x=1#/pages/my/index')
    expect(data.url).toMatch(
      /\/connect\/oauth2\/authorize\?appid=[^&]+&redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A3000%2F%3Fx%3D1&response_type=code&scope=snsapi_userinfo&state=a1B2c3D4e5F6g7H8#wechat_redirect$/,
    )
    const consent = await fetch(String(data.url), { redirect: 'manual' })
    const back = new URL(consent.headers.get('location')!)
    expect(back.searchParams.get('state')).toBe(state)
    const code = back.searchParams.get('code')!
    expect(await server.guest.call('POST /v130/wechat_login', { code })).toMatchObject({
      isNew: true,
      userinfo: { nickname: person.nickname, mobile: '', wechatBound: true, hasPassword: false },
    })
  })

  it('when the user declines, the consent page redirects back with the state and no code', async () => {
    wechat.visitor(null)
    const { data } = await ask('https://study.example.cn/')
    const consent = await fetch(String(data.url), { redirect: 'manual' })
    expect(consent.headers.get('location')).toBe(`https://study.example.cn/?state=${state}`)
  })

  it('returns the WeChat QR page URL for desktops', async () => {
    const { data } = await ask('https://study.example.cn/', 'web')
    expect(data.url).toMatch(/\/connect\/qrconnect\?appid=wx-simulator-web&.*scope=snsapi_login/)
  })

  it.each([
    ['https:\\\\study.example.cn\\@evil.example', 'https://study.example.cn/@evil.example'],
    ['https://study.example.cn\\.evil.example/', 'https://study.example.cn/.evil.example/'],
    ['https://STUDY.example.cn:443/a/../b?x=1#y', 'https://study.example.cn/b?x=1'],
    ['ht\ntps://stu\tdy.example.cn/', 'https://study.example.cn/'],
    ['https:study.example.cn/', 'https://study.example.cn/'],
    [' https://study.example.cn/ ', 'https://study.example.cn/'],
    ['https://study.example.cn/?next=https://evil.example', 'https://study.example.cn/?next=https://evil.example'],
  ])('redirects to the URL as parsed by the server: %j', async (redirect, parsed) => {
    const { data } = await ask(redirect)
    expect(new URL(String(data.url)).searchParams.get('redirect_uri')).toBe(parsed)
  })

  it.each([
    'https://evil.example/',
    'https:\\\\evil.example\\@study.example.cn',
    'https://evil.example\\@study.example.cn/',
    'https://evil.example#@study.example.cn/',
    'https://evil.example?@study.example.cn/',
    'https://study.example.cn:8443/',
    'https://study.example.cn./',
    'https://study。example。cn.evil.example/',
    'blob:https://study.example.cn/x',
    'https://study.example.cn.evil.example/',
    'https://study.example.cn@evil.example/',
    'https://user:pass@study.example.cn/',
    'http://study.example.cn/',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\\evil.example',
    '',
  ])('rejects the redirect target %s', async (redirect) => {
    expect((await ask(redirect)).code).toBe(0)
  })

  it('rejects loopback redirects in production', async () => {
    const { config } = server.env
    const { env } = config
    config.env = 'production'
    expect(await ask('http://127.0.0.1:3000/')).toMatchObject({ data: { error: 'redirect-refused' } })
    config.env = env
  })
})

describe('silent login', () => {
  it('requests only the openid, logs in to an existing account and creates no account', async () => {
    const person = newPerson({ unionid: 'u-silent' })
    wechat.visitor(person)
    const authorize = () =>
      server.guest.call('GET /v130/wechat_authorize', {
        redirect: 'https://study.example.cn/',
        state: 'a1B2c3D4e5F6g7H8',
        silent: true,
      })
    const code = async () => {
      const { url } = await authorize()
      expect(url).toContain('scope=snsapi_base&')
      const back = await fetch(url, { redirect: 'manual' })
      return new URL(back.headers.get('location')!).searchParams.get('code')!
    }
    const unknown = { code: await code(), silent: true }
    expect(await server.guest.send('POST /v130/wechat_login', unknown)).toMatchObject({
      code: 0,
      data: { error: 'wechat-unknown' },
    })
    const { userinfo } = await login(person)
    const again = await server.guest.call('POST /v130/wechat_login', { code: await code(), silent: true })
    expect(again).toMatchObject({ isNew: false, userinfo: { id: userinfo.id } })
  })
})

describe('POST /v130/wechat_login', () => {
  it('a second login reaches the same account; a code is accepted once', async () => {
    const person = newPerson()
    const first = await login(person)
    const code = wechat.codeFor(person)
    const again = await server.guest.call('POST /v130/wechat_login', { code })
    expect(again).toMatchObject({ isNew: false, userinfo: { id: first.userinfo.id } })
    expect(await server.guest.send('POST /v130/wechat_login', { code })).toMatchObject({
      data: { error: 'wechat-expired' },
    })
  })

  it('parallel first logins of one person in two WeChat apps create one account', async () => {
    const person = newPerson({ unionid: 'union-parallel' })
    const codes = [1, 2, 3].map(() => wechat.codeFor(person))
    const web = { appId: simulatedApps.web.appId, scope: 'snsapi_login' }
    const webCode = wechat.codeFor({ ...person, openid: 'openid-in-web-app' }, web)
    const logins = await Promise.all([
      ...codes.map((code) => server.guest.call('POST /v130/wechat_login', { code })),
      server.guest.call('POST /v130/wechat_login', { code: webCode, app: 'web' }),
    ])
    expect(new Set(logins.map(({ userinfo }) => userinfo.id)).size).toBe(1)
    expect(logins.filter(({ isNew }) => isNew)).toHaveLength(1)
  })

  it('rejects the login of a WeChat snapshot user with wechat-snapshot', async () => {
    const code = wechat.codeFor(newPerson({ snapshot: true }))
    expect(await server.guest.send('POST /v130/wechat_login', { code })).toMatchObject({
      code: 0,
      data: { error: 'wechat-snapshot' },
    })
  })

  it('reports invalid codes, expired codes and codes of another app as wechat-expired', async () => {
    const late = wechat.codeFor(newPerson())
    server.clock.advance(300)
    const foreign = wechat.codeFor(newPerson(), { appId: simulatedApps.web.appId })
    for (const code of ['nonsense', late, foreign, 'a&appid=x', '💥'])
      expect(await server.guest.send('POST /v130/wechat_login', { code })).toMatchObject({
        data: { error: 'wechat-expired' },
      })
  })

  it('generates a nickname if WeChat returns none or a reserved one', async () => {
    const base = wechat.codeFor(newPerson(), { scope: 'snsapi_base' })
    expect((await server.guest.call('POST /v130/wechat_login', { code: base })).userinfo.nickname).toMatch(
      /^同学\d{6}$/,
    )
    const hostile = await login(newPerson({ nickname: '多享学客服' }))
    expect(hostile.userinfo.nickname).toMatch(/^同学\d{6}$/)
  })

  it('returns wechat-failed while WeChat is down, and wechat-off if WeChat is not configured', async () => {
    wechat.fail(true)
    expect(await server.guest.send('POST /v130/wechat_login', { code: 'x' })).toMatchObject({
      data: { error: 'wechat-failed' },
    })
    wechat.fail(false)
    expect((await server.guest.call('GET /v1/get_config', {})).wechat).toEqual({ mp: true, web: true })
    const bare = await startTestApp()
    expect((await bare.guest.call('GET /v1/get_config', {})).wechat).toEqual({ mp: false, web: false })
    expect(await bare.guest.send('POST /v130/wechat_login', { code: 'x' })).toMatchObject({
      data: { error: 'wechat-off' },
    })
    await bare.close()
  })
})

describe('binding WeChat', () => {
  const bind = async (client: Awaited<ReturnType<TestApp['as']>>, person: Person) =>
    client.send('POST /v130/bind_wechat', { wechat_code: wechat.codeFor(person) })

  it('binds one WeChat account, accepts a repeat, rejects a second one, and unbinds', async () => {
    const client = await server.as()
    const person = newPerson()
    expect(await bind(client, person)).toMatchObject({ code: 1, data: { wechatBound: true } })
    expect(await bind(client, person)).toMatchObject({ code: 1 })
    expect(await bind(client, newPerson())).toMatchObject({ data: { error: 'wechat-bound' } })
    const stranger = wechat.codeFor(newPerson())
    expect(await client.send('POST /v130/unbind_wechat', { wechat_code: stranger })).toMatchObject({
      data: { error: 'wechat-mismatch' },
    })
    await client.call('POST /v130/unbind_wechat', { wechat_code: wechat.codeFor(person) })
    expect(await client.call('GET /v1/get_user_info', {})).toMatchObject({ wechatBound: false })
  })

  it('does not unbind WeChat if it is the only login method', async () => {
    const { token } = await login(newPerson())
    const client = server.withToken(token)
    expect(await client.send('POST /v130/unbind_wechat', {})).toMatchObject({ code: 5 })
  })

  it('does not bind WeChat if its account cannot be merged, and returns only the nickname of that account', async () => {
    const person = newPerson({ nickname: '已有账号' })
    const other = server.withToken((await login(person)).token)
    const mobile = newMobile()
    await other.call('POST /v1/user_bind_mobile', { mobile, code: await codeFor(server, other, 'bind', mobile) })
    expect(await bind(await server.as(), person)).toEqual({
      code: 4,
      msg: '这个微信已绑定账号「已有账号」',
      data: { error: 'wechat-taken', nickname: '已有账号', canMerge: false },
    })
  })

  it('merges an empty WeChat account by a ticket, valid once and only for the user who received it', async () => {
    const person = newPerson()
    const { userinfo } = await login(person)
    const user = await server.createUser()
    const client = await server.as(user)
    const { data } = await bind(client, person)
    expect(data).toMatchObject({ canMerge: true })
    const input = { mergeTicket: String(data.mergeTicket) }
    const stranger = await server.as()
    expect(await stranger.send('POST /v130/bind_wechat', input)).toMatchObject({ data: { error: 'ticket-invalid' } })
    const merged = await client.call('POST /v130/bind_wechat', input)
    expect(merged).toMatchObject({ wechatBound: true, mobile: user.mobile })
    expect(await client.send('POST /v130/bind_wechat', input)).toMatchObject({ data: { error: 'ticket-invalid' } })
    // Both accounts are empty, so the older one stays open, and WeChat logs in to it.
    expect(merged.id).toBe(userinfo.id)
    expect((await login(person)).userinfo.id).toBe(userinfo.id)
  })

  it('POST /v130/wechat_bind_mobile merges the WeChat account into the account that has the mobile number', async () => {
    const holder = await server.createUser({ nickname: '手机账号' })
    const client = server.withToken((await login(newPerson())).token)
    const mobile = holder.mobile!
    const code = await codeFor(server, client, 'bind', mobile)
    expect(await client.send('POST /v130/wechat_bind_mobile', { mobile, code })).toMatchObject({
      code: 4,
      data: { nickname: '手机账号', canMerge: true },
    })
    const merged = await client.call('POST /v130/wechat_bind_mobile', { mobile, code, merge: true })
    expect(merged).toMatchObject({ isNew: false, userinfo: { id: holder.uid, mobile, wechatBound: true } })
    await server.withToken(merged.token).call('GET /v1/get_user_info', {})
  })

  it('only the bound WeChat can cancel an account without a number', async () => {
    const person = newPerson()
    const client = server.withToken((await login(person)).token)
    expect(await client.send('POST /v1/cancel_account', { wechat_code: wechat.codeFor(newPerson()) })).toMatchObject({
      data: { error: 'wechat-mismatch' },
    })
    await client.call('POST /v1/cancel_account', { wechat_code: wechat.codeFor(person) })
    expect(await login(person)).toMatchObject({ cancelRevoked: true })
    // An account with a number needs a code; its WeChat is not enough.
    const newWechat = newPerson()
    const bound = await server.as()
    await bind(bound, newWechat)
    expect(await bound.send('POST /v1/cancel_account', { wechat_code: wechat.codeFor(newWechat) })).toMatchObject({
      data: { error: 'ticket-invalid' },
    })
  })
})

describe('POST /v130/jssdk_signature', () => {
  beforeEach(async () => {
    await server.db.deleteFrom('service_tokens').execute()
    wechat.requestPaths.length = 0
  })
  const web_url = 'https://study.example.cn/?from=x#/pages/index/index'
  const sign = () => server.guest.call('POST /v130/jssdk_signature', { web_url })

  it('the signature of the WeChat SDK matches the example of its documentation', () => {
    const ticket = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg'
    expect(jsSignature(ticket, 'Wm3WZYTPz0wzccnW', 1414587457, 'http://mp.weixin.qq.com?params=value')).toBe(
      '0f9de62fce790f9a083d5c99e95740ceb90c27ed',
    )
  })

  it('the signature of the WeChat SDK covers the page URL without its hash', async () => {
    const { appId, timestamp, nonceStr, signature } = await sign()
    expect(appId).toBe(simulatedApps.mp.appId)
    const text = `jsapi_ticket=${wechat.currentTicket()}&noncestr=${nonceStr}&timestamp=${timestamp}&url=https://study.example.cn/?from=x`
    expect(signature).toBe(createHash('sha1').update(text).digest('hex'))
    expect(nonceStr).not.toBe((await sign()).nonceStr)
  })

  it('requests token and ticket from WeChat once for 40 parallel calls on two servers', async () => {
    const { config, db, clock, log } = server.env
    const second = createWechat(config.wechat, db, clock, log)
    await Promise.all([
      ...Array.from({ length: 20 }, sign),
      ...Array.from({ length: 20 }, () => second.signature(web_url)),
    ])
    expect(wechat.requestPaths).toEqual(['/cgi-bin/stable_token', '/cgi-bin/ticket/getticket'])
  })

  it('requests a new token and ticket less than five minutes before they expire', async () => {
    await sign()
    server.clock.advance(7200 - 301)
    await sign()
    expect(wechat.requestPaths).toHaveLength(2)
    server.clock.advance(301)
    await sign()
    expect(wechat.requestPaths.length).toBeGreaterThan(2)
  })

  it('requests a new token and retries once if WeChat has replaced the token', async () => {
    await sign()
    await server.db.deleteFrom('service_tokens').where('name', 'like', 'wechat ticket %').execute()
    wechat.replaceToken()
    wechat.requestPaths.length = 0
    await sign()
    expect(wechat.requestPaths).toEqual([
      '/cgi-bin/ticket/getticket',
      '/cgi-bin/stable_token',
      '/cgi-bin/ticket/getticket',
    ])
  })

  it('rejects URLs of other sites, fails while WeChat is down and succeeds afterwards', async () => {
    expect(await server.guest.send('POST /v130/jssdk_signature', { web_url: 'https://evil.example/' })).toMatchObject({
      data: { error: 'redirect-refused' },
    })
    wechat.fail(true)
    expect(await server.guest.send('POST /v130/jssdk_signature', { web_url })).toMatchObject({
      data: { error: 'wechat-failed' },
    })
    wechat.fail(false)
    await sign()
  })
})
