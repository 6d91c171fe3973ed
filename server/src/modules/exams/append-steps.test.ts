import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inTransaction } from '../../db/transaction'
import { startTestApp, type TestApp } from '../../testing/app'
import { appendSteps, type Save } from './append-steps'
import { start, withSchool } from './exams.fixture'

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
/** One save of each student, for the first question. */
let saves: Save[]

beforeAll(async () => {
  server = await startTestApp()
  school = await withSchool(server)
  const exam = await school.publish()
  saves = []
  for (let i = 0; i < 6; i++) {
    const { client, user } = await school.student()
    const { attempt } = await start(client, exam)
    const step = {
      seq: 1,
      position: 0,
      answer: { kind: 'text', text: `答 ${i}` },
      flagged: false,
      at: server.clock.now(),
    }
    saves.push({ uid: attempt.id, user_id: user.id, epoch: 1, at: server.clock.now(), steps: [step] })
  }
})
afterAll(async () => {
  await school.folder.remove()
  await server.close()
})

const send = (list: Save[]) => Promise.all(list.map((save) => appendSteps(server.db, save)))
const withSeq = (seq: number) => saves.map((save) => ({ ...save, steps: save.steps.map((step) => ({ ...step, seq })) }))
const stored = async (seq: number) =>
  (await sql<{ count: number }>`select count(*) as count from exam_steps where seq = ${seq}`.execute(server.db))
    .rows[0]!.count

it('concurrent saves of several students return the result of each student to that student', async () => {
  const late = { ...saves[2]!, at: saves[2]!.at + 86_400 }
  const foreign = { ...saves[3]!, user_id: saves[0]!.user_id }
  const unknown = { ...saves[4]!, epoch: 9 }
  // The first save is sent at once; the others wait for it and are then sent in one batch.
  const rows = await send([saves[0]!, saves[1]!, late, foreign, unknown, saves[5]!])
  expect(rows.map((row) => row && [row.state, row.late])).toEqual([
    ['running', 0],
    ['running', 0],
    ['running', 1],
    undefined,
    ['running', 0],
    ['running', 0],
  ])
  // Not stored: the save of a foreign attempt and the save with an epoch that was never issued.
  expect(await stored(1)).toBe(4)
})

it('stores two concurrent saves of one attempt, and a repeated save only once', async () => {
  const [save] = withSeq(2)
  const other = { ...save!, steps: withSeq(3)[0]!.steps }
  await send([save!, save!, other, ...withSeq(2).slice(1)])
  expect([await stored(2), await stored(3)]).toEqual([6, 1])
})

it('a locked attempt does not delay the saves of other attempts', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let locking: Promise<void> | undefined
  await new Promise<void>((locked) => {
    locking = inTransaction(server.db, async (tx) => {
      await sql`select from exam_attempts where uid = ${saves[1]!.uid}::uuid for update`.execute(tx)
      locked()
      await released
    })
  })
  const done: number[] = []
  const all = withSeq(4).map((save, i) => appendSteps(server.db, save).then(() => done.push(i)))
  await vi.waitFor(() => expect(done.toSorted()).toEqual([0, 2, 3, 4, 5]))
  release()
  await Promise.all([locking, ...all])
  expect(await stored(4)).toBe(6)
})

it('if the database rejects one save of a batch, the other saves are stored', async () => {
  const [first, bad, ...rest] = withSeq(5)
  const broken = { ...bad!, steps: [{ ...bad!.steps[0], position: 1_000_000 }] }
  const results = await Promise.allSettled([first!, broken, ...rest].map((save) => appendSteps(server.db, save)))
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(await stored(5)).toBe(5)
})
