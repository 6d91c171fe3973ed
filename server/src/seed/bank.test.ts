import { afterAll, beforeAll, expect, it } from 'vitest'
import { stableId } from '../base/stable-ids'
import { contentFolder } from '../importer/import.fixture'
import { startTestApp, type TestApp, testStart } from '../testing/app'
import { seedBank } from './bank'

const bank = (title: string, chapters: string[]) =>
  `title: ${title}\nsubject: computing\nprice: 0\npublished: 2026-09-01\nchapters: [${chapters
    .map((slug) => `{ slug: ${slug}, title: ${slug} }`)
    .join(', ')}]\n`

const questions = (chapters: string[]) =>
  chapters
    .flatMap((chapter) =>
      Array.from(
        { length: 9 },
        (_, i) => `
## ${chapter}-${i}
type: judge
chapter: ${chapter}
score: 1
answer: true

第 ${i} 题。

> 如此。
`,
      ),
    )
    .join('')

const banks = { 'college-maths': ['calculus', 'probability'], 'postgraduate-cs': ['data-structures'] }

let server: TestApp
let folder: Awaited<ReturnType<typeof contentFolder>>
beforeAll(async () => {
  server = await startTestApp()
  folder = await contentFolder(
    Object.fromEntries(
      Object.entries(banks).flatMap(([slug, chapters]) => [
        [`banks/${slug}/bank.yaml`, bank(slug, chapters)],
        [`banks/${slug}/questions/all.md`, questions(chapters)],
      ]),
    ),
  )
  expect((await folder.run(server.db)).refused).toEqual([])
})
afterAll(async () => {
  await folder.remove()
  await server.close()
})

it('seeds practice, wrong questions with causes and a goal of the sample student; a repeat adds nothing', async () => {
  // Without the sample student, seedBank does nothing.
  await seedBank(server.db, testStart)
  const user = await server.db
    .insertInto('users')
    .values({ uid: stableId('user', 'student'), nickname: '周同学', created_at: testStart })
    .returning('id')
    .executeTakeFirstOrThrow()
  const client = await server.as(user)
  await seedBank(server.db, testStart)
  const wrong = await client.call('GET /v1/wrong_list', {})
  expect(wrong.list.every(({ source }) => source === 'bank')).toBe(true)
  expect(wrong.total).toBe(5)
  expect(wrong.list.flatMap(({ causes }) => causes).sort()).toEqual(['calculation', 'careless', 'concept', 'reading'])
  const { uid } = await server.db
    .selectFrom('curricula')
    .select('uid')
    .where('slug', '=', 'college-maths')
    .executeTakeFirstOrThrow()
  const home = await client.call('GET /v1/bank_home', { id: uid })
  expect(home.today).toEqual({ goal: 15, done: 5 })
  await seedBank(server.db, testStart + 86_400)
  expect(await client.call('GET /v1/wrong_list', {})).toEqual(wrong)
})
