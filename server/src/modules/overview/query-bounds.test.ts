import { randomUUID } from 'node:crypto'
import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { addCurriculum } from '../../testing/catalogue'
import type { Client } from '../../testing/client'
import { grantEntitlement } from '../access/public'
import { start, stepsFor, withSchool } from '../exams/exams.fixture'
import { writeSeen } from '../exams/presence'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let query: ReturnType<typeof vi.spyOn>
beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
  query = vi.spyOn(pg.Client.prototype, 'query')
})
afterAll(async () => {
  query.mockRestore()
  await school.folder.remove()
  await server.close()
})

const bounds = new Map(
  Object.entries(studentCalls).flatMap(([name, { queries }]) =>
    queries ? [[name as StudentCallName, queries] as const] : [],
  ),
)
const counted = new Map<StudentCallName, number>()

async function count<N extends StudentCallName>(client: Client, name: N, input: Parameters<Client['call']>[1]) {
  const before = query.mock.calls.length
  const data = await client.call(name, input as never)
  counted.set(name, query.mock.calls.length - before)
  return data
}

/**
 * Makes each call three times. The first one fills the caches; of the others the lower count is used, because a
 * statement that runs at intervals may be counted with one of them.
 */
async function countCached<N extends StudentCallName>(client: Client, name: N, input: Parameters<Client['call']>[1]) {
  await client.call(name, input as never)
  await count(client, name, input)
  const second = counted.get(name)!
  await count(client, name, input)
  counted.set(name, Math.min(second, counted.get(name)!))
}

async function study(client: Client, userId: number): Promise<void> {
  const book = await addCurriculum(server.db, {
    kind: 'textbook',
    title: '算法',
    price: 10,
    chapters: [
      { title: '一', free: true, text: ['十个字的段落一二三四', '十个字的段落五六七八'] },
      { title: '二', text: ['付费的段落'] },
    ],
  })
  await grantEntitlement(server.db, { userId, curriculumId: book.id, source: 'test', now: testStart })
  const chapterId = book.chapter('二').uid
  const heartbeat = { id: book.uid, chapterId, session: randomUUID(), reached: 'p1', locator: null }
  await countCached(client, 'POST /v1/textbooks_speed', { ...heartbeat, seconds: 0, at: server.clock.now() })
  await countCached(client, 'GET /v1/course_index', {})
  await countCached(client, 'GET /v1/textbooks_list', {})
  await countCached(client, 'GET /v1/textbooks_info', { id: book.uid })
  await countCached(client, 'GET /v1/textbooks_chapter', { id: book.uid })
  await countCached(client, 'GET /v1/textbooks_view_chapter', { id: chapterId })
}

async function takeExam(client: Client): Promise<void> {
  const exam = await school.publish({ analysis: 'submitted' })
  const paper = await start(client, exam)
  const { id } = paper.attempt
  const [first, ...others] = stepsFor(paper)
  await client.call('POST /v1/exam_save', { attempt: id, epoch: 1, steps: [first!] })
  await count(client, 'POST /v1/exam_save', { attempt: id, epoch: 1, steps: others })
  await count(client, 'POST /v1/exam_submit', { attempt: id, epoch: 1, steps: [{ ...first!, seq: 99 }] })
  await school.jobs.score_exams()
  // Writes the last-seen time now; otherwise it is written a second after the last save, possibly during the next call.
  await writeSeen(server.db)
  await countCached(client, 'GET /v1/show_exam', { id })
}

async function buy(client: Client): Promise<void> {
  const { uid } = await addCurriculum(server.db, { kind: 'course', title: '线性代数', price: 10 })
  const order = await count(client, 'POST /v1/order_create', { curriculumId: uid })
  const { id } = order as { id: string }
  const action = await count(client, 'POST /v1/order_pay', { id, channel: 'test' })
  await count(client, 'POST /v1/test_cashier', { no: (action as { no: string }).no, outcome: 'pay' })
}

it('calls that students make most run at most the number of statements that the contract names', async () => {
  const { user, client } = await school.student()
  await study(client, user.id)
  await takeExam(client)
  await buy(client)
  const above = [...bounds].filter(([name, most]) => !((counted.get(name) ?? Number.NaN) <= most))
  expect(above.map(([name, most]) => `${name}: ${counted.get(name)} of ${most}`)).toEqual([])
})
