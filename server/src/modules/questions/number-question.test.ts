import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentFolder } from '../../importer/import.fixture'
import { startTestApp, type TestApp } from '../../testing/app'
import { uid } from './questions.fixture'
import { files } from './small-textbook.fixture'

const written = `
## free-number
type: number
score: 2
answer: 87.65±0.1 m|cm=0.01

多高？

> 解析秘密。
`

let server: TestApp
let folder: Awaited<ReturnType<typeof contentFolder>>
beforeAll(async () => {
  server = await startTestApp()
  folder = await contentFolder({
    ...files,
    'textbooks/small/chapters/one.md': `${files['textbooks/small/chapters/one.md']}\n@[question](free-number)\n`,
    'textbooks/small/questions/numbers.md': written,
  })
  const report = await folder.run(server.db)
  expect(report.refused).toEqual([])
})
afterAll(async () => {
  await folder.remove()
  await server.close()
})

const key = { type: 'number', value: '87.65', tolerance: '0.1', units: ['m', 'cm'] }

it.each([
  ['8,765', 'cm', { verdict: 'right', score: 2, key: { ...key, number: true, unit: true } }],
  ['８７．７', '', { verdict: 'partial', score: 1, key: { ...key, number: true, unit: false } }],
  ['90', 'm', { verdict: 'wrong', score: 0, key: { ...key, number: false, unit: true } }],
])('a 数值题 answered with “%s” “%s” is scored and explained', async (value, unit, expected) => {
  const client = await server.as()
  const shown = await client.call('GET /v1/textbooks_get_question', { id: uid('free-number') })
  expect(shown.question).toMatchObject({ type: 'number', score: 2, unit: '', asksUnit: true })
  expect(JSON.stringify(shown)).not.toMatch(/87\.65|秘密/)
  const answer = { type: 'number' as const, value, unit }
  const { result } = await client.call('POST /v1/textbooks_question_submit', { paper: shown.paper, answer })
  expect(result).toMatchObject({ ...expected, answer, maxScore: 2, analysis: '<p>解析秘密。</p>' })
  const wrong = await client.call('GET /v1/wrong_list', {})
  expect(wrong.list.map(({ id }) => id)).toEqual(expected.verdict === 'right' ? [] : [uid('free-number')])
})

it('rejects an answer of another type, and a number of more than 100 characters with a Chinese message', async () => {
  const client = await server.as()
  const { paper } = await client.call('GET /v1/textbooks_get_question', { id: uid('free-number') })
  const submit = 'POST /v1/textbooks_question_submit'
  expect((await client.send(submit, { paper, answer: { type: 'judge', value: true } })).code).not.toBe(1)
  const long = await client.send(submit, { paper, answer: { type: 'number', value: '1'.repeat(101), unit: '' } })
  expect(long).toMatchObject({ code: 0, msg: expect.stringContaining('数值最多填 100 字') })
})
