import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { claimNames } from '../../adapters/lti/claims'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import { type LtiVisitor, startLtiPlatform } from '../../testing/simulators/lti-platform'
import { addSchool, asStaff, createStaff } from '../../testing/staff'
import { classJobs } from '../classes/jobs'
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

  it('a roster that was read is compared with that of the school, and applied only when confirmed', async () => {
    const { db } = server
    const schoolId = school.school.uid
    const console = await openConsole()
    const known = { school_id: school.school.id, class_id: school.first.id, student_no: '20269001', name: '周以宁' }
    await db.insertInto('rosters').values(known).execute()
    const { links } = await console.call('GET /staff/v1/lti_info', { schoolId })
    const { id } = links[0]!
    platform.setMembers([
      { user_id: 'a', name: '平台上的名字', roles: ['Learner'], lis_person_sourcedid: '20269001' },
      { user_id: 'b', name: '许清', roles: ['Learner'], lis_person_sourcedid: '20269002' },
      { user_id: 'd', name: '没有学号', roles: ['Learner'] },
      { user_id: 'e', name: '退课', roles: ['Learner'], lis_person_sourcedid: '20269003', status: 'Inactive' },
      { user_id: 'c', name: '丙', roles: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'] },
    ])
    await console.call('POST /staff/v1/lti_members_read', { schoolId, id })
    await runJobs()
    const roster = await console.call('POST /staff/v1/lti_members_import', { schoolId, id })
    const shown = await console.call('GET /staff/v1/roster_import', roster)
    expect(shown).toMatchObject({
      state: 'ready',
      counts: { new: 1, newMembers: 1, changed: 0, moved: 0, newClasses: 1, unknownTeachers: 1 },
      problems: [{ text: '没有学号没有可用的学号，没有列入', fatal: false }],
    })
    const listed = async (change: 'new' | 'joined') =>
      (await console.call('GET /staff/v1/roster_rows', { ...roster, change })).list.map(({ studentNo }) => studentNo)
    expect([await listed('new'), await listed('joined')]).toEqual([['20269002'], ['20269001']])
    // The name that stays is shown, not the one of the platform.
    const { list: members } = await console.call('GET /staff/v1/roster_rows', { ...roster, change: 'joined' })
    expect(members.map(({ name }) => name)).toEqual(['周以宁'])
    const numbers = () => db.selectFrom('class_students').select(['student_no', 'name']).where('name', '<>', '')
    expect(await numbers().where('student_no', '=', '20269002').execute()).toEqual([])
    await console.call('POST /staff/v1/roster_apply', { ...roster, remove: 'none', removing: 0 })
    const stored = await db
      .selectFrom('roster_imports')
      .select('id')
      .where('uid', '=', roster.id)
      .executeTakeFirstOrThrow()
    await classJobs.apply_roster(server.env, { roster: stored.id })
    const course = await db
      .selectFrom('classes')
      .select(['id', 'kind'])
      .where('name', '=', shown.newClassNames[0]!)
      .executeTakeFirstOrThrow()
    expect(course.kind).toBe('course')
    expect(await numbers().where('class_id', '=', course.id).orderBy('student_no').execute()).toEqual([
      { student_no: '20269001', name: '周以宁' },
      { student_no: '20269002', name: '许清' },
    ])
    const again = await console.call('POST /staff/v1/lti_members_import', { schoolId, id })
    expect(await console.call('GET /staff/v1/roster_import', again)).toMatchObject({
      counts: { new: 0, newMembers: 0, missing: 0, newClasses: 0 },
    })
    const foreign = await addSchool(server, 'lti-other')
    const stranger = await asStaff(
      server,
      await createStaff(server, 'school_admin', { kind: 'school', id: foreign.school.id }),
    )
    const refused = await stranger.send('POST /staff/v1/lti_members_import', { schoolId: foreign.school.uid, id })
    expect(refused.data).toMatchObject({ error: 'platform-not-found' })
  })
})

describe('scores of items, practices and exams', () => {
  /** Launches a target as a new student; `scores` runs the job and returns what the platform has got. */
  async function launchInto(target: string) {
    const visitor = newVisitor()
    const { userinfo } = await opened(visitor, link(target, `link-${target}`))
    const user = server.db.selectFrom('users').select('id').where('uid', '=', userinfo.id)
    const scores = async () => {
      server.clock.advance(61)
      await runJobs()
      return platform.scores.filter(({ userId }) => userId === visitor.sub)
    }
    return { id: (await user.executeTakeFirstOrThrow()).id, scores }
  }
  const done = { activityProgress: 'Completed', gradingProgress: 'FullyGraded' }

  it('an item sends the average of its chapters, and is final when all are read', async () => {
    const { db, clock } = server
    const book = await addCurriculum(db, {
      kind: 'textbook',
      title: '两章的书',
      chapters: [
        { title: '第一章', text: ['一'] },
        { title: '第二章', text: ['二'] },
      ],
    })
    const { id, scores } = await launchInto(`curriculum:${book.uid}`)
    const chapters = await db.selectFrom('chapters').select('id').where('curriculum_id', '=', book.id).execute()
    const read = ({ id: chapter_id }: { id: number }) =>
      db
        .insertInto('progress')
        .values({ user_id: id, chapter_id, curriculum_id: book.id, percent: 100, done_at: 1, updated_at: clock.now() })
        .execute()
    expect(await scores()).toEqual([])
    await read(chapters[0]!)
    expect(await scores()).toMatchObject([{ scoreGiven: 50, activityProgress: 'InProgress' }])
    await read(chapters[1]!)
    expect((await scores()).at(-1)).toMatchObject({ scoreGiven: 100, ...done })
  })

  it('a practice sends the best share of right answers, after it has ended', async () => {
    const { db } = server
    const bank = await addCurriculum(db, { kind: 'bank', title: '链接的题库' })
    const { id, scores } = await launchInto(`practice:${bank.uid}`)
    const question = await addQuestion(bank.id)
    const practise = async (right: number, ended: boolean, way = 'answer') => {
      const practice = await sql<{ id: number }>`
        insert into practices (user_id, curriculum_id, mode, way, scope, title, seed, version_ids, created_at, ended_at)
        values (${id}, ${bank.id}, 'chapter', ${way}, '', '练习', ${randomBytes(16)},
          ${Array(4).fill(question.version_id)}, 1, ${ended ? 2 : null}::bigint) returning id`.execute(db)
      for (let position = 0; position < 4; position++)
        await sql`insert into question_attempts (user_id, question_id, version_id, source, practice_id, position, seed,
            answer, verdict, score, max_score, waiting_score, detail, created_at)
          values (${id}, ${question.id}, ${question.version_id}, 'bank', ${practice.rows[0]!.id}, ${position},
            ${randomBytes(16)}, '{"type":"judge","value":true}', ${position < right ? 'right' : 'wrong'}, 0, 100, 0,
            '{"type":"judge"}', 1)`.execute(db)
    }
    await practise(4, false)
    await practise(4, true, 'recite')
    expect(await scores()).toEqual([])
    await practise(3, true)
    expect(await scores()).toMatchObject([{ scoreGiven: 75, ...done }])
    await practise(1, true)
    expect(await scores()).toHaveLength(1)
  })

  it('an exam sends its score when the student has been told, and again after a regrade', async () => {
    const { db, clock } = server
    const { id, scores } = await launchInto(`exam:${school.exam.uid}`)
    const now = clock.now()
    const attempt = { exam_id: school.exam.id, user_id: id, number: 1, seed: 1, state: 'submitted' as const }
    const times = { started_at: now, deadline_at: now + 60, submitted_at: now }
    await db
      .insertInto('exam_attempts')
      .values({ ...attempt, ...times, score_state: 'scored', score: 72, told_at: null })
      .execute()
    expect(await scores()).toEqual([])
    const change = (values: { told_at: number } | { score: number }) =>
      db.updateTable('exam_attempts').set(values).where('user_id', '=', id).execute()
    await change({ told_at: clock.now() })
    expect(await scores()).toMatchObject([{ scoreGiven: 72, ...done }])
    await change({ score: 80 })
    expect((await scores()).map(({ scoreGiven }) => scoreGiven)).toEqual([72, 80])
  })
})

/** Adds a question to a bank; its content is not read. */
async function addQuestion(bankId: number): Promise<{ id: number; version_id: number }> {
  const uid = randomUUID()
  const { rows } = await sql<{ id: number; version_id: number }>`
    with version as (
      insert into question_versions (question_uid, hash, source, body, rubric, created_at)
      values (${uid}, ${Buffer.alloc(32, 1)}, '{"question":{},"images":{}}', '{"type":"judge"}', '{"type":"judge"}', 1)
      returning id)
    insert into questions (uid, curriculum_id, slug, origin, type, score, difficulty, tags, free, position, version_id)
    select ${uid}, ${bankId}, 'one', '', 'judge', 100, 3, '{}', false, 0, id from version
    returning id, version_id`.execute(server.db)
  return rows[0]!
}
