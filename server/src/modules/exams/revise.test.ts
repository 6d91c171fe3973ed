import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { runOps } from '../../testing/ops'
import { start, stepsFor, withSchool } from './exams.fixture'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let folder: string
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
  folder = await mkdtemp(join(tmpdir(), 'dxx-exams-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await school.folder.remove()
  await server.close()
})

const ops = async (...args: string[]) => (await runOps(server, 'exams', ...args)).join('\n')

const plan = (changes: Record<string, string> = {}) =>
  Object.entries({
    title: '小测',
    school: 'here',
    classes: '[one]',
    starts: '+1h',
    ends: '+2h',
    duration: '30',
    pass: '1',
    notice: '带上笔。',
    questions: '[{ from: bank/pool, slugs: [single, judge] }]',
    ...changes,
  })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')

async function write(name: string, changes: Record<string, string> = {}): Promise<string> {
  const path = join(folder, `${name}.yaml`)
  await writeFile(path, plan(changes))
  return path
}

const messages = async (userId: number) =>
  (
    await server.db
      .selectFrom('messages')
      .select(['title', 'body'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ title, body }) => `${title} ${body}`)

const listed = async (client: Awaited<ReturnType<typeof school.student>>['client']) =>
  (await client.call('GET /v1/exam_list', {})).list

describe('ops exams with files', () => {
  it('refuses an exam without students, warns of time clashes and sends the reason of a correction', async () => {
    const nowhere = { school: 'there', classes: '[two]' }
    await expect(ops('publish', await write('nobody', nowhere))).rejects.toThrow('还没有认证通过的学生')
    expect(await server.db.selectFrom('exams').select('id').where('slug', '=', 'nobody').execute()).toEqual([])
    const { user } = await school.student('there', 0)
    const there = { school: 'there', starts: '+1d', ends: '+2d' }
    expect(await ops('publish', await write('first', there))).not.toContain('注意')
    expect(await ops('publish', await write('second', { ...there, title: '补考' }))).toMatch(
      /^注意：.*还有《小测》。\n已发布/,
    )
    expect(await ops('postpone', 'second', '+3d')).not.toContain('注意')
    expect(await ops('postpone', 'second', '+1d')).toContain('还有《小测》')
    await ops('correct', await write('second', { ...there, title: '补考二' }), '题目', '超纲')
    expect((await messages(user.id)).at(-1)).toMatch(/^考试有修改 .*原因：题目 超纲$/)
    await ops('withdraw', 'first', '测试')
    await ops('withdraw', 'second', '测试')
  })
})

describe('before the first start', () => {
  it('withdraws an exam: students get the reason, starting is rejected, its questions are released', async () => {
    const { client, user } = await school.student()
    await ops('publish', await write('gone', { questions: '[{ from: bank/drill, slugs: [single] }]' }))
    const [card] = await listed(client)
    const drill = await server.db
      .selectFrom('curricula')
      .select('uid')
      .where('slug', '=', 'drill')
      .executeTakeFirstOrThrow()
    const count = async () => (await client.call('GET /v1/bank_home', { id: drill.uid })).chapters[0]!.count
    const hidden = await count()
    server.clock.advance(1800)
    await school.tick()
    expect(await ops('withdraw', 'gone', '教室停电')).toContain('已撤回，并已通知')
    expect(await count()).toBe(hidden + 1)
    expect(await listed(client)).toEqual([])
    expect((await messages(user.id)).at(-1)).toMatch(/^考试已撤回 .*《小测》已撤回：教室停电$/)
    server.clock.advance(1800)
    await school.tick()
    const refused = { code: 0, msg: '《小测》已撤回：教室停电', data: { error: 'exam-not-found' } }
    for (const call of ['GET /v1/examination_info', 'GET /v1/examination/permission'] as const)
      expect(await client.send(call, { id: card!.id })).toMatchObject(refused)
    const device = '00000000-0000-4000-8000-000000000001'
    expect(await client.send('GET /v1/exam_start', { id: card!.id, device, takeOver: false })).toMatchObject(refused)
    await expect(ops('withdraw', 'gone', '再来')).rejects.toThrow('已经撤回')
    await expect(ops('extend', 'gone', '10')).rejects.toThrow('没有这场考试')
    // The withdrawn exam is published again with the same slug and link.
    await ops('correct', await write('gone', { title: '小测（补）', starts: 'now' }))
    expect(await listed(client)).toMatchObject([{ id: card!.id, title: '小测（补）', status: 1 }])
    expect((await messages(user.id)).at(-1)).toContain('新的考试 here大学发布了《小测（补）》')
    expect((await start(client, card!.id)).questions).toHaveLength(2)
  })

  it('postpones an exam: keeps its length by default, notifies and reminds all students again', async () => {
    const { client, user } = await school.student('here', 1)
    await ops('publish', await write('later', { classes: '[two]' }))
    const now = server.clock.now()
    server.clock.advance(1800)
    await school.tick()
    await ops('extend', 'later', '5', String(user.id))
    expect(await ops('postpone', 'later', '+2d')).toContain('已通知 1 位学生')
    const moved = now + 1800 + 2 * 86_400
    expect(await listed(client)).toMatchObject([{ examination_start: moved, examination_end: moved + 3600, status: 0 }])
    expect((await messages(user.id)).at(-1)).toContain('考试时间有变 《小测》改为')
    server.clock.set(moved - 1800)
    await school.tick()
    expect((await messages(user.id)).at(-1)).toContain('考试即将开始')
    await expect(ops('postpone', 'later', '-1h')).rejects.toThrow('过去')
    await expect(ops('postpone', 'later', '+2h', '+1h')).rejects.toThrow('结束时间要晚于')
    await expect(ops('postpone', 'later', 'tomorrow')).rejects.toThrow('用法')
    await expect(ops('postpone', 'later', '2027-02-30 09:00')).rejects.toThrow('没有 2027-02-30 09:00')
    server.clock.set(moved)
    const [card] = await listed(client)
    const paper = await start(client, card!.id)
    // The student's own extension of five minutes still applies.
    expect(paper.attempt.deadline).toBe(moved + 1800 + 300)
    await client.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) })
  })

  it('corrects an exam: replaces paper, classes and notice and notifies each student of the changes', async () => {
    const [one, two] = [await school.student('there', 0), await school.student('there', 1)]
    const there = { school: 'there', starts: 'now' }
    await ops('publish', await write('wrong', { ...there, classes: '[one]' }))
    const [card] = await listed(one.client)
    // Attempts are prepared, and the server has cached the paper.
    await school.tick()
    await one.client.call('GET /v1/examination_info', { id: card!.id })
    await ops(
      'correct',
      await write('wrong', {
        ...there,
        classes: '[one, two]',
        notice: '不用带笔。',
        questions: '[{ from: bank/pool, slugs: [multiple, blank, judge] }]',
      }),
    )
    expect((await messages(one.user.id)).at(-1)).toContain('考试有修改')
    expect((await messages(two.user.id)).at(-1)).toContain('新的考试')
    const info = await two.client.call('GET /v1/examination_info', { id: card!.id })
    expect(info).toMatchObject({ notice: '<p>不用带笔。</p>', count: 3, score: 8 })
    await ops('correct', await write('wrong', { ...there, classes: '[two]' }))
    expect((await messages(one.user.id)).at(-1)).toBe('考试已撤回 《小测》不再面向你的班级。')
    expect(await one.client.send('GET /v1/examination_info', { id: card!.id })).toMatchObject({ code: 0 })
    await ops('correct', await write('wrong', { ...there, classes: '[one, two]' }))
    const paper = await start(two.client, card!.id)
    expect(paper.questions.map(({ type }) => type).sort()).toEqual(['judge', 'single'])

    // After the first start changes are rejected.
    await expect(ops('correct', join(folder, 'wrong.yaml'))).rejects.toThrow('已经有 1 人开始作答')
    await expect(ops('postpone', 'wrong', '+1d')).rejects.toThrow('已经有 1 人开始作答')
    await expect(ops('withdraw', 'wrong', '不考了')).rejects.toThrow('已经有 1 人开始作答')
    const papers = server.db.deleteFrom('exam_questions').where('question_id', '>', 0)
    await expect(papers.execute()).rejects.toThrow('never changed')
    await one.client.call('POST /v1/exam_submit', {
      attempt: (await start(one.client, card!.id)).attempt.id,
      epoch: 1,
      steps: [],
    })
  })

  it('an invalid correction changes nothing, and unknown exams, classes and files are reported', async () => {
    const { client } = await school.student('here', 1)
    await ops('publish', await write('stays', { classes: '[two]' }))
    const before = await server.db.selectFrom('exams').selectAll().where('slug', '=', 'stays').execute()
    await expect(ops('correct', await write('stays', { classes: '[two]', pass: '99' }))).rejects.toThrow('及格分')
    await expect(ops('correct', await write('stays', { classes: '[nine]' }))).rejects.toThrow('没有班级 nine')
    expect(await server.db.selectFrom('exams').selectAll().where('slug', '=', 'stays').execute()).toEqual(before)
    expect((await listed(client)).filter(({ status }) => status === 0)).toHaveLength(1)
    await expect(ops('correct', await write('never-published'))).rejects.toThrow('没有考试 never-published')
    await expect(ops('withdraw', 'never-published', '原因')).rejects.toThrow('没有考试 never-published')
    await expect(ops('withdraw', 'stays')).rejects.toThrow('用法')
    await expect(ops('publish', join(folder, 'no-such.yaml'))).rejects.toThrow('没有文件')
  })

  it('a start during a correction gets the new paper, or the old paper and the correction is refused', async () => {
    for (let round = 0; round < 8; round++) {
      const slug = `race-${round}`
      const { client } = await school.student()
      const title = `小测 ${round}`
      await ops('publish', await write(slug, { title, starts: 'now' }))
      const card = (await listed(client)).find((exam) => exam.title === title)
      if (round % 2 === 0) await school.tick()
      const file = await write(slug, {
        title,
        starts: 'now',
        questions: '[{ from: bank/pool, slugs: [multiple, blank, judge] }]',
      })
      const [paper, corrected] = await Promise.all([
        start(client, card!.id),
        ops('correct', file).then(
          () => true,
          () => false,
        ),
      ])
      expect(paper.questions).toHaveLength(corrected ? 3 : 2)
      await client.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1, steps: [] })
    }
  })
})

describe('analysis of an exam that shares questions with another exam', () => {
  const asks = { questions: [{ from: { kind: 'bank', slug: 'pool' }, slugs: ['single'] }], pass: 1 }

  it('the analysis stays readable after the end if an exam with the same questions is published later', async () => {
    const { client } = await school.student()
    const exam = await school.publish(asks)
    const paper = await start(client, exam)
    await client.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) })
    server.clock.advance(3600 + 31)
    await school.tick()
    const read = () => client.call('GET /v1/show_exam', { id: paper.attempt.id })
    expect((await read()).analysis.allowed).toBe(true)
    await school.publish({ ...asks, classes: ['two'] })
    expect(await read()).toMatchObject({ analysis: { allowed: true }, results: [{ verdict: 'right' }] })
    expect(
      await client.call('GET /v1/examination/question_analysis/read_permission', { id: paper.attempt.id }),
    ).toMatchObject({ allowed: true })
  })

  it('answers and explanations stay hidden after submission while another exam with the same questions is open', async () => {
    const { client } = await school.student('here', 1)
    const exam = await school.publish({ ...asks, classes: ['two'], analysis: 'submitted' })
    await school.publish({ ...asks, classes: ['one'] })
    const paper = await start(client, exam)
    await client.call('POST /v1/exam_submit', { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) })
    await school.tick()
    expect(await client.call('GET /v1/show_exam', { id: paper.attempt.id })).toMatchObject({
      analysis: { allowed: false, msg: expect.stringContaining('另一场考试') },
      results: null,
    })
  })
})

it('`exams list --after` continues after the given exam', async () => {
  for (let i = 0; i < 60; i++) await school.publish({ slug: `many-${i}`, startsAt: testStart - i * 60 })
  const all: string[] = []
  let after: string[] = []
  for (let page = 0; page < 5; page++) {
    const text = await ops('list', ...after)
    all.push(...[...text.matchAll(/^(many-\d+)/gm)].map(([, slug]) => slug!))
    const more = /--after (\S+)/.exec(text)?.[1]
    if (!more) break
    after = ['--after', more]
  }
  expect(all).toHaveLength(60)
  expect(new Set(all).size).toBe(60)
})
