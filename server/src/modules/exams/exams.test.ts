import { randomUUID } from 'node:crypto'
import { errors } from '@dxx/contract/errors'
import { arrange } from '@dxx/contract/rules/exam-order'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { answerFor, start, stepsFor, uidOf, withSchool } from './exams.fixture'
import { extendExam } from './operate'
import { hasRunningExam } from './public'

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
  it('starts, saves, hands in and is scored', async () => {
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
    // Somebody without a prepared attempt can start as well.
    const { client: late } = await school.student()
    expect((await start(late, exam)).attempt.number).toBe(1)
  })

  it('answers one written text, plain and compressed alike', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const device = randomUUID()
    const asked = (encoding: string) =>
      client.fetch('GET /v1/exam_start', { id: exam, device }, { headers: { 'accept-encoding': encoding } })
    const packed = await asked('gzip')
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('cache-control')).toBe('no-store')
    const read = async (response: Response) =>
      ((await response.json()) as { data: { epoch: number; questions: unknown[] } }).data
    const [first, second] = [await read(packed), await read(await asked('identity'))]
    expect(second.questions).toEqual(first.questions)
    expect(second.epoch).toBe(first.epoch + 1)
  })

  it('goes on where it stopped, in the same order, with what counts', async () => {
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
        { seq: 1, question: one!.id, answer: answerFor(one!, false), at: testStart },
        { seq: 3, question: one!.id, answer: answerFor(one!), flagged: true, at: testStart },
        { seq: 2, question: two!.id, answer: answerFor(two!), at: testStart },
        { seq: 4, question: two!.id, answer: null, at: testStart },
      ],
    })
    // Older ones that come later, and the same again, change nothing.
    await client.call(save, {
      attempt,
      epoch: 1,
      steps: [
        { seq: 1, question: one!.id, answer: answerFor(one!, false), at: testStart },
        { seq: 2, question: one!.id, answer: answerFor(one!, false), at: testStart },
      ],
    })
    const again = await start(client, exam, device)
    expect(again).toMatchObject({ epoch: 2, seed: first.seed, attempt: { id: attempt, deadline: testStart + 2400 } })
    expect(arrange(again.questions, again)).toEqual(arrange(first.questions, first))
    expect(again.answers).toEqual(
      expect.arrayContaining([
        { question: one!.id, answer: answerFor(one!), flagged: true },
        { question: two!.id, answer: null, flagged: false },
      ]),
    )
  })

  it('keeps fixed options in place and gives students orders of their own', async () => {
    const exam = await school.publish()
    const orders = new Set<string>()
    for (let i = 0; i < 6; i++) {
      const { client } = await school.student()
      const paper = await start(client, exam)
      const single = arrange(paper.questions, paper).find(({ type }) => type === 'single')
      if (single?.type !== 'single') throw new Error('no single')
      expect(single.options.at(-1)!.html).toContain('以上都不对')
      orders.add(
        arrange(paper.questions, paper)
          .map((question) => JSON.stringify(question))
          .join(),
      )
    }
    expect(orders.size).toBeGreaterThan(1)
  })

  it('refuses steps that do not fit without holding up the others', async () => {
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
        { seq: 4, question: one!.id, answer: answerFor(one!), at: testStart },
      ],
    })
    expect(saved.refused).toEqual([1, 2, 3])
    expect((await client.call(submit, { attempt: paper.attempt.id, epoch: 1 })).answered).toBe(1)
  })

  it('frees the paper from later edits', async () => {
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
  it('has to say that it takes over; the first one is told, and its steps are kept but do not count', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const phone = await start(client, exam)
    const [one, two] = phone.questions
    const attempt = phone.attempt.id
    await client.call(save, {
      attempt,
      epoch: 1,
      steps: [{ seq: 1, question: one!.id, answer: answerFor(one!), at: testStart }],
    })
    const laptop = randomUUID()
    expect(await client.send('GET /v1/exam_start', { id: exam, device: laptop })).toMatchObject({
      code: 4,
      data: { error: 'exam-elsewhere', attempt },
    })
    const taken = await start(client, exam, laptop, true)
    expect(taken).toMatchObject({ epoch: 2, answers: [{ question: one!.id }] })
    // The phone was offline and knows nothing of it.
    const told = await client.call(save, {
      attempt,
      epoch: 1,
      steps: [{ seq: 2, question: two!.id, answer: answerFor(two!), at: testStart }],
    })
    expect(told).toMatchObject({ takenOver: true, state: 'running' })
    expect(await client.send(submit, { attempt, epoch: 1 })).toMatchObject({
      code: 4,
      data: { error: 'exam-elsewhere' },
    })
    expect((await client.call(submit, { attempt, epoch: 2 })).answered).toBe(1)
    await school.tick()
    expect((await client.call(show, { id: attempt })).lateSteps).toBe(1)
  })

  it('cannot speak for an epoch that has not begun', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    await client.call(save, { attempt: paper.attempt.id, epoch: 9, steps: stepsFor(paper) })
    expect((await client.call(submit, { attempt: paper.attempt.id, epoch: 1 })).answered).toBe(0)
  })
})

describe('the clock', () => {
  it.each([
    ['before the deadline', 2399, { late: 0, answered: 4, state: 'submitted' }],
    ['at the deadline', 2400, { late: 0, answered: 4, state: 'submitted' }],
    ['within the grace', 2430, { late: 0, answered: 4, state: 'submitted' }],
    ['after the grace', 2431, { late: 4, answered: 0, state: 'closed' }],
  ])('a save %s', async (_when, seconds, { late, answered, state }) => {
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    server.clock.advance(seconds)
    const attempt = paper.attempt.id
    expect((await client.call(save, { attempt, epoch: 1, steps: stepsFor(paper) })).late).toBe(late)
    expect(await client.call(submit, { attempt, epoch: 1 })).toMatchObject({ answered, state })
  })

  it('closes what nobody hands in, scores what is there, and keeps what comes later', async () => {
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
    const kept = await client.call(save, { attempt, epoch: 1, steps: stepsFor(paper, true, 10) })
    expect(kept).toMatchObject({ state: 'closed', late: 4, takenOver: false })
    expect(await client.call(submit, { attempt, epoch: 1 })).toEqual(result.receipt)
    expect(await client.call(show, { id: attempt })).toMatchObject({ score: result.score, lateSteps: 4 })
  })

  it('is cut by the end of the window, and moved by extensions for all or for one', async () => {
    const exam = await school.publish({ endsAt: testStart + 1000 })
    const slug = await slugOf(exam)
    const [{ client: first, user }, { client: second }] = [await school.student(), await school.student()]
    const a = await start(first, exam)
    const b = await start(second, exam)
    expect(a.attempt.deadline).toBe(testStart + 1000)
    expect(await extendExam(server.db, { slug, seconds: 300 }, testStart)).toBe(2)
    expect(await extendExam(server.db, { slug, seconds: 600, student: user.mobile! }, testStart)).toBe(1)
    expect(await extendExam(server.db, { slug, seconds: 600, student: '13100000000' }, testStart)).toBeNull()
    const poll = (client: typeof first, attempt: string) => client.call(save, { attempt, epoch: 1, steps: [] })
    expect((await poll(first, a.attempt.id)).deadline).toBe(testStart + 1900)
    expect((await poll(second, b.attempt.id)).deadline).toBe(testStart + 1300)
    // Whoever begins later has the extension too; the questions stay closed until the last one is done.
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

describe('permission', () => {
  const permission = 'GET /v1/examination/permission'
  it('says why not, each in its own words', async () => {
    const now = await school.publish()
    const soon = await school.publish({ startsAt: testStart + 3600, endsAt: testStart + 7200 })
    const over = await school.publish({ startsAt: testStart - 7200, endsAt: testStart - 3600 })
    const { client: here } = await school.student()
    const guest = await server.as()
    const [there, otherClass] = [await school.student('there'), await school.student('here', 1)]
    expect(await guest.call(permission, { id: now })).toMatchObject({
      reason: 'student',
      msg: errors['student-required'].msg,
    })
    expect(await there.client.call(permission, { id: now })).toMatchObject({
      reason: 'school',
      msg: '这场考试由here大学发布，只有该校认证的学生可以参加',
    })
    expect(await otherClass.client.call(permission, { id: now })).toMatchObject({
      reason: 'class',
      msg: expect.stringContaining('没有发布给你的班级'),
    })
    expect(await here.call(permission, { id: soon })).toMatchObject({
      reason: 'not-started',
      msg: expect.stringMatching(/^考试还没有开始，1月15日 17:00 起可以进入$/),
    })
    expect(await here.call(permission, { id: over })).toMatchObject({
      reason: 'ended',
      msg: expect.stringContaining('考试已经结束'),
    })
    expect(await here.call(permission, { id: now })).toEqual({ allowed: true, reason: null, msg: '', action: 'start' })
    const paper = await start(here, now)
    expect(await here.call(permission, { id: now })).toMatchObject({ allowed: true, action: 'resume' })
    await here.call(submit, { attempt: paper.attempt.id, epoch: 1 })
    expect(await here.call(permission, { id: now })).toMatchObject({
      reason: 'no-attempts',
      msg: expect.stringContaining('已用完 1 次'),
    })
    // Starting says the same.
    for (const [client, id, reason] of [
      [there.client, now, 'school'],
      [otherClass.client, now, 'class'],
      [here, soon, 'not-started'],
      [here, over, 'ended'],
      [here, now, 'no-attempts'],
    ] as const)
      expect(await client.send('GET /v1/exam_start', { id, device: randomUUID() })).toMatchObject({
        code: 0,
        data: { error: 'exam-refused', reason },
      })
    expect((await guest.send('GET /v1/exam_start', { id: now, device: randomUUID() })).code).toBe(6)
    expect((await guest.send('GET /v1/exam_list', {})).code).toBe(6)
    for (const name of [permission, 'GET /v1/examination_info'] as const)
      expect(await here.send(name, { id: randomUUID() })).toMatchObject({ data: { error: 'exam-not-found' } })
  })

  it('lets somebody try again where more attempts are allowed', async () => {
    const exam = await school.publish({ attempts: 2 })
    const { client } = await school.student()
    const first = await start(client, exam)
    await client.call(submit, { attempt: first.attempt.id, epoch: 1, steps: stepsFor(first, false) })
    await school.tick()
    expect((await client.call(show, { id: first.attempt.id })).retry).toBe(true)
    const second = await start(client, exam)
    expect(second.attempt).toMatchObject({ number: 2, state: 'running' })
    expect(second.answers).toEqual([])
    await client.call(submit, { attempt: second.attempt.id, epoch: 1, steps: stepsFor(second) })
    await school.tick()
    const info = await client.call('GET /v1/examination_info', { id: exam })
    expect(info).toMatchObject({
      attemptsUsed: 2,
      attempts: [
        { score: 0, passed: false },
        { score: 10, passed: true },
      ],
    })
    expect(info.types).toMatchObject([{ type: 'single', count: 1, score: 2 }, {}, {}, {}])
    const records = await client.call('GET /v1/exam_records', { exam, pageSize: 1 })
    expect(records).toMatchObject({ total: 2, hasMore: true, list: [{ number: 2, score: 10, maxScore: 10 }] })
    const rest = await client.call('GET /v1/exam_records', { exam, pageSize: 1, lastItem: records.lastItem! })
    expect(rest).toMatchObject({ hasMore: false, list: [{ number: 1 }] })
  })

  it('is asked for every id: nobody gets at the attempts of others', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const { client: other } = await school.student()
    const paper = await start(client, exam)
    const attempt = paper.attempt.id
    await client.call(submit, { attempt, epoch: 1, steps: stepsFor(paper) })
    await school.tick()
    for (const [name, input] of [
      [save, { attempt, epoch: 1, steps: stepsFor(paper) }],
      [save, { attempt, epoch: 1, steps: [] }],
      [submit, { attempt, epoch: 1 }],
      ['POST /v1/exam_leave', { attempt, epoch: 1, leaves: [{ seq: 1, at: testStart, seconds: 3 }] }],
      [show, { id: attempt }],
      ['GET /v1/examination/question_analysis/read_permission', { id: attempt }],
    ] as const)
      expect(await other.send(name, input)).toMatchObject({ code: 0, data: { error: 'attempt-not-found' } })
    expect((await other.call('GET /v1/exam_records', { exam })).list).toEqual([])
  })
})

describe('the list', () => {
  it('shows what is published to my class: what runs, what comes, what is over', async () => {
    const { client } = await school.student('there', 1)
    const publish = (title: string, startsAt: number, endsAt: number) =>
      school.publish({
        title,
        startsAt: testStart + startsAt,
        endsAt: testStart + endsAt,
        school: 'there',
        classes: ['two'],
      })
    await publish('早就结束', -9000, -8000)
    await publish('以后', 900, 1900)
    await publish('刚结束', -900, -100)
    await publish('进行中', -100, 900)
    const { list, total } = await client.call('GET /v1/exam_list', {})
    expect(list.map(({ title, status }) => [title, status])).toEqual([
      ['进行中', 1],
      ['以后', 0],
      ['刚结束', 2],
      ['早就结束', 2],
    ])
    expect(total).toBe(4)
    expect(list[0]).toMatchObject({ now_date: testStart, examination_start: testStart - 100, school: 'there大学' })
    const ended = await client.call('GET /v1/exam_list', { status: 2, pageSize: 1 })
    expect(ended).toMatchObject({ total: 2, hasMore: true, list: [{ title: '刚结束' }] })
  })
})

describe('leaving the window', () => {
  it('is recorded once, with the longest time, and shown', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    const attempt = paper.attempt.id
    const leave = (leaves: { seq: number; at: number; seconds: number }[]) =>
      client.call('POST /v1/exam_leave', { attempt, epoch: 1, leaves })
    expect(await leave([{ seq: 1, at: testStart + 5, seconds: 0 }])).toEqual({ leaves: 1 })
    expect(await leave([{ seq: 1, at: testStart + 5, seconds: 40 }])).toEqual({ leaves: 1 })
    expect(
      await leave([
        { seq: 2, at: testStart + 90, seconds: 3 },
        { seq: 1, at: testStart + 5, seconds: 20 },
      ]),
    ).toEqual({
      leaves: 2,
    })
    await client.call(submit, { attempt, epoch: 1 })
    await school.tick()
    expect((await client.call(show, { id: attempt })).leaves).toEqual([
      { at: testStart + 5, seconds: 40 },
      { at: testStart + 90, seconds: 3 },
    ])
  })
})

describe('the receipt', () => {
  it('can be checked by anybody who holds it, and by nobody else', async () => {
    const exam = await school.publish()
    const { client } = await school.student()
    const paper = await start(client, exam)
    const receipt = await client.call(submit, { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) })
    const check = (attempt: string, hash: string) => server.guest.call('GET /v1/exam_receipt', { attempt, hash })
    expect(await check(receipt.attempt, receipt.hash)).toEqual({ valid: true, receipt })
    expect(await check(receipt.attempt, 'a'.repeat(64))).toEqual({ valid: false, receipt: null })
    expect(await check(randomUUID(), receipt.hash)).toEqual({ valid: false, receipt: null })
    // An answer that was put in afterwards shows.
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

describe('its questions', () => {
  it('are nowhere else until it is over', async () => {
    const owner = await school.student()
    const drill = await server.db
      .selectFrom('curricula')
      .select(['id', 'uid'])
      .where('slug', '=', 'drill')
      .executeTakeFirstOrThrow()
    const { grant } = await import('../access/public')
    await grant(server.db, { userId: owner.user.id, curriculumId: drill.id, source: 'free', now: testStart })
    const begin = (fresh = true) =>
      owner.client.call('POST /v1/bank_practice_start', { bank: drill.uid, mode: 'random', count: 10, fresh })
    const before = await begin()
    expect(before.count).toBe(4)
    await school.publish({
      questions: [{ from: { kind: 'bank', slug: 'drill' }, slugs: ['single', 'judge'] }],
      pass: 1,
    })
    expect((await begin()).count).toBe(2)
    // Nor through a practice that was begun before.
    const shown = await owner.client.call('GET /v1/bank_practice_questions', { id: before.id, from: 0 })
    expect(shown.map(({ question }) => question.type).sort()).toEqual(['blank', 'multiple'])
    const hidden = uidOf('single', 'drill')
    expect(
      await owner.client.send('POST /v1/bank_practice_answer', {
        id: before.id,
        question: hidden,
        answer: { type: 'single', options: [] },
      }),
    ).toMatchObject({ code: 7 })
    expect((await owner.client.send('POST /v1/question_favourite', { id: hidden, on: true })).code).toBe(7)
    expect((await owner.client.call('GET /v1/bank_home', { id: drill.uid })).chapters).toMatchObject([{ count: 2 }])
    server.clock.set(testStart + 3600 + 31)
    expect((await begin()).count).toBe(4)
  })
})
