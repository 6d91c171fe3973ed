import { describe, expect, it } from 'vitest'
import { claimNames } from '../../adapters/lti/claims'
import { startLtiPlatform } from '../../testing/simulators/lti-platform'
import { addSchool } from '../../testing/staff'
import {
  chapter,
  chapterUid,
  launch,
  link,
  newVisitor,
  openConsole,
  opened,
  platform,
  post,
  school,
  server,
  start,
  startLti,
  tokenIn,
} from './lti.fixture'

startLti()

describe('launch', () => {
  it('a launch opens a chapter: each token logs in once, later launches log in to the same account', async () => {
    const visitor = newVisitor()
    const page = await (await launch(visitor, chapter())).text()
    expect(page).toContain('data-same="yes"')
    const token = tokenIn(page)
    const first = await server.guest.call('POST /v1/lti_session', { token })
    expect(first).toMatchObject({
      isNew: true,
      page: expect.stringMatching(/^pages\/books\/read\?id=.+&chapter=6f6f6f6f/),
    })
    expect((await server.guest.send('POST /v1/lti_session', { token })).data.error).toBe('lti-expired')
    const again = await opened(visitor, chapter())
    expect(again).toMatchObject({ isNew: false, userinfo: { id: first.userinfo.id } })
  })

  it('a launch passes student authentication by the number that the platform sends', async () => {
    const { id: class_id } = school.first
    await server.db
      .insertInto('rosters')
      .values({ school_id: school.school.id, class_id, student_no: '20260001', name: '学生乙' })
      .execute()
    const visitor = newVisitor({ name: '学生乙', studentNo: '20260001' })
    expect(await opened(visitor, link(`exam:${school.exam.uid}`, 'link-exam'))).toMatchObject({
      userinfo: { studentStatus: 'passed', student: { className: '一班' } },
      page: `pages/exam/answer?id=${school.exam.uid}`,
    })
    // Another platform user with the same number gets code 4 and is not logged in to the first account.
    const { form, redirect, cookie } = await start(newVisitor({ studentNo: '20260001' }), chapter())
    const token = tokenIn(await (await post(redirect, form, { cookie: cookie.split(';')[0]! })).text())
    expect(await server.guest.send('POST /v1/lti_session', { token })).toMatchObject({
      code: 4,
      data: { error: 'campus-claimed', proof: expect.any(String) },
    })
  })

  it('asks the user to confirm the account if the browser sends no cookie, as in a frame', async () => {
    const { form, redirect, cookie } = await start(newVisitor({ name: '<b>甲</b>' }), chapter())
    expect(cookie).toMatch(/HttpOnly; Secure; SameSite=None; Partitioned$/)
    const page = await (await post(redirect, form)).text()
    expect(page).toContain('data-same="no"')
    expect(page).toContain('&#60;b&#62;甲')
    expect(page).not.toContain('<b>')
  })

  it('only the platform of the launch may frame the launch page; no site may frame other pages', async () => {
    const response = await launch(newVisitor(), chapter())
    expect(response.headers.get('content-security-policy')).toContain(
      `frame-ancestors 'self' ${platform.url};`.slice(0, -1),
    )
    expect(response.headers.get('x-frame-options')).toBeNull()
    const refused = await post(`${server.base}/lti/launch`, { state: 'x', id_token: 'y' })
    expect(refused.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(refused.headers.get('content-security-policy')).not.toContain(platform.url)
    expect(refused.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })

  it("stores the nonce in the platform's frame if the platform offers one", async () => {
    const form = { iss: platform.url, login_hint: 'm-x', target_link_uri: server.base, lti_storage_target: '_parent' }
    const page = await (await post(`${server.base}/lti/login`, form)).text()
    expect(page).toMatch(/data-step="store"/)
    expect(page).toContain(`data-origin="${platform.url}"`)
    const hostile = await post(`${server.base}/lti/login`, { ...form, lti_storage_target: '"><script>' })
    expect(hostile.status).toBe(302)
  })
})

describe('launches that must not be accepted', () => {
  it.each([
    'other-issuer',
    'other-audience',
    'two-audiences',
    'expired',
    'future',
    'other-key',
    'none-algorithm',
    'hmac-algorithm',
    'other-nonce',
    'no-nonce',
    'other-deployment',
    'old-version',
    'other-message',
    'no-subject',
    'empty-subject',
    'long-subject',
    'nul-subject',
    'number-subject',
    'no-link',
  ] as const)('a launch with the fault %s is refused', async (fault) => {
    platform.misbehave(fault)
    const response = await launch(newVisitor(), chapter())
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('#launch=')
  })

  it('a launch whose keys cannot be read is refused with a page, and works when the platform responds again', async () => {
    const { db } = server
    // Another address, whose keys are not cached.
    const { jwksUrl } = platform.registration
    const set = (jwks_url: string) => db.updateTable('lti_platforms').set({ jwks_url }).execute()
    await set(`${jwksUrl}?fresh`)
    for (const [fault, status] of [
      ['keys-down', 503],
      ['keys-html', 403],
    ] as const) {
      platform.misbehave(fault)
      const response = await launch(newVisitor(), chapter())
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    }
    await set('http://127.0.0.1:9/jwks')
    expect((await launch(newVisitor(), chapter())).status).toBe(503)
    await set(`${jwksUrl}?fresh`)
    platform.misbehave(null)
    expect((await launch(newVisitor(), chapter())).status).toBe(200)
    await set(jwksUrl)
  })

  it('characters that cannot be stored are removed from names', async () => {
    const names = { [claimNames.context]: { id: 'course-\0', title: `${'课'.repeat(99)}𠮷` } }
    const visitor = newVisitor({ name: '周\0以\ud800宁' })
    const { userinfo, token } = await opened(visitor, { ...chapter(), ...names })
    expect(userinfo.id).toBeTruthy()
    const [bound] = await server.withToken(token).call('GET /v1/campus_bindings', {})
    expect(bound!.name).toBe('周以\uFFFD宁')
  })

  it("a platform with the issuer of the school's login server cannot open accounts of that server", async () => {
    const { db } = server
    const owner = await server.createUser()
    const identity = { user_id: owner.id, school_id: school.school.id, created_at: 0, last_login_at: 0 }
    const visitor = newVisitor()
    await db
      .insertInto('campus_identities')
      .values({ ...identity, issuer: platform.url, subject: visitor.sub })
      .execute()
    const { isNew, userinfo } = await opened(visitor, chapter())
    expect([isNew, userinfo.id === owner.uid]).toEqual([true, false])
  })

  it('a repeated launch, an invented state, and the state of another launch are refused', async () => {
    const one = await start(newVisitor(), chapter())
    const two = await start(newVisitor(), chapter())
    const mixed = await post(one.redirect, { ...one.form, state: two.form.state })
    expect(mixed.status).toBe(403)
    expect((await post(one.redirect, one.form)).status).toBe(200)
    expect((await post(one.redirect, one.form)).status).toBe(403)
    expect((await post(one.redirect, { ...one.form, state: 'f'.repeat(43) })).status).toBe(403)
  })

  it('the cookie of another launch does not show that this browser started the launch', async () => {
    const [one, two] = [await start(newVisitor(), chapter()), await start(newVisitor(), chapter())]
    const [, value = ''] = /=([^;]+)/.exec(one.cookie) ?? []
    const [name = ''] = two.cookie.split('=')
    const page = await (await post(two.redirect, two.form, { cookie: `${name}=${value}` })).text()
    expect(page).toContain('data-same="no"')
  })

  it('a launch that was started at one platform cannot be finished with a token of another registered platform', async () => {
    const other = await startLtiPlatform({ now: () => server.clock.now() })
    try {
      const registration = {
        ...other.registration,
        name: '另一个平台',
        enabled: true,
        numberFrom: 'sourcedid' as const,
      }
      const console = await openConsole()
      await console.call('POST /staff/v1/lti_platform_save', { schoolId: school.school.uid, ...registration })
      const victim = newVisitor()
      const hint = { iss: platform.url, login_hint: victim.sub, target_link_uri: server.base }
      const started = await post(`${server.base}/lti/login`, hint)
      // Everything in the token is right but its signature, which is that of the other platform.
      const { form, redirect } = await other.authorize(started.headers.get('location')!, victim, {
        ...chapter(),
        iss: platform.url,
      })
      expect((await post(redirect, form)).status).toBe(403)
    } finally {
      await other.close()
    }
  })

  it('a launch ten minutes late, and a token five minutes late, are refused', async () => {
    const late = await start(newVisitor(), chapter())
    server.clock.advance(601)
    expect((await post(late.redirect, late.form)).status).toBe(403)
    const token = tokenIn(await (await launch(newVisitor(), chapter())).text())
    server.clock.advance(301)
    expect((await server.guest.send('POST /v1/lti_session', { token })).data.error).toBe('lti-expired')
  })

  it('an unknown platform, a disabled one, and a target of another school are refused', async () => {
    const unknown = await post(`${server.base}/lti/login`, { iss: 'https://unknown.example', login_hint: 'x' })
    expect(unknown.status).toBe(403)
    const foreign = await addSchool(server, 'lti-foreign')
    expect((await launch(newVisitor(), link(`exam:${foreign.exam.uid}`))).status).toBe(403)
    expect((await launch(newVisitor(), link('javascript:alert(1)'))).status).toBe(403)
    const set = (enabled: boolean) => server.db.updateTable('lti_platforms').set({ enabled }).execute()
    const started = await start(newVisitor(), chapter())
    await set(false)
    expect((await post(started.redirect, started.form)).status).toBe(403)
    await set(true)
  })
})

describe('deep linking', () => {
  const request = () => ({
    [claimNames.messageType]: 'LtiDeepLinkingRequest',
    [claimNames.resourceLink]: undefined,
    [claimNames.deepLinkSettings]: {
      accept_types: ['ltiResourceLink'],
      deep_link_return_url: platform.returnUrl,
      data: 'opaque-1',
    },
  })
  const fieldIn = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''

  it('a teacher searches and chooses a chapter, and the platform receives a signed link to it', async () => {
    const page = await (await launch(newVisitor({ teacher: true }), request())).text()
    const token = fieldIn(page, 'token')
    const found = await (await post(`${server.base}/lti/choose`, { token, words: '第一章' })).text()
    expect(found).toContain(`value="chapter:${chapterUid}"`)
    const sent = await post(`${server.base}/lti/choice`, { token, target: `chapter:${chapterUid}` })
    expect(sent.headers.get('content-security-policy')).toContain(`form-action 'self' ${platform.url}`)
    await fetch(platform.returnUrl, {
      method: 'POST',
      body: new URLSearchParams({ JWT: fieldIn(await sent.text(), 'JWT') }),
    })
    expect(platform.choice()).toMatchObject({
      [claimNames.deploymentId]: 'deployment-1',
      [claimNames.deepLinkData]: 'opaque-1',
      [claimNames.deepLinkItems]: [
        { type: 'ltiResourceLink', title: '链接的书 · 第一章', custom: { target: `chapter:${chapterUid}` } },
      ],
    })
    expect((await post(`${server.base}/lti/choice`, { token, target: `chapter:${chapterUid}` })).status).toBe(403)
  })

  it('students cannot choose content, nor can launches with a script as return address', async () => {
    expect((await launch(newVisitor(), request())).status).toBe(403)
    const settings = { accept_types: ['ltiResourceLink'], deep_link_return_url: 'javascript:alert(1)' }
    const hostile = { ...request(), [claimNames.deepLinkSettings]: settings }
    expect((await launch(newVisitor({ teacher: true }), hostile)).status).toBe(403)
  })
})
