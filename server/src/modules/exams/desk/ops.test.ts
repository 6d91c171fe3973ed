import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

it('the exams commands pause, say, resume, live and end work on a running exam', async () => {
  const { exam, slug } = await published()
  const { client } = await desk.school.student()
  const paper = await start(client, exam)
  const save = () => client.call('POST /v1/exam_save', { attempt: paper.attempt.id, epoch: 1, steps: [] })
  expect(await ops('pause', slug, '停电', '五分钟')).toContain('作答中的有 1 份')
  expect((await save()).paused).toMatchObject({ reason: '停电 五分钟' })
  expect(await ops('pause', slug, '别的')).toContain('之前就暂停了，原因还是“停电 五分钟”')
  expect(await ops('live', slug)).toContain('起暂停：停电 五分钟')
  expect(await ops('say', slug, '请留在座位上')).toBe('已发给 1 位学生。')
  expect((await save()).messages).toMatchObject([{ body: '请留在座位上' }])
  desk.server.clock.advance(300)
  expect(await ops('resume', slug)).toContain('顺延 300 秒')
  expect(await ops('resume', slug)).toBe('考试没有暂停。')
  expect((await save()).paused).toBeUndefined()
  expect(await ops('live', slug)).toMatch(/作答中 {2}已答 0 \/ 4 {2}离开 0 次.* {2}还剩 40:00/)
  expect(await ops('end', slug, '0', '提前收卷')).toBe('现在收卷，作答中的有 1 份。')
  await expect(ops('pause', slug)).rejects.toThrow()
  await expect(ops('pause', 'nothing', '停电')).rejects.toThrow('没有考试 nothing')
})

it('`exams list` counts like the console: each student once, without students who joined after the exam', async () => {
  const { exam, slug } = await published({ attempts: 2 })
  const student = await desk.school.student()
  for (const right of [[], allTypes]) await sit(desk, exam, right, undefined, student)
  desk.server.clock.set(testStart + 3700)
  await desk.school.tick()
  const { students } = await desk.teacher.call('GET /staff/v1/exam_info', { id: exam })
  await desk.school.student()
  const { list } = await desk.teacher.call('GET /staff/v1/exam_list', { limit: 50 })
  expect(list.find(({ id }) => id === exam)).toMatchObject({ students, submitted: 1 })
  const [, counts] = (await ops('list')).split(`${slug} `)[1]!.split('\n')
  expect(counts).toBe(`  学生 ${students} · 作答中 0 · 已交 1 · 待批阅 0`)
})

it('`exams regrade` during an exam sends its students a message that names the question by its stem', async () => {
  const { exam, slug } = await published()
  const { client } = await desk.school.student()
  const paper = await start(client, exam)
  const save = () => client.call('POST /v1/exam_save', { attempt: paper.attempt.id, epoch: 1, steps: [] })
  expect(await ops('regrade', slug, '1', 'give', '选项有误')).toContain('已开始重算 0 份')
  const given = await save()
  expect(given).toMatchObject({ given: [uidOf('single')] })
  expect(given.messages!.at(-1)).toMatchObject({
    body: expect.stringMatching(/^全体送分.*原因：选项有误/),
    question: { id: uidOf('single'), stem: expect.stringContaining('考场上问单选？') },
  })
  await runRegrades(desk.server)
  await ops('regrade', slug, '1', 'void', '题目超纲')
  const voided = await save()
  expect(voided).toMatchObject({ voided: [uidOf('single')] })
  expect(voided.given).toBeUndefined()
  expect(voided.messages!.at(-1)).toMatchObject({
    body: expect.stringMatching(/^作废/),
    question: { id: uidOf('single') },
  })
  await runRegrades(desk.server)
  await ops('regrade', slug, '1', 'original', '更正有误')
  expect((await save()).messages!.at(-1)!.body).toContain('恢复原来的评分')
  await runRegrades(desk.server)
})

it('`exams regrade` rescores an ended exam; `exams regrades` and `exams analysis` show the result', async () => {
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

it('`exams appeals` lists open appeals; `exams answer` closes an appeal with or without a new score', async () => {
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
  const { list } = await client.call('GET /v1/user_message', {})
  expect(list.find(({ title }) => title === '成绩复核已答复')?.body).toContain('现在 4 / 5 分')
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

it('`exams extend` and `exams say --to` affect only the listed students', async () => {
  const { exam, slug } = await published()
  const students = [await desk.school.student(), await desk.school.student(), await desk.school.student()]
  const papers = []
  for (const { client } of students) papers.push(await start(client, exam))
  const [one, two, three] = students.map(({ user }) => String(user.id))
  expect(await ops('extend', slug, '10', `${one},${two}`, '设备', '故障')).toBe(
    '已给 2 位学生延长 10 分钟，作答中的有 2 份。',
  )
  expect(await ops('say', slug, '请举手', '--to', three!)).toBe('已发给 1 位学生。')
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

it('`exams postpone` sends the reason to the students', async () => {
  const { slug } = await published({ startsAt: testStart + 86_400, endsAt: testStart + 90_000 })
  const { user } = await desk.school.student()
  expect(await ops('postpone', slug, '+2d', '场地', '冲突')).toContain('已通知')
  const { rows } = await sql<{ body: string }>`
    select body from messages where user_id = ${user.id} and title = '考试时间有变'`.execute(desk.server.db)
  expect(rows[0]!.body).toContain('原因：场地 冲突')
})

it('`exams regrade` with key=… accepts a further answer as right after the end of the exam', async () => {
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

it('`exams setup` sets double grading, `exams grading` shows progress, `exams unmark` undoes a score', async () => {
  const { slug, exam } = await published(wholePool)
  const { client, attempt } = await sit(desk, exam, allTypes)
  desk.server.clock.set(testStart + 3700)
  await desk.school.tick()
  const score = async () => (await client.call('GET /v1/show_exam', { id: attempt })).score
  expect(await ops('grading', slug)).toBe(
    '第 5 题  简答题  已批 0 / 1  待批 1  待第二人 0  待仲裁 0  请再看 0  平均 –  单评，匿名，评分要点 2 个',
  )
  expect(await ops('setup', slug, '5', 'double=1', 'named')).toBe(
    '第 5 题：双评（相差 1 分以内取平均），显示姓名，评分要点 2 个。',
  )
  const question = uidOf('short')
  const { answers } = await desk.teacher.call('POST /staff/v1/grading_take', { exam, question })
  const grade = { key: crypto.randomUUID(), answers: [answers[0]!.id], score: 2 }
  await desk.teacher.call('POST /staff/v1/grading_save', { exam, question, grades: [grade] })
  expect(await ops('grading', slug)).toContain('待第二人 1')
  expect(await ops('setup', slug, '5', 'single')).toContain('1 份按新的规则定了分')
  expect(await score()).toBe(12)
  await ops('mark', attempt, '5', '4')
  expect(await score()).toBe(14)
  expect(await ops('unmark', attempt, '5')).toBe('已撤销。')
  expect(await score()).toBe(12)
  await ops('unmark', attempt, '5')
  expect(await score()).toBeNull()
  await expect(ops('unmark', attempt, '5')).rejects.toThrow('还没有批阅')
  await expect(ops('unmark', attempt, '1')).rejects.toThrow('由系统评分')
  await expect(ops('setup', slug, '1', 'single')).rejects.toThrow('第 1 题不用人工批阅')
  await expect(ops('setup', slug, '5')).rejects.toThrow('用法')
  await expect(ops('setup', slug, '5', 'double=x')).rejects.toThrow('用法')
})

it('`exams setup` replaces a rubric from a file, rejects invalid files and restores the original', async () => {
  const { slug, exam } = await published(wholePool)
  await sit(desk, exam, allTypes)
  const folder = await mkdtemp(join(tmpdir(), 'rubric-'))
  const file = join(folder, 'rubric.csv')
  await writeFile(file, '分值,要点\n3,说出 <原因>\n2.5,"举例, 有理"\n-1,跑题\n')
  expect(await ops('setup', slug, '5', `rubric=${file}`)).toContain('评分要点 3 个')
  const { progress } = await desk.teacher.call('GET /staff/v1/grading_question', { exam, question: uidOf('short') })
  expect(progress.setup).toMatchObject({
    double: false,
    anonymous: true,
    rubric: [
      { score: 3, html: '说出 &lt;原因&gt;' },
      { score: 2.5, html: '举例, 有理' },
      { score: -1, html: '跑题' },
    ],
  })
  expect(await ops('setup', slug, '5', 'double=0.5')).toContain('评分要点 3 个')
  await writeFile(file, '多,说出原因\n')
  await expect(ops('setup', slug, '5', `rubric=${file}`)).rejects.toThrow('第 1 行：分值 多 不是数')
  await writeFile(file, '2,\n')
  await expect(ops('setup', slug, '5', `rubric=${file}`)).rejects.toThrow('请写评分要点')
  expect(await ops('setup', slug, '5', 'rubric=original')).toContain('评分要点 2 个')
  await rm(folder, { recursive: true })
})

it('`exams regrade-preview` changes nothing; `exams statistics` has rows for all students and by class', async () => {
  const { slug, exam } = await published()
  await sit(desk, exam, allTypes)
  const { attempt } = await sit(desk, exam, ['single'])
  desk.server.clock.set(testStart + 3700)
  await desk.school.tick()
  const [head, all, first, ...rest] = (await ops('regrade-preview', slug, '2', 'give')).split('\n')
  expect(head).toContain('姓名,学号,班级,这题原来,这题改为,总分原来,总分改为')
  expect(all).toBe('合计,2 人,1 人有变：1 加 0 减,,,6,8')
  expect(first).toMatch(/,0,4,2,6$/)
  expect(rest).toEqual([])
  expect(await ops('regrades', slug)).toBe('没有改过评分。')
  const lines = (await ops('statistics', slug)).split('\n')
  const absent = Number(lines[1]!.split(',')[3])
  expect(lines[1]).toBe(`全体,${2 + absent},2,${absent},1,6,6,10,2,5.66,0,0,1,0,0,0,0,0,0,1`)
  expect(lines.length).toBeGreaterThan(2)
  expect(attempt).toMatch(/^[0-9a-f-]{36}$/)
  await expect(ops('regrade-preview', slug, '2', 'nothing')).rejects.toThrow('用法')
})

it('every changing exams command writes an audit entry with the id of the exam', async () => {
  const { slug, exam } = await published({ ...wholePool, startsAt: testStart + 60, endsAt: testStart + 3600 })
  await ops('postpone', slug, '+2h', '场地冲突')
  await ops('postpone', slug, '+1h', '场地又有了')
  desk.server.clock.set(testStart + 3700)
  const { attempt } = await sit(desk, exam, allTypes)
  await ops('extend', slug, '5', 'all', '网络慢')
  await ops('pause', slug, '停电')
  await ops('say', slug, '请稍等')
  await ops('resume', slug)
  await ops('end', slug, '0', '提前收卷')
  desk.server.clock.advance(100)
  await desk.school.tick()
  await ops('setup', slug, '5', 'double=1')
  await ops('mark', attempt, '5', '4')
  await ops('unmark', attempt, '5')
  await ops('regrade', slug, '1', 'give', '选项有误')
  await runRegrades(desk.server)
  const { rows } = await sql<{ call: string }>`
    select call from audit where target_kind = 'exam' and target_id = ${exam} order by id`.execute(desk.server.db)
  const names = [
    'postpone',
    'postpone',
    'extend',
    'pause',
    'say',
    'resume',
    'end',
    'setup',
    'mark',
    'unmark',
    'regrade',
  ]
  expect(rows.map(({ call }) => call)).toEqual(names.map((name) => `exams ${name}`))
  const { rows: others } = await sql`select from audit where target_id in (${slug}, ${attempt})`.execute(desk.server.db)
  expect(others).toEqual([])
})
