import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { StudentCallName } from '@dxx/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantEntitlement } from '../../../server/src/modules/access/public'
import { start, stepsFor, withSchool } from '../../../server/src/modules/exams/exams.fixture'
import { startTestApp, type TestApp } from '../../../server/src/testing/app'
import { addCurriculum } from '../../../server/src/testing/catalogue'
import { Client } from '../../../server/src/testing/client'
import { long, recordMeasurement, sampleOf } from '../../../server/src/testing/measurements'
import { type Break, startBreakingProxy } from './breaking-proxy'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let exam: string
let book: Awaited<ReturnType<typeof addCurriculum>>
let item: string
beforeAll(async () => {
  server = await startTestApp({ floodPerUser: 1e9, floodPerAddress: 1e9 })
  school = await withSchool(server)
  exam = await school.publish()
  const chapters = [{ title: '一', text: ['一段'] }]
  book = await addCurriculum(server.db, { kind: 'textbook', title: '书', price: 10, chapters })
  item = (await addCurriculum(server.db, { kind: 'course', title: '课', price: 10 })).uid
})
afterAll(async () => {
  await school.folder.remove()
  await server.close()
})

/** Creates a user with a running exam and an owned book, and the calls to make. */
async function createUserWithActions(): Promise<{
  user: { id: number }
  token: string
  actions: [StudentCallName, object][]
}> {
  const { user, client } = await school.student()
  await grantEntitlement(server.db, { userId: user.id, curriculumId: book.id, source: 'test', now: server.clock.now() })
  const paper = await start(client, exam)
  const sheet = { attempt: paper.attempt.id, epoch: 1 }
  const [first, ...rest] = stepsFor(paper)
  return {
    user,
    token: client.token,
    actions: [
      ['POST /v131/push_discuss', { curriculumId: book.uid, chapterId: book.chapter('一').uid, text: '讨论' }],
      ['POST /v131/push_note', { curriculumId: book.uid, chapterId: book.chapter('一').uid, text: '笔记' }],
      ['POST /v1/order_create', { curriculumId: item }],
      ['POST /v1/cs_send', { text: '在吗' }],
      ['POST /v1/exam_save', { ...sheet, steps: [first] }],
      ['POST /v1/exam_submit', { ...sheet, steps: rest }],
    ],
  }
}

/** Makes a call over a connection that is cut, and repeats it with the same key until it is acknowledged. */
async function doOver(token: string, name: StudentCallName, input: object, at: Break | null) {
  const options = { key: randomUUID() }
  const now = () => server.clock.now()
  const line = await startBreakingProxy(server.base, at)
  const responses = await new Client(line.base, now, token).send(name, input, options).catch(() => null)
  line.stop()
  const again = new Client(server.base, now, token)
  let answer = responses
  for (let tries = 0; answer?.code !== 1 && tries < 200; tries++) {
    // Waits, because the request that was cut off may still be running.
    if (tries > 0) await pause(50)
    answer = await again.send(name, input, options)
  }
  return { done: answer?.code === 1, cut: responses === null, passed: line.passed }
}

/** Row counts after every call was carried out once. */
const once = { posts: 2, orders: 1, asked: 1, handed: 1, steps: 4 }

async function countsOf(userId: number): Promise<typeof once> {
  const { rows } = await sql<typeof once>`
    select (select count(*)::int from posts where user_id = ${userId}) as posts,
      (select count(*)::int from orders where user_id = ${userId}) as orders,
      (select count(*)::int from cs_messages where user_id = ${userId}) as asked,
      (select count(*)::int from exam_attempts where user_id = ${userId} and state = 'submitted') as handed,
      (select count(*)::int from exam_steps s join exam_attempts a on a.id = s.attempt_id
        where a.user_id = ${userId} and s.fate = 'counted') as steps`.execute(server.db)
  return rows[0]!
}

/** Where to cut, as shares of the request and response bytes. At 1 of the request, only the response is lost. */
const shares = long ? [0.01, ...Array.from({ length: 19 }, (_, i) => (i + 1) / 20), 1] : [0.5, 1]

it(`calls that are interrupted at ${sampleOf('positions')} are carried out once`, async () => {
  const whole = await createUserWithActions()
  const lengths = new Map<StudentCallName, { up: number; down: number }>()
  for (const [name, input] of whole.actions) {
    const { done, passed } = await doOver(whole.token, name, input, null)
    expect(done, name).toBe(true)
    lengths.set(name, passed)
  }
  let tried = 0
  let cut = 0
  const undone: StudentCallName[] = []
  const found: (typeof once)[] = []
  for (const way of ['up', 'down'] as const)
    for (const share of shares) {
      const { user, token, actions } = await createUserWithActions()
      for (const [name, input] of actions) {
        const after = Math.max(1, Math.floor(lengths.get(name)![way] * share) - (way === 'down' ? 1 : 0))
        const result = await doOver(token, name, input, { way, after })
        tried++
        if (result.cut) cut++
        if (!result.done) undone.push(name)
      }
      found.push(await countsOf(user.id))
    }
  const wanted = Object.entries(once) as [keyof typeof once, number][]
  const beyond = found.flatMap((counts) => wanted.map(([what, count]) => counts[what] - count))
  const lost = beyond.reduce((sum, more) => sum + Math.max(0, -more), 0)
  const doubled = beyond.reduce((sum, more) => sum + Math.max(0, more), 0)
  recordMeasurement(
    'client offline',
    {
      actions_completed: tried - undone.length,
      cut_in_flight: cut,
      without_response: undone.length,
      lost,
      duplicated: doubled,
    },
    { target: '0 lost, 0 duplicated', ok: undone.length + lost + doubled === 0 },
  )
  expect(undone).toEqual([])
  for (const counts of found) expect(counts).toEqual(once)
  // Most calls must really have been cut: a cut after the complete response would prove nothing.
  expect(cut).toBeGreaterThan(tried / 2)
}, 600_000)
