import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testStart } from '../../../testing/app'
import { runOps } from '../../../testing/ops'
import { start, uidOf } from '../exams.fixture'
import { allTypes, type Desk, runRegrades, sit, startDesk, wholePool } from './desk.fixture'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.server.clock.set(testStart))
afterAll(() => desk.close())

const ops = async (...args: string[]) => (await runOps(desk.server, 'exams', ...args)).join('\n')

async function published(plan = {}) {
  const exam = await desk.school.publish({ shuffle: { questions: false, options: false }, ...plan })
  const { slug } = await desk.server.db
    .selectFrom('exams')
    .select('slug')
    .where('uid', '=', exam)
    .executeTakeFirstOrThrow()
  return { exam, slug }
}

it('pauses, messages, resumes, shows and ends a running exam', async () => {
  const { exam, slug } = await published()
  const { client } = await desk.school.student()
  const paper = await start(client, exam)
  const save = () => client.call('POST /v1/exam_save', { attempt: paper.attempt.id, epoch: 1, steps: [] })
  expect(await ops('pause', slug, '停电', '五分钟')).toContain('作答中的有 1 份')
  expect((await save()).paused).toMatchObject({ reason: '停电 五分钟' })
  expect(await ops('say', slug, '请留在座位上')).toBe('已发给 1 位学生。')
  expect((await save()).messages).toMatchObject([{ body: '请留在座位上' }])
  desk.server.clock.advance(300)
  expect(await ops('resume', slug)).toContain('顺延 300 秒')
  expect(await ops('resume', slug)).toBe('考试没有暂停。')
  expect((await save()).paused).toBeUndefined()
  expect(await ops('live', slug)).toMatch(/作答中 {2}已答 0 \/ 4/)
  expect(await ops('end', slug, '0', '提前收卷')).toContain('作答中的有 1 份')
  await expect(ops('pause', slug)).rejects.toThrow()
  await expect(ops('pause', 'nothing', '停电')).rejects.toThrow('没有考试 nothing')
})

it('sends students in the exam a message that names the ruled question by its stem, before scoring too', async () => {
  const { exam, slug } = await published()
  const { client } = await desk.school.student()
  const paper = await start(client, exam)
  const save = () => client.call('POST /v1/exam_save', { attempt: paper.attempt.id, epoch: 1, steps: [] })
  expect(await ops('regrade', slug, '1', 'give', '选项有误')).toContain('已开始重算 0 份')
  const given = await save()
  expect(given).toMatchObject({ given: [uidOf('single')] })
  expect(given.messages!.at(-1)!.body).toMatch(/考场上问单选？”这道单选题全体送分.*原因：选项有误/)
  await runRegrades(desk.server)
  await ops('regrade', slug, '1', 'void', '题目超纲')
  const voided = await save()
  expect(voided).toMatchObject({ voided: [uidOf('single')] })
  expect(voided.given).toBeUndefined()
  expect(voided.messages!.at(-1)!.body).toContain('这道单选题作废')
  await runRegrades(desk.server)
  await ops('regrade', slug, '1', 'original', '更正有误')
  expect((await save()).messages!.at(-1)!.body).toContain('恢复原来的评分')
  await runRegrades(desk.server)
})

it('regrades, lists regrades and analyses questions of an ended exam', async () => {
  const { slug, exam } = await published()
  await sit(desk, exam, allTypes)
  await sit(desk, exam, ['single'])
  desk.server.clock.set(testStart + 3700)
  await desk.school.tick()
  expect(await ops('regrades', slug)).toBe('没有改过评分。')
  expect(await ops('regrade', slug, '2', 'give', '选项有误')).toBe('已开始重算 2 份作答，其中 1 份的成绩会变。')
  expect(await ops('regrades', slug)).toContain('正在重算 0 / 2')
  await runRegrades(desk.server)
  expect(await ops('regrades', slug)).toBe('第 2 题  送分  变了 1 份（加 1，减 0）  命令行：选项有误')
  expect(await ops('results', slug)).toContain(',6,')
  const [head, whole, first] = (await ops('analysis', slug)).split('\n')
  expect(head).toContain('题号,题目,满分,得分率,区分度')
  expect(whole).toContain('人数 2')
  expect(first).toMatch(/^1,考场上问单选？,2,1,/)
  await expect(ops('regrade', slug, '9', 'give', '没有')).rejects.toThrow('没有第 9 题')
})

it('lists appeals and answers them with a score or without', async () => {
  const { slug, exam } = await published(wholePool)
  const { client, attempt } = await sit(desk, exam, allTypes)
  desk.server.clock.set(testStart + 3700)
  await desk.school.tick()
  await ops('mark', attempt, '5', '1')
  expect(await ops('appeals', slug)).toBe('没有等待答复的复核申请。')
  const appeal = (question: string) =>
    client.call('POST /v1/exam_appeal', { attempt, question: uidOf(question), reason: '请再看看这一题' })
  await appeal('short')
  const id = (await ops('appeals', slug)).slice(0, 36)
  await expect(ops('answer', id, '6', '太多了')).rejects.toThrow('得分要在 0 到 5 之间')
  expect(await ops('answer', id, '4', '确实', '有两点')).toBe('已答复：这题现在 4 分。')
  await expect(ops('answer', id, 'keep', '再来')).rejects.toThrow()
  await appeal('single')
  const other = (await ops('appeals', slug)).slice(0, 36)
  await expect(ops('answer', other, '2', '改')).rejects.toThrow('系统评分')
  expect(await ops('answer', other, 'keep', '答案没有问题')).toBe('已答复：维持原来的得分。')
  const shown = await client.call('GET /v1/show_exam', { id: attempt })
  expect(shown.score).toBe(14)
  expect(shown.appeals!.map(({ state, answer }) => [state, answer])).toEqual([
    ['changed', '确实 有两点'],
    ['kept', '答案没有问题'],
  ])
  await expect(ops('answer', 'x', 'keep', '好')).rejects.toThrow()
})

it('extends the time of listed students and sends them a message, both with words for them alone', async () => {
  const { exam, slug } = await published()
  const students = [await desk.school.student(), await desk.school.student(), await desk.school.student()]
  const papers = []
  for (const { client } of students) papers.push(await start(client, exam))
  const [one, two, three] = students.map(({ user }) => String(user.id))
  expect(await ops('extend', slug, '10', `${one},${two}`, '设备', '故障')).toBe(
    '已给 2 位学生延长 10 分钟，作答中的有 2 份。',
  )
  expect(await ops('say', slug, '--to', three!, '请举手')).toBe('已发给 1 位学生。')
  const saved = []
  for (const [i, { client }] of students.entries())
    saved.push(await client.call('POST /v1/exam_save', { attempt: papers[i]!.attempt.id, epoch: 1, steps: [] }))
  expect(saved.map(({ deadline }) => deadline - testStart)).toEqual([3000, 3000, 2400])
  expect(saved.map(({ messages }) => messages?.map(({ body }) => body))).toEqual([undefined, undefined, ['请举手']])
  const { rows } = await sql<{ body: string }>`
    select body from messages where user_id = ${students[0]!.user.id} and title = '考试延时'`.execute(desk.server.db)
  expect(rows[0]!.body).toContain('原因：设备 故障')
  await expect(ops('extend', slug, '10', 'nobody')).rejects.toThrow('没有发布给学生 nobody')
})

it('postpones with a reason that students see', async () => {
  const { slug } = await published({ startsAt: testStart + 86_400, endsAt: testStart + 90_000 })
  const { user } = await desk.school.student()
  expect(await ops('postpone', slug, '+2d', '场地', '冲突')).toContain('已通知')
  const { rows } = await sql<{ body: string }>`
    select body from messages where user_id = ${user.id} and title = '考试时间有变'`.execute(desk.server.db)
  expect(rows[0]!.body).toContain('原因：场地 冲突')
})

it('accepts further answers of an ended exam as right', async () => {
  const { slug, exam } = await published()
  const { client, attempt } = await sit(desk, exam, [])
  desk.server.clock.set(testStart + 3700)
  await desk.school.tick()
  // The wrong answers of the fixture: C, D, 对 and 不知道.
  for (const [number, key] of [
    ['1', 'C'],
    ['2', 'D'],
    ['3', '对'],
    ['4', '不知道'],
  ] as const) {
    expect(await ops('regrade', slug, number, `key=${key}`, '也算对')).toContain('其中 1 份的成绩会变')
    await runRegrades(desk.server)
  }
  expect((await client.call('GET /v1/show_exam', { id: attempt })).score).toBe(10)
  await expect(ops('regrade', slug, '1', 'key=Z', '没有')).rejects.toThrow('“Z”不能作为这道题的答案')
})
