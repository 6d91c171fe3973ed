import { randomUUID } from 'node:crypto'
import { arrangePaper } from '@dxx/contract/rules/exam-order'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { fixtureAnswer, start, stepsFor, withSchool } from './exams.fixture'
import { hasRunningExam } from './public'
import { extendDeadline } from './staff'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
})
beforeEach(() => server.clock.set(testStart))
afterAll(async () => {
  await school.folder.remove()
  await server.close()
})

const save = 'POST /v1/exam_save'
const submit = 'POST /v1/exam_submit'
const show = 'GET /v1/show_exam'
const slugOf = async (uid: string) =>
  (await server.db.selectFrom('exams').select('slug').where('uid', '=', uid).executeTakeFirstOrThrow()).slug

describe('taking an exam', () => {
  it('a student starts, saves and submits an exam, which is then scored', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    await school.tick()
    const paper = await start(client, exam)
    expect(paper).toMatchObject({
      title: '期中考试',
      epoch: 1,
      now: testStart,
      graceSeconds: 30,
      answers: [],
      attempt: { number: 1, state: 'running', startedAt: testStart, deadline: testStart + 2400, score: null },
    })
    const attempt = paper.attempt.id
    expect(await client.call(save, { attempt, epoch: 1, steps: stepsFor(paper) })).toEqual({
      now: testStart,
      deadline: testStart + 2400,
      state: 'running',
      takenOver: false,
      late: 0,
      refused: [],
    })
    expect(await client.send(show, { id: attempt })).toMatchObject({ data: { error: 'exam-running' } })
    server.clock.advance(600)
    const receipt = await client.call(submit, { attempt, epoch: 1 })
    expect(receipt).toMatchObject({ state: 'submitted', submittedAt: testStart + 600, answered: 4, count: 4 })
    await school.tick()
    expect(await client.call(show, { id: attempt })).toMatchObject({
      scoreState: 'scored',
      score: 10,
      passed: true,
      maxScore: 10,
      seconds: 600,
      results: null,
      sheet: null,
      rank: null,
      analysis: { allowed: false, availableAt: testStart + 3600 + 31 },
    })
    // A student without a prepared attempt can start too.
    const { client: late } = await school.student()
    expect((await start(late, exam)).attempt.number).toBe(1)
  })

  it('exam_start returns the same body with and without compression', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const device = randomUUID()
    const request = (encoding: string) =>
      client.fetch('GET /v1/exam_start', { id: exam, device }, { headers: { 'accept-encoding': encoding } })
    const packed = await request('gzip')
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('cache-control')).toBe('no-store')
    const read = async (response: Response) =>
      ((await response.json()) as { data: { epoch: number; questions: unknown[] } }).data
    const [first, second] = [await read(packed), await read(await request('identity'))]
    expect(second.questions).toEqual(first.questions)
    expect(second.epoch).toBe(first.epoch + 1)
  })

  it('resumes an attempt with the same order of questions and the newest answers', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const device = randomUUID()
    const first = await start(client, exam, device)
    const [one, two] = first.questions
    const attempt = first.attempt.id
    await client.call(save, {
      attempt,
      epoch: 1,
      steps: [
        { seq: 1, question: one!.id, answer: fixtureAnswer(one!, false), at: testStart },
        { seq: 3, question: one!.id, answer: fixtureAnswer(one!), flagged: true, at: testStart },
        { seq: 2, question: two!.id, answer: fixtureAnswer(two!), at: testStart },
        { seq: 4, question: two!.id, answer: null, at: testStart },
      ],
    })
    // Outdated and repeated steps change nothing.
    await client.call(save, {
      attempt,
      epoch: 1,
      steps: [
        { seq: 1, question: one!.id, answer: fixtureAnswer(one!, false), at: testStart },
        { seq: 2, question: one!.id, answer: fixtureAnswer(one!, false), at: testStart },
      ],
    })
    const again = await start(client, exam, device)
    expect(again).toMatchObject({ epoch: 2, seed: first.seed, attempt: { id: attempt, deadline: testStart + 2400 } })
    expect(arrangePaper(again.questions, again)).toEqual(arrangePaper(first.questions, first))
    expect(again.answers).toEqual(
      expect.arrayContaining([
        { question: one!.id, answer: fixtureAnswer(one!), flagged: true },
        { question: two!.id, answer: null, flagged: false },
      ]),
    )
  })

  it('fixed options stay in place and all others are shuffled per student', async () => {
    const exam = await school.publish()
    const orders = new Set<string>()
    for (let i = 0; i < 6; i++) {
      const { client } = await school.student()
      const paper = await start(client, exam)
      const single = arrangePaper(paper.questions, paper).find(({ type }) => type === 'single')
      if (single?.type !== 'single') throw new Error('no single')
      expect(single.options.at(-1)!.html).toContain('以上都不对')
      orders.add(
        arrangePaper(paper.questions, paper)
          .map((question) => JSON.stringify(question))
          .join(),
      )
    }
    expect(orders.size).toBeGreaterThan(1)
  })

  it('rejects invalid steps and saves all others', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    const [one] = paper.questions
    const saved = await client.call(save, {
      attempt: paper.attempt.id,
      epoch: 1,
      steps: [
        { seq: 1, question: randomUUID(), answer: null, at: testStart },
        { seq: 2, question: one!.id, answer: { type: 'code', source: '' }, at: testStart },
        { seq: 3, question: one!.id, answer: { type: 'single', options: ['aaaaaaaaaa'] }, at: testStart },
        { seq: 4, question: one!.id, answer: fixtureAnswer(one!), at: testStart },
      ],
    })
    expect(saved.refused).toEqual([1, 2, 3])
    expect((await client.call(submit, { attempt: paper.attempt.id, epoch: 1 })).answered).toBe(1)
  })

  it('a published paper does not change with later edits', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const before = await start(client, exam)
    await expect(server.db.updateTable('exam_questions').set({ position: 99 }).execute()).rejects.toThrow(
      'never changed',
    )
    await expect(server.db.deleteFrom('exam_questions').execute()).rejects.toThrow('never changed')
    await expect(server.db.updateTable('question_versions').set({ created_at: 0 }).execute()).rejects.toThrow(
      'never changed',
    )
    const after = await start(client, exam, randomUUID(), true)
    expect(after.questions).toEqual(before.questions)
  })
})

describe('another device', () => {
  it('a second device must confirm the takeover; later steps of the first are stored but do not count', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const phone = await start(client, exam)
    const [one, two] = phone.questions
    const attempt = phone.attempt.id
    await client.call(save, {
      attempt,
      epoch: 1,
      steps: [{ seq: 1, question: one!.id, answer: fixtureAnswer(one!), at: testStart }],
    })
    const laptop = randomUUID()
    expect(await client.send('GET /v1/exam_start', { id: exam, device: laptop })).toMatchObject({
      code: 4,
      data: { error: 'exam-elsewhere', attempt },
    })
    const taken = await start(client, exam, laptop, true)
    expect(taken).toMatchObject({ epoch: 2, answers: [{ question: one!.id }] })
    // The phone was offline during the takeover.
    const receipt = await client.call(save, {
      attempt,
      epoch: 1,
      steps: [{ seq: 2, question: two!.id, answer: fixtureAnswer(two!), at: testStart }],
    })
    expect(receipt).toMatchObject({ takenOver: true, state: 'running' })
    expect(await client.send(submit, { attempt, epoch: 1 })).toMatchObject({
      code: 4,
      data: { error: 'exam-elsewhere' },
    })
    expect((await client.call(submit, { attempt, epoch: 2 })).answered).toBe(1)
    await school.tick()
    expect((await client.call(show, { id: attempt })).lateSteps).toBe(1)
  })

  it('rejects saves and submissions for an epoch that has not begun, and stores nothing of them', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    const attempt = paper.attempt.id
    for (const [name, steps] of [
      [save, stepsFor(paper)],
      [save, []],
      [submit, stepsFor(paper)],
    ] as const)
      expect(await client.send(name, { attempt, epoch: 2, steps })).toMatchObject({
        code: 0,
        data: { error: 'epoch-unknown' },
      })
    expect((await client.call(submit, { attempt, epoch: 1 })).answered).toBe(0)
  })
})

describe('deadline and grace period', () => {
  it.each([
    ['before the deadline count', 2399, { late: 0, answered: 4, state: 'submitted' }],
    ['at the deadline count', 2400, { late: 0, answered: 4, state: 'submitted' }],
    ['within the grace period count', 2430, { late: 0, answered: 4, state: 'submitted' }],
    ['after the grace period are stored as late', 2431, { late: 4, answered: 0, state: 'closed' }],
  ])('steps saved %s', async (_when, seconds, { late, answered, state }) => {
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    server.clock.advance(seconds)
    const attempt = paper.attempt.id
    expect((await client.call(save, { attempt, epoch: 1, steps: stepsFor(paper) })).late).toBe(late)
    expect(await client.call(submit, { attempt, epoch: 1 })).toMatchObject({ answered, state })
  })

  it('closes overdue attempts, scores their answers and stores later steps as late', async () => {
    const exam = await school.publish()
    const { client, user } = await school.student()
    const paper = await start(client, exam)
    const attempt = paper.attempt.id
    await client.call(save, { attempt, epoch: 1, steps: stepsFor(paper).slice(0, 1) })
    server.clock.advance(2430)
    await school.tick()
    expect(await hasRunningExam(server.db, user.id, server.clock.now())).toBe(true)
    server.clock.advance(1)
    await school.tick()
    expect(await hasRunningExam(server.db, user.id, server.clock.now())).toBe(false)
    const result = await client.call(show, { id: attempt })
    expect(result).toMatchObject({
      state: 'closed',
      scoreState: 'scored',
      submittedAt: testStart + 2400,
      receipt: { answered: 1, state: 'closed' },
    })
    const closed = await client.call(save, { attempt, epoch: 1, steps: stepsFor(paper, true, 10) })
    expect(closed).toMatchObject({ state: 'closed', late: 4, takenOver: false })
    expect(await client.call(submit, { attempt, epoch: 1 })).toEqual(result.receipt)
    expect(await client.call(show, { id: attempt })).toMatchObject({ score: result.score, lateSteps: 4 })
  })

  it('stores at most 64 KiB of late steps per attempt, also with concurrent saves', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    const attempt = paper.attempt.id
    await client.call(submit, { attempt, epoch: 1 })
    const blank = paper.questions.find(({ type }) => type === 'blank')!
    const batch = (first: number) =>
      Array.from({ length: 40 }, (_, i) => ({
        seq: first + i,
        question: blank.id,
        answer: { type: 'blank' as const, blanks: ['长'.repeat(100)] },
        flagged: false,
        at: server.clock.now(),
      }))
    const one = await client.call(save, { attempt, epoch: 1, steps: batch(1) })
    expect(one).toMatchObject({ late: 40, refused: [] })
    // Repeated steps are not stored again.
    expect(await client.call(save, { attempt, epoch: 1, steps: batch(1) })).toMatchObject({ late: 0, refused: [] })
    const rest = await Promise.all(
      Array.from({ length: 12 }, (_, i) => client.call(save, { attempt, epoch: 1, steps: batch(1000 * (i + 1)) })),
    )
    const late = 40 + rest.reduce((sum, answer) => sum + answer.late, 0)
    const refused = rest.reduce((sum, answer) => sum + answer.refused.length, 0)
    expect(late + refused).toBe(40 * 13)
    const { rows } = await sql<{ steps: number; bytes: number }>`
      select count(*)::int as steps, sum(octet_length(s.answer::text))::int as bytes
      from exam_steps s join exam_attempts a on a.id = s.attempt_id where a.uid = ${attempt}`.execute(server.db)
    expect(rows[0]!.steps).toBe(late)
    expect(rows[0]!.bytes).toBeLessThanOrEqual(64 * 1024)
    expect(rows[0]!.bytes).toBeGreaterThan(32 * 1024)
    expect((await client.call(show, { id: attempt })).lateSteps).toBe(late)
  })

  it('the deadline is at most the end of the exam; extensions for all students or for one move it', async () => {
    const exam = await school.publish({ endsAt: testStart + 1000 })
    const slug = await slugOf(exam)
    const [{ client: first, user }, { client: second }] = [await school.student(), await school.student()]
    const a = await start(first, exam)
    const b = await start(second, exam)
    expect(a.attempt.deadline).toBe(testStart + 1000)
    expect(await extendDeadline(server.db, { slug, seconds: 300 }, testStart)).toMatchObject({ moved: 2 })
    expect(await extendDeadline(server.db, { slug, seconds: 600, students: [user.id] }, testStart)).toMatchObject({
      moved: 1,
    })
    expect(await extendDeadline(server.db, { slug, seconds: 600, students: [0] }, testStart)).toBeNull()
    const poll = (client: typeof first, attempt: string) => client.call(save, { attempt, epoch: 1, steps: [] })
    expect((await poll(first, a.attempt.id)).deadline).toBe(testStart + 1900)
    expect((await poll(second, b.attempt.id)).deadline).toBe(testStart + 1300)
    // Later starts get the extension too; the questions stay embargoed until the last attempt ends.
    server.clock.advance(900)
    const { client: third } = await school.student()
    expect((await start(third, exam)).attempt.deadline).toBe(testStart + 1300)
    server.clock.set(testStart + 1500)
    await school.tick()
    expect(await first.call('GET /v1/examination/permission', { id: exam })).toMatchObject({ action: 'resume' })
    expect((await second.call(show, { id: b.attempt.id })).analysis.availableAt).toBe(testStart + 1931)
    const notices = await server.db.selectFrom('messages').select('title').where('user_id', '=', user.id).execute()
    expect(notices.filter(({ title }) => title === '考试延时')).toHaveLength(2)
  })
})

describe('the receipt', () => {
  it('exam_receipt verifies a receipt only with the right hash and unchanged answers', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    const receipt = await client.call(submit, { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) })
    const check = (attempt: string, hash: string) => server.guest.call('GET /v1/exam_receipt', { attempt, hash })
    expect(await check(receipt.attempt, receipt.hash)).toEqual({ valid: true, receipt })
    expect(await check(receipt.attempt, 'a'.repeat(64))).toEqual({ valid: false, receipt: null })
    expect(await check(randomUUID(), receipt.hash)).toEqual({ valid: false, receipt: null })
    // An answer added after the submission makes the receipt invalid.
    const row = {
      attempt_id: 0,
      epoch: 99,
      seq: 1,
      position: 0,
      answer: '{"type":"judge","value":true}',
      flagged: false,
    }
    const { id } = await server.db
      .selectFrom('exam_attempts')
      .select('id')
      .where('uid', '=', receipt.attempt)
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('exam_steps')
      .values({ ...row, attempt_id: id, at: 0, received_at: 0, fate: 'counted' })
      .execute()
    expect(await check(receipt.attempt, receipt.hash)).toMatchObject({ valid: false })
  })
})
