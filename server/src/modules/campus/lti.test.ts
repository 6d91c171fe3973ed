import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { claimNames } from '../../adapters/lti/claims'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { type LtiVisitor, startLtiPlatform } from '../../testing/simulators/lti-platform'
import { addSchool, asStaff, createStaff } from '../../testing/staff'
import { campusJobs } from './jobs'

let server: TestApp
let platform: Awaited<ReturnType<typeof startLtiPlatform>>
let school: Awaited<ReturnType<typeof addSchool>>
let admin: { id: number }
/** Session of the console, which ends after an hour without a call. */
const openConsole = () => asStaff(server, admin)
let chapterUid: string
beforeAll(async () => {
  platform = await startLtiPlatform({ now: () => server?.clock.now() ?? testStart })
  server = await startTestApp()
  platform.trust(async () => (await (await fetch(`${server.base}/lti/keys`)).json()) as never)
  school = await addSchool(server, 'lti')
  admin = await createStaff(server, 'school_admin', { kind: 'school', id: school.school.id })
  const console = await openConsole()
  await console.call('POST /staff/v1/lti_platform_save', {
    schoolId: school.school.uid,
    name: '江城 Moodle',
    enabled: true,
    ...platform.registration,
    numberFrom: 'sourcedid',
  })
  chapterUid = await addChapter()
})
afterAll(async () => {
  await server.close()
  await platform.close()
})
afterEach(() => platform.misbehave(null))

/** Adds a published e-book with one free chapter. */
async function addChapter(): Promise<string> {
  const { db, clock } = server
  const { id } = await db
    .insertInto('curricula')
    .values({
      kind: 'ebook',
      slug: 'lti-book',
      title: '链接的书',
      published: true,
      created_at: 0,
      published_at: clock.now(),
      chapter_count: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const uid = '6f6f6f6f-0000-4000-8000-000000000001'
  await db
    .insertInto('chapters')
    .values({
      uid,
      curriculum_id: id,
      parent_id: null,
      position: 0,
      slug: 'one',
      title: '第一章',
      kind: 'text',
      after_id: null,
      free: true,
      test_slug: null,
      html: '<p>文</p>',
      plain: '文',
      word_count: 1,
      minutes: 1,
      duration_seconds: 0,
      video_id: null,
      subtitles_id: null,
      content_hash: Buffer.alloc(32),
      updated_at: 0,
    })
    .execute()
  return uid
}

const link = (target: string, id = 'link-1') => ({
  [claimNames.resourceLink]: { id, title: '第一章' },
  [claimNames.custom]: { target },
})
const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url.replace(/^https?:\/\/[^/]+/, server.base), {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
    redirect: 'manual',
  })

/** Starts a launch; returns the platform's response and the cookie that the browser has got. */
async function start(visitor: LtiVisitor, more: Record<string, unknown>, change: Record<string, string> = {}) {
  const hint = { iss: platform.url, login_hint: visitor.sub, target_link_uri: `${server.base}/lti/launch` }
  const response = await post(`${server.base}/lti/login`, { ...hint, ...change })
  const cookie = response.headers.get('set-cookie') ?? ''
  const { form, redirect } = await platform.authorize(response.headers.get('location')!, visitor, more)
  return { form, redirect, cookie }
}

/** Launches as a browser that sends its cookie; returns the page. */
async function launch(visitor: LtiVisitor, more: Record<string, unknown>) {
  const { form, redirect, cookie } = await start(visitor, more)
  return post(redirect, form, { cookie: cookie.split(';')[0]! })
}
const tokenIn = (page: string) => /#launch=([\w-]+)/.exec(page)?.[1] ?? ''
const opened = async (visitor: LtiVisitor, more: Record<string, unknown>) =>
  server.guest.call('POST /v1/lti_session', { token: tokenIn(await (await launch(visitor, more)).text()) })

let visitors = 0
const newVisitor = (more: Partial<LtiVisitor> = {}): LtiVisitor => ({ sub: `m-${++visitors}`, name: '学生甲', ...more })
const chapter = () => link(`chapter:${chapterUid}`)

async function runJobs() {
  const { db, clock, log, lti, xapi, config } = server.env
  const jobs = campusJobs({ lti, xapi, config })
  await jobs.send_lti_scores({ db, clock, log }, {})
  await jobs.read_lti_members({ db, clock, log }, {})
}

describe('launch', () => {
  it('opens a chapter: logs in once per token, and again into the same account', async () => {
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

  it('passes student authentication by the number that the platform tells', async () => {
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
    // Another platform user with the same number: code 4, nobody is logged in to the first account.
    const { form, redirect, cookie } = await start(newVisitor({ studentNo: '20260001' }), chapter())
    const token = tokenIn(await (await post(redirect, form, { cookie: cookie.split(';')[0]! })).text())
    expect(await server.guest.send('POST /v1/lti_session', { token })).toMatchObject({
      code: 4,
      data: { error: 'campus-claimed', proof: expect.any(String) },
    })
  })

  it('asks whose account it is if the browser sends no cookie, as in a frame', async () => {
    const { form, redirect, cookie } = await start(newVisitor({ name: '<b>甲</b>' }), chapter())
    expect(cookie).toMatch(/HttpOnly; Secure; SameSite=None; Partitioned$/)
    const page = await (await post(redirect, form)).text()
    expect(page).toContain('data-same="no"')
    expect(page).toContain('&#60;b&#62;甲')
    expect(page).not.toContain('<b>')
  })

  it('the launch page may be framed by its platform only, other pages by nobody', async () => {
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

  it('stores the nonce in the frame of a platform that offers it', async () => {
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
    'no-link',
  ] as const)('a launch with the fault %s is refused', async (fault) => {
    platform.misbehave(fault)
    const response = await launch(newVisitor(), chapter())
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('#launch=')
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

  it('a teacher searches, chooses a chapter, and the platform gets a signed link to it', async () => {
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

  it('students, and launches with a script as return address, cannot choose', async () => {
    expect((await launch(newVisitor(), request())).status).toBe(403)
    const settings = { accept_types: ['ltiResourceLink'], deep_link_return_url: 'javascript:alert(1)' }
    const hostile = { ...request(), [claimNames.deepLinkSettings]: settings }
    expect((await launch(newVisitor({ teacher: true }), hostile)).status).toBe(403)
  })
})

describe('scores and rosters', () => {
  /** Launches as a student who then reads part of the chapter. */
  async function study(percent: number, done: boolean) {
    const visitor = newVisitor()
    const { userinfo } = await opened(visitor, chapter())
    const { id } = await server.db
      .selectFrom('users')
      .select('id')
      .where('uid', '=', userinfo.id)
      .executeTakeFirstOrThrow()
    await read(id, percent, done)
    return { visitor, id }
  }
  async function read(userId: number, percent: number, done: boolean) {
    const found = await server.db
      .selectFrom('chapters')
      .select(['id', 'curriculum_id'])
      .where('uid', '=', chapterUid)
      .executeTakeFirstOrThrow()
    const now = server.clock.now()
    const row = { percent, done_at: done ? now : null, updated_at: now }
    await server.db
      .insertInto('progress')
      .values({ user_id: userId, chapter_id: found.id, curriculum_id: found.curriculum_id, ...row })
      .onConflict((conflict) => conflict.columns(['user_id', 'chapter_id']).doUpdateSet(row))
      .execute()
  }
  const sentTo = ({ sub }: LtiVisitor) => platform.scores.filter(({ userId }) => userId === sub)

  it('sends what a student has reached, again when it changes, and not twice', async () => {
    const { visitor, id } = await study(40, false)
    server.clock.advance(61)
    await runJobs()
    expect(sentTo(visitor)).toMatchObject([
      { scoreGiven: 40, activityProgress: 'InProgress', gradingProgress: 'Pending' },
    ])
    server.clock.advance(61)
    await runJobs()
    expect(sentTo(visitor)).toHaveLength(1)
    await read(id, 100, true)
    server.clock.advance(61)
    await runJobs()
    expect(sentTo(visitor).at(-1)).toMatchObject({ scoreGiven: 100, activityProgress: 'Completed' })
  })

  it('retries with the intervals of payment notices, and with a new token if the old one ended', async () => {
    const { visitor } = await study(50, false)
    platform.refusals.push(503, 503)
    server.clock.advance(61)
    await runJobs()
    expect(sentTo(visitor)).toEqual([])
    server.clock.advance(14)
    await runJobs()
    expect(platform.refusals).toHaveLength(1)
    server.clock.advance(1)
    await runJobs()
    expect(platform.refusals).toHaveLength(0)
    platform.forgetTokens()
    server.clock.advance(15)
    await runJobs()
    expect(sentTo(visitor)).toMatchObject([{ scoreGiven: 50 }])
  })

  it('gives up a score that the platform refuses for good, and shows it in the console', async () => {
    const { visitor } = await study(60, false)
    platform.refusals.push(404)
    server.clock.advance(61)
    await runJobs()
    server.clock.advance(86_400)
    await runJobs()
    expect(sentTo(visitor)).toEqual([])
    const console = await openConsole()
    const { links } = await console.call('GET /staff/v1/lti_info', { schoolId: school.school.uid })
    expect(links.find(({ title }) => title.includes('第一章'))).toMatchObject({
      failing: 1,
      lastError: expect.stringContaining('404'),
      takesScores: true,
    })
  })

  it('reads the roster of a course with all its pages', async () => {
    const console = await openConsole()
    const { links } = await console.call('GET /staff/v1/lti_info', { schoolId: school.school.uid })
    platform.setMembers([
      { user_id: 'a', name: '甲', roles: ['Learner'], lis_person_sourcedid: '1' },
      { user_id: 'b', name: '乙', roles: ['Learner'], status: 'Inactive' },
      { user_id: 'c', name: '丙', roles: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'] },
      { name: 'no id' },
    ])
    await console.call('POST /staff/v1/lti_members_read', { schoolId: school.school.uid, id: links[0]!.id })
    await runJobs()
    const stored = await server.db.selectFrom('lti_members').selectAll().orderBy('subject').execute()
    expect(stored).toMatchObject([
      { subject: 'a', student_no: '1', is_teacher: false, active: true },
      { subject: 'b', active: false },
      { subject: 'c', is_teacher: true },
    ])
  })
})
