import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StudentCallName } from '@dxx/contract/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { callAll } from '../../testing/call-all'
import type { Client } from '../../testing/client'
import { long, sampleOf } from '../../testing/measurements'
import { runOps } from '../../testing/ops'
import { fixtureAnswer, secrets, start, stemMark, stepsFor, uidOf, withSchool } from './exams.fixture'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let folder: string
beforeAll(async () => {
  server = await startTestApp({ floodPerUser: 100_000 })
  school = await withSchool(server)
  folder = await mkdtemp(join(tmpdir(), 'dxx-exams-'))
})
beforeEach(() => server.clock.set(testStart))
afterAll(async () => {
  await rm(folder, { recursive: true })
  await school.folder.remove()
  await server.close()
})

const show = 'GET /v1/show_exam'
const all = { questions: [{ from: { kind: 'bank', slug: 'pool' } }], pass: 9 }

const ops = (...args: string[]) => runOps(server, 'exams', ...args)

const slugOf = async (uid: string) =>
  (await server.db.selectFrom('exams').select('slug').where('uid', '=', uid).executeTakeFirstOrThrow()).slug

/** Starts an exam, answers all questions and submits. */
async function take(client: Client, exam: string, right = true) {
  const paper = await start(client, exam)
  await client.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper, right) })
  return paper
}

const titles = async (userId: number) =>
  (await server.db.selectFrom('messages').select('title').where('user_id', '=', userId).orderBy('id').execute()).map(
    ({ title }) => title,
  )

describe('answer keys', () => {
  it('answer keys are in no response until the analysis is released', async () => {
    const exam = await school.publish(all)
    const { client, user } = await school.student()
    const bodies: string[] = []
    const hear = async (name: Parameters<Client['send']>[0], input: object) => {
      const answer = await (await client.fetch(name, input)).text()
      bodies.push(answer)
      return JSON.parse(answer).data
    }
    await hear('GET /v1/exam_list', {})
    await hear('GET /v1/examination_info', { id: exam })
    const paper = await hear('GET /v1/exam_start', { id: exam, device: exam })
    const attempt = paper.attempt.id
    // The right answer to the blank is one of the secrets. It is not sent, because responses repeat the student's
    // answers.
    const steps = stepsFor(paper).filter((_, i) => paper.questions[i].type !== 'blank')
    await hear('POST /v1/exam_save', { attempt, epoch: 1, steps })
    await hear('GET /v1/exam_start', { id: exam, device: exam })
    await hear('POST /v1/exam_leave', { attempt, epoch: 2, leaves: [{ seq: 1, at: testStart, seconds: 1 }] })
    await hear('POST /v1/exam_submit', { attempt, epoch: 2 })
    await school.tick()
    const ids = await server.db.selectFrom('question_attempts').select('uid').where('user_id', '=', user.id).execute()
    expect(ids).toHaveLength(5)
    for (const { uid } of ids)
      expect(await hear('GET /v1/textbooks_question_result', { id: uid })).toMatchObject({ error: 'attempt-not-found' })
    for (const question of paper.questions)
      expect(await hear('GET /v1/textbooks_get_question', { id: question.id })).toMatchObject({
        error: 'question-not-found',
      })
    await hear(show, { id: attempt })
    await hear('GET /v1/exam_records', {})
    await hear('GET /v1/examination/question_analysis/read_permission', { id: attempt })
    await hear('GET /v1/exam_receipt', { attempt, hash: 'a'.repeat(64) })
    await hear('GET /v1/wrong_list', {})
    await hear('GET /v1/wrong_print', {})
    await hear('GET /v1/wrong_summary', {})
    await hear('GET /v1/test_list', {})
    await hear('GET /v130/curriculum_search', { keyword: '单选' })
    for (const answer of bodies) for (const secret of secrets) expect(answer).not.toContain(secret)
    // Positive control: the secrets are found once the exam has ended.
    server.clock.set(testStart + 3600 + 31)
    await school.tick()
    const shownResult = JSON.stringify(await hear(show, { id: attempt }))
    for (const secret of secrets) expect(shownResult).toContain(secret)
  })

  it(`no call of ${sampleOf('the API')} returns answer keys before, during or after the attempt`, async () => {
    const exam = await school.publish({ ...all, startsAt: testStart + 600 })
    const { client } = await school.student()
    const pool = await server.db
      .selectFrom('curricula as c')
      .innerJoin('chapters as ch', 'ch.curriculum_id', 'c.id')
      .select(['c.uid', 'ch.uid as chapter'])
      .where('c.slug', '=', 'pool')
      .executeTakeFirstOrThrow()
    const question = uidOf('single')
    let callCount = 0
    const ask = async (who: Client, ids: string[], words: string[]) => {
      // `npm test` makes every third call, with another offset each time.
      const shift = callCount++
      const named = { exam, bank: pool.uid, question, curriculumId: pool.uid, chapterId: pool.chapter }
      // Excluded, because they start and submit the exam; the test above checks their responses.
      const without: StudentCallName[] = ['GET /v1/exam_start', 'POST /v1/exam_submit']
      const { responses } = await callAll(who, {
        ids: [exam, question, ...ids],
        named,
        text: stemMark.slice(0, 3),
        without,
        only: (_, position) => long || position % 3 === shift % 3,
      })
      const disclosing = responses.filter(({ text }) => words.some((word) => text.includes(word)))
      expect(disclosing.map(({ name, input }) => [name, input])).toEqual([])
    }
    const everything = [...secrets, stemMark]
    await ask(client, [pool.uid, pool.chapter], everything)
    server.clock.set(testStart + 600)
    const paper = await start(client, exam)
    expect(JSON.stringify(paper)).toContain(stemMark)
    await ask(client, [paper.attempt.id], everything)
    // A classmate without an attempt who knows the attempt id gets no answer keys either.
    const friend = await school.student()
    await ask(friend.client, [paper.attempt.id], everything)
    await client.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1 })
    await school.tick()
    const scored = await server.db
      .selectFrom('question_attempts as q')
      .innerJoin('exam_attempts as a', 'a.id', 'q.exam_attempt_id')
      .select('q.uid')
      .where('a.uid', '=', paper.attempt.id)
      .executeTakeFirstOrThrow()
    await ask(client, [paper.attempt.id, scored.uid], everything)
  }, 240_000)
})

describe('the result of an exam', () => {
  it('contains verdicts, analysis and rank after the end of the exam, and wrong answers enter 错题本', async () => {
    const exam = await school.publish({ ...all, questions: [{ from: { kind: 'bank', slug: 'pool' }, chapter: 'all' }] })
    const [best, worst] = [await school.student(), await school.student()]
    const paper = await take(worst.client, exam, false)
    const other = await take(best.client, exam)
    await school.tick()
    const wrong = async () => (await worst.client.call('GET /v1/wrong_list', {})).list
    expect(await wrong()).toEqual([])
    server.clock.set(testStart + 3600 + 31)
    await school.tick()
    expect(await best.client.call(show, { id: other.attempt.id })).toMatchObject({
      score: 10,
      passed: true,
      rank: { place: 1, of: 2 },
      analysis: { allowed: true },
    })
    const result = await worst.client.call(show, { id: paper.attempt.id })
    expect(result).toMatchObject({ score: 0, passed: false, rank: { place: 2, of: 2 } })
    expect(result.sheet!.map(({ verdict }) => verdict)).toEqual(['wrong', 'wrong', 'wrong', 'wrong'])
    expect(result.results!.map(({ answer }) => answer)).toEqual(
      result.results!.map(({ question }) => fixtureAnswer(question, false)),
    )
    expect((await wrong()).map(({ source }) => source)).toEqual(['exam', 'exam', 'exam', 'exam'])
    expect(await titles(worst.user.id)).toEqual(['考试成绩已出'])
  })

  it('a result contains no answers if the exam does not release them', async () => {
    const exam = await school.publish({ analysis: 'never', rank: false })
    const { client } = await school.student()
    const paper = await take(client, exam, false)
    server.clock.set(testStart + 3600 + 31)
    await school.tick()
    expect(await client.call(show, { id: paper.attempt.id })).toMatchObject({
      rank: null,
      results: null,
      sheet: [{}, {}, {}, {}],
      analysis: { allowed: false, msg: '这场考试不公布答案和解析' },
    })
    expect((await client.call('GET /v1/wrong_list', {})).list).toEqual([])
  })

  it('contains the analysis immediately if the exam releases it on submission', async () => {
    // Uses questions of no other open exam, because such questions would be embargoed.
    const drill = [{ from: { kind: 'bank', slug: 'drill' } }]
    const exam = await school.publish({ analysis: 'submitted', questions: drill })
    const { client } = await school.student()
    const paper = await start(client, exam)
    const permission = 'GET /v1/examination/question_analysis/read_permission'
    expect(await client.call(permission, { id: paper.attempt.id })).toMatchObject({
      allowed: false,
      msg: '交卷后才能查看答案和解析',
    })
    await client.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1 })
    await school.tick()
    expect(await client.call(permission, { id: paper.attempt.id })).toMatchObject({ allowed: true })
    const another = await school.publish({ classes: ['two'], questions: drill })
    expect(await client.call(permission, { id: paper.attempt.id })).toMatchObject({ allowed: false })
    expect(await client.call(show, { id: paper.attempt.id })).toMatchObject({ results: null })
    const over = { starts_at: testStart - 3600, ends_at: testStart - 31, closes_at: testStart - 31 }
    await server.db.updateTable('exams').set(over).where('uid', '=', another).execute()
    expect(await client.call(permission, { id: paper.attempt.id })).toMatchObject({ allowed: true })
    expect((await client.call(show, { id: paper.attempt.id })).results).toHaveLength(4)
  })
})

describe('简答', () => {
  it('an exam with 简答 has no score until the answer is graded by command or CSV', async () => {
    const exam = await school.publish(all)
    const slug = await slugOf(exam)
    const [one, two] = [await school.student(), await school.student()]
    const [first, second] = [await take(one.client, exam), await take(two.client, exam)]
    await school.tick()
    expect(await one.client.call(show, { id: first.attempt.id })).toMatchObject({
      scoreState: 'marking',
      score: null,
      passed: null,
      waitingScore: 5,
      objective: { score: 10, maxScore: 10 },
      sheet: null,
    })
    expect(await titles(one.user.id)).toEqual([])
    const [head, ...rows] = await ops('waiting', slug)
    expect(head).toBe('\uFEFF作答编号,题号,题目,参考答案,评分要点,学生作答,满分,得分')
    expect(rows).toHaveLength(2)
    expect(rows.join()).not.toContain(one.user.mobile)
    const attempt = first.attempt.id
    await expect(ops('mark', attempt, '5', '6')).rejects.toThrow('得分要在 0 到 5 之间')
    await expect(ops('mark', attempt, '1', '1')).rejects.toThrow('第 1 题由系统评分，不用批阅')
    await expect(ops('mark', attempt, '9', '1')).rejects.toThrow(`没有作答 ${attempt} 的第 9 题`)
    expect(await ops('mark', attempt, '5', '4.5')).toEqual(['已批阅。'])
    const file = join(folder, 'marks.csv')
    const filled = rows.filter((row) => row.startsWith(second.attempt.id)).map((row) => `${row}3`)
    await writeFile(file, `${[head, ...filled, 'nonsense,5,,,,,,1', ''].join('\r\n')}`)
    await expect(ops('mark', file)).rejects.toThrow('有 1 行没有批阅')
    await school.tick()
    expect(await one.client.call(show, { id: attempt })).toMatchObject({ score: 14.5, passed: true, objective: null })
    expect(await two.client.call(show, { id: second.attempt.id })).toMatchObject({ score: 13 })
    expect(await titles(one.user.id)).toEqual(['考试成绩已出'])
    expect((await ops('list')).join('\n')).toContain('待批阅 0')
  })
})

describe('npm run ops -- exams publish', () => {
  const plan = (more = '') =>
    `title: 小测\nschool: here\nclasses: [two]\nstarts: +1h\nends: +2h\nduration: 30\npass: 1\nnotice: 带上**笔**。\nquestions: [{ from: bank/pool, chapter: all }]\n${more}`
  const write = async (name: string, text: string) => {
    const path = join(folder, name)
    await writeFile(path, text)
    return path
  }

  it('announces the exam; half an hour before the start attempts are prepared and students reminded once', async () => {
    const { client, user } = await school.student('here', 1)
    const { user: ofAnotherClass } = await school.student('here', 0)
    expect(await ops('publish', await write('small-quiz.yaml', plan()))).toEqual([
      '已发布《小测》：2027-01-15 17:00 – 2027-01-15 18:00，已通知 1 位学生。',
    ])
    await school.tick()
    expect(await titles(user.id)).toEqual(['新的考试'])
    const prepared = () =>
      server.db.selectFrom('exam_attempts').select('state').where('user_id', '=', user.id).execute()
    expect(await prepared()).toEqual([])
    server.clock.advance(1800)
    await school.tick()
    await school.tick()
    expect(await prepared()).toEqual([{ state: 'prepared' }])
    expect(await titles(user.id)).toEqual(['新的考试', '考试即将开始'])
    expect(await titles(ofAnotherClass.id)).toEqual([])
    const [card] = (await client.call('GET /v1/exam_list', {})).list
    expect(card).toMatchObject({ title: '小测', status: 0, attempt: null, attemptsUsed: 0 })
    const info = await client.call('GET /v1/examination_info', { id: card!.id })
    expect(info).toMatchObject({ notice: '<p>带上<strong>笔</strong>。</p>', permission: { reason: 'not-started' } })
  })

  it.each([
    ['again.yaml', plan('school: nowhere\n').replace('school: here\n', ''), '没有学校 nowhere'],
    ['no-class.yaml', plan().replace('[two]', '[nine]'), 'here大学没有班级 nine'],
    ['no-questions.yaml', plan().replace('chapter: all', 'slugs: [none]'), 'bank/pool 里没有题目 none'],
    ['bad-time.yaml', plan().replace('+1h', 'soon'), '时间要写成'],
    ['backwards.yaml', plan().replace('+2h', '-2h'), '结束时间要晚于开始时间'],
    ['high-pass.yaml', plan().replace('pass: 1', 'pass: 99'), '及格分 99 高于满分 10'],
    ['unknown.yaml', plan('colour: red\n'), 'colour'],
  ])('rejects %s with the reason', async (name, text, reason) => {
    await expect(ops('publish', await write(name, text))).rejects.toThrow(reason)
  })

  it('rejects a second publication of the same file', async () => {
    await ops('publish', await write('twice.yaml', plan()))
    await expect(ops('publish', join(folder, 'twice.yaml'))).rejects.toThrow('已经发布过了')
    expect((await ops('extend', 'twice', '10'))[0]).toMatch(/^已给 \d+ 位学生延长 10 分钟，作答中的有 0 份。$/)
    await expect(ops('extend', 'nothing', '10')).rejects.toThrow('没有考试 nothing')
  })
})
