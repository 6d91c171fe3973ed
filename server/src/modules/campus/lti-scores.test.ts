import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { claimNames, ltiScopes } from '../../adapters/lti/claims'
import { addCurriculum } from '../../testing/catalogue'
import type { LtiVisitor } from '../../testing/simulators/lti-platform'
import { addSchool, asStaff, createStaff } from '../../testing/staff'
import { classJobs } from '../classes/jobs'
import { campusJobs } from './jobs'
import {
  chapter,
  chapterUid,
  link,
  newVisitor,
  openConsole,
  opened,
  platform,
  school,
  server,
  startLti,
} from './lti.fixture'

startLti()

async function runJobs() {
  const { db, clock, log, lti, xapi, config } = server.env
  const jobs = campusJobs({ lti, xapi, config })
  await jobs.send_lti_scores({ db, clock, log }, {})
  await jobs.read_lti_members({ db, clock, log }, {})
}

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

  it('sends the progress of a student, sends it again when it changes, and never sends the same value twice', async () => {
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

  it('retries at the intervals of payment notices, and with a new token if the old one expired', async () => {
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

  it('stops sending a score that the platform refuses for good, shows it, and sends it after the settings were saved', async () => {
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
    const schoolId = school.school.uid
    const [{ updatedAt: _, ...saved } = expect.fail('no platform')] = (
      await console.call('GET /staff/v1/lti_info', { schoolId })
    ).platforms
    await console.call('POST /staff/v1/lti_platform_save', { schoolId, ...saved })
    await runJobs()
    expect(sentTo(visitor)).toMatchObject([{ scoreGiven: 60 }])
  })

  it('asks for one scope per token, and keeps a score for later if the platform grants fewer scopes', async () => {
    const { visitor } = await study(70, false)
    await server.db.deleteFrom('service_tokens').where('name', 'like', 'lti %').execute()
    platform.misbehave('fewer-scopes')
    const before = platform.requestedScopes.length
    server.clock.advance(61)
    await runJobs()
    expect(sentTo(visitor)).toEqual([])
    expect(new Set(platform.requestedScopes.slice(before))).toEqual(
      new Set(['https://purl.imsglobal.org/spec/lti-ags/scope/score']),
    )
    platform.misbehave(null)
    server.clock.advance(15)
    await runJobs()
    expect(sentTo(visitor)).toMatchObject([{ scoreGiven: 70 }])
  })

  it('no score is sent for a link whose launch did not allow scores', async () => {
    const visitor = newVisitor()
    const { userinfo } = await opened(visitor, {
      ...link(`chapter:${chapterUid}`, 'link-without-scores'),
      [claimNames.scores]: { scope: [ltiScopes.members], lineitem: `${platform.url}/lineitems/7?type_id=1` },
    })
    const user = await server.db
      .selectFrom('users')
      .select('id')
      .where('uid', '=', userinfo.id)
      .executeTakeFirstOrThrow()
    await read(user.id, 80, false)
    server.clock.advance(61)
    await runJobs()
    expect(sentTo(visitor)).toEqual([])
    const { links } = await (await openConsole()).call('GET /staff/v1/lti_info', { schoolId: school.school.uid })
    expect(links.filter(({ takesScores }) => !takesScores)).toHaveLength(1)
    await server.db.deleteFrom('lti_links').where('resource_link_id', '=', 'link-without-scores').execute()
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

  it.each([
    ['an endless chain of pages', 'endless-members', 'does not end'],
    ['a next page on another site', 'foreign-members', 'another site'],
    ['a response without a list', 'no-members', 'no list'],
  ] as const)('a roster with %s is refused instead of being truncated', async (_, fault, reason) => {
    const console = await openConsole()
    const schoolId = school.school.uid
    const { links } = await console.call('GET /staff/v1/lti_info', { schoolId })
    const list = () => server.db.selectFrom('lti_members').select('subject').execute()
    const before = await list()
    expect(before).toHaveLength(3)
    platform.misbehave(fault)
    await console.call('POST /staff/v1/lti_members_read', { schoolId, id: links[0]!.id })
    await runJobs()
    expect(await list()).toEqual(before)
    const after = await console.call('GET /staff/v1/lti_info', { schoolId })
    expect(after.links[0]).toMatchObject({ membersDue: false, membersError: expect.stringContaining(reason) })
  })

  it('a roster read from a platform is compared with that of the school, and applied only when confirmed', async () => {
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
    // The list shows the name in the school's roster, which applying does not change, instead of the platform's.
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
  /**
   * Launches a target as a new student; `scores` runs the job and returns the scores that the platform has received.
   */
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

  it('a practice sends the best share of right answers after it has ended', async () => {
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

  it('the score of an exam is sent after the student was notified of it, and again after a regrade', async () => {
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

/** Adds a question to a bank; the test does not read its content. */
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
