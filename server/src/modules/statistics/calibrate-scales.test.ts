import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../fair/random'
import { correlation } from '../../fair/simulate'
import { contentFolder } from '../../importer/import.fixture'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { asStaff, createStaff } from '../../testing/staff'
import { calibrateScales } from './calibrate-scales'
import { countAnswers } from './count-answers'

const count = 12
/** Difficulties from −1.65 to 1.65. */
const truth = Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * 0.3)

const questionText = (i: number) => `## q${i}
type: judge
answer: true
chapter: c1
difficulty: 3

第 ${i} 题对吗？
`

let server: TestApp
let folder: Awaited<ReturnType<typeof contentFolder>>
let questions: { id: number; uid: string; versionId: number }[]
beforeAll(async () => {
  server = await startTestApp()
  folder = await contentFolder({
    'banks/b/bank.yaml':
      'title: 小题库\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [{ slug: c1, title: 甲 }]\n',
    'banks/b/questions/a.md': Array.from({ length: count + 1 }, (_, i) => questionText(i)).join('\n'),
  })
  await folder.run(server.db)
  questions = await server.db
    .selectFrom('questions')
    .select(['id', 'uid', 'version_id as versionId'])
    .orderBy('position')
    .orderBy('id')
    .execute()
})
afterAll(async () => {
  await folder.remove()
  await server.close()
})

/** Users with a mean ability answer the questions of these numbers in practice. */
async function simulate(users: number, mean: number, numbers: number[], seed: number) {
  const { rows } = await sql<{ id: number }>`
    insert into users (uid, nickname, created_at)
    select gen_random_uuid(), '学生', ${testStart}::bigint from generate_series(1, ${users}) returning id`.execute(
    server.db,
  )
  const random = new SeededRandom(seed)
  const answers = rows.flatMap(({ id }) => {
    const ability = mean + random.normal()
    return numbers.map((number) => {
      const isRight = random.next() < 1 / (1 + Math.exp(-(ability - (truth[number] ?? 0))))
      return { user: id, question: questions[number]!.id, version: questions[number]!.versionId, right: isRight }
    })
  })
  await sql`
    with added as (
      insert into question_attempts (user_id, question_id, version_id, position, seed, source, answer, score, max_score,
        waiting_score, detail, verdict, created_at)
      select "user", question, version, 0, decode(md5(${randomUUID()} || "user" || question), 'hex'), 'bank', null,
        case when "right" then 100 else 0 end, 100, 0, '{"type":"none"}', case when "right" then 'right' else 'wrong' end,
        ${testStart}::bigint
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
        as a("user" bigint, question bigint, version bigint, "right" boolean)
      returning id)
    insert into answer_changes (attempt_id) select id from added`.execute(server.db)
  await countAnswers(server.db)
}

const parameters = () =>
  server.db
    .selectFrom('item_parameters as p')
    .innerJoin('questions as q', 'q.version_id', 'p.version_id')
    .selectAll('p')
    .orderBy('q.position')
    .orderBy('q.id')
    .execute()
const scale = () => server.db.selectFrom('calibration_scales').selectAll().executeTakeFirstOrThrow()

// Each test builds on the previous one. A calibration of 7,000 answers takes seconds of CPU time.
describe('calibrateScales', { timeout: 120_000, retry: 0 }, () => {
  const all = truth.map((_, i) => i)

  it('calibrateScales waits until there are 200 new answers', async () => {
    await simulate(16, 0, all, 1)
    await calibrateScales(server.db, () => testStart)
    expect(await parameters()).toEqual([])
    expect(await scale()).toMatchObject({ new_answers: 192, calibrated_at: null })
  })

  it('stores parameters with standard errors that recover the simulated difficulties', async () => {
    await simulate(600, 0, all, 2)
    await calibrateScales(server.db, () => testStart + 5)
    const found = await parameters()
    expect(found).toHaveLength(count)
    expect(
      correlation(
        found.map(({ difficulty }) => difficulty),
        truth,
      ),
    ).toBeGreaterThan(0.98)
    for (const [i, { difficulty, difficulty_error }] of found.entries())
      expect(Math.abs(difficulty - truth[i]!), `question ${i}`).toBeLessThan(4 * difficulty_error)
    expect(await scale()).toMatchObject({
      new_answers: 0,
      answers: 616 * count,
      students: 616,
      questions: count,
      anchors: 0,
    })
  })

  it('the scale stays the same although stronger students answer a new question together with old ones', async () => {
    const before = await parameters()
    await simulate(500, 1.2, [3, 4, 5, 6, 7, 8, count], 3)
    await calibrateScales(server.db, () => testStart + 10)
    const after = await parameters()
    const anchors = after.filter(({ anchor }) => anchor)
    expect(anchors.length).toBeGreaterThanOrEqual(5)
    for (const { version_id, difficulty } of anchors)
      expect(difficulty).toBe(before.find((one) => one.version_id === version_id)!.difficulty)
    // The new question has difficulty 0 on the old scale; computed from the new students alone it would be −1.2.
    const added = after.at(-1)!
    expect(Math.abs(added.difficulty)).toBeLessThan(0.4)
    expect(Math.abs((await scale()).mean - 1.2)).toBeLessThan(0.3)
  })

  it('shows the parameters of a question in the bank', async () => {
    const editor = await asStaff(server, await createStaff(server, 'owner'))
    const { parameters: shown, statistics } = await editor.call('GET /staff/v1/bank_question', {
      id: questions[0]!.uid,
    })
    expect(shown).toMatchObject({ answers: 616, at: testStart + 10 })
    expect(shown!.difficulty).toBeLessThan(-1)
    expect(statistics).toMatchObject([{ kind: 'practice', answers: 616, discrimination: null }])
  })
})
