import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { allRight, choose, uid, withTextbook } from './questions.fixture'

let server: TestApp
let small: Awaited<ReturnType<typeof withTextbook>>
beforeAll(async () => {
  server = await startTestApp()
  small = await withTextbook(server)
})
afterAll(async () => {
  await small.folder.remove()
  await server.close()
})

/** Creates an exam with these questions that closes in an hour. */
async function openExam(...slugs: string[]): Promise<void> {
  await sql`
    with school as (
      insert into schools (uid, slug, name, province, city, address, has_roster, position)
      values (gen_random_uuid(), 'here', '某大学', '', '', '', false, 0) returning id
    ), exam as (
      insert into exams (slug, school_id, title, notice, starts_at, ends_at, duration, attempts_allowed, score, pass_score,
        question_count, analysis, rank, shuffle_questions, shuffle_options, seed, closes_at, published_at)
      select 'e', id, '考试', '', ${testStart}::bigint, ${testStart + 3600}::bigint, 60, 1, 100, 0, 1, 'ended', false, false,
        false, '\\x00', ${testStart + 3600}::bigint, ${testStart}::bigint from school returning id
    )
    insert into exam_questions (exam_id, position, question_id, version_id)
    select e.id, row_number() over (), q.id, q.version_id from exam e, questions q
    where q.uid = any(${slugs.map((slug) => uid(slug))}::uuid[])`.execute(server.db)
}

it('a textbook hides questions of an open exam, also in tests and earlier results, until the exam ends', async () => {
  const { client } = await small.owner()
  const question = 'GET /v1/textbooks_get_question'
  const test = small.tests[0]!
  const before = await client.call(question, { id: uid('free-single') })
  const answer = choose(before.question, '甲')
  const answered = await client.call('POST /v1/textbooks_question_submit', { paper: before.paper, answer })
  const open = await client.call(question, { id: uid('free-single') })
  const paper = await client.call('GET /v1/textbooks_get_test', { id: test })
  const taken = await client.call('POST /v1/textbooks_test_submit', {
    paper: paper.paper,
    answers: allRight(paper.questions),
  })
  const second = await client.call('GET /v1/textbooks_get_test', { id: test })

  await openExam('free-single', 't-single')
  const refused = { code: 0, data: { error: 'question-not-found' } }
  expect(await client.send(question, { id: uid('free-single') })).toMatchObject(refused)
  // A paper that was issued before the exam is refused as well.
  expect(
    await client.send('POST /v1/textbooks_question_submit', { paper: open.paper, answer: choose(open.question, '乙') }),
  ).toMatchObject(refused)
  expect(await client.send('GET /v1/textbooks_question_result', { id: answered.id })).toMatchObject(refused)
  expect(await client.send('POST /v1/textbooks_test_submit', { paper: second.paper, answers: [] })).toMatchObject(
    refused,
  )
  const shown = await client.call('GET /v1/textbooks_get_test', { id: test })
  expect(shown.questions.map(({ id }) => id)).not.toContain(uid('t-single'))
  expect(shown.questions).toHaveLength(paper.questions.length - 1)
  const result = await client.call('GET /v1/textbooks_show_exam', { id: taken.id })
  expect(result.results.map((one) => one.question.id)).not.toContain(uid('t-single'))
  expect((await client.call('GET /v1/wrong_list', {})).list).toEqual([])

  server.clock.set(testStart + 3600 + 31)
  expect((await client.call(question, { id: uid('free-single') })).question.type).toBe('single')
  expect((await client.call('GET /v1/wrong_list', {})).list).toMatchObject([{ id: uid('free-single') }])
})
