import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app'
import { Client } from '../../testing/client'
import { recordMeasurement } from '../../testing/measurements'
import { separateProcesses } from '../../testing/separate-process'
import { start, stepsFor, withSchool } from './exams.fixture'

/** Number of kills; DXX_KILLS=50 for the long run. */
const kills = Number(process.env.DXX_KILLS ?? 2)
const savesPerKill = 12
/** Checks that at least a third of the kills interrupted requests: kills after all acknowledgements test nothing. */
const inTheMiddle = (cut: number) => expect(cut).toBeGreaterThanOrEqual(Math.ceil(kills / 3))

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let servers: Awaited<ReturnType<typeof separateProcesses>>
beforeAll(async () => {
  server = await startTestApp({ floodPerUser: 10_000 })
  school = await withSchool(server)
  servers = await separateProcesses(server)
})
afterAll(async () => {
  await servers.remove()
  await school.folder.remove()
  await server.close()
})

const stepsOf = (attempt: string) =>
  server.db
    .selectFrom('exam_steps as s')
    .innerJoin('exam_attempts as a', 'a.id', 's.attempt_id')
    .select(['s.seq', 's.answer', 's.fate'])
    .where('a.uid', '=', attempt)
    .execute()

const answerOf = (seq: number) => ({ type: 'blank' as const, blanks: [`第 ${seq} 步`] })
const counted = (seq: number) => ({ seq, answer: answerOf(seq), fate: 'counted' })

it(`a server killed ${kills} times during saves loses no acknowledged step`, async () => {
  const exam = await school.publish()
  const { client } = await school.student()
  const paper = await start(client, exam)
  const blank = paper.questions.find(({ type }) => type === 'blank')!
  const attempt = paper.attempt.id
  const acknowledged = new Set<number>()
  const sent: number[] = []
  let cut = 0
  const save = async (base: string, seq: number) => {
    sent.push(seq)
    const steps = [{ seq, question: blank.id, answer: answerOf(seq), at: paper.now }]
    const through = new Client(base, () => server.clock.now(), client.token)
    await through.call('POST /v1/exam_save', { attempt, epoch: 1, steps })
    acknowledged.add(seq)
  }
  for (let kill = 0; kill < kills; kill++) {
    const { child, base } = await servers.start()
    const exited = once(child, 'exit')
    const saves = Array.from({ length: savesPerKill }, (_, i) => save(base, kill * savesPerKill + i + 1))
    // Kills at varying moments: after the first, second, … acknowledgement.
    await saves[kill % savesPerKill]!.catch(() => {})
    child.kill('SIGKILL')
    const ends = await Promise.allSettled(saves)
    await exited
    if (ends.some(({ status }) => status === 'rejected')) cut++
  }
  const storedSteps = await stepsOf(attempt)
  const acknowledgedCount = acknowledged.size
  const lost = [...acknowledged].filter((seq) => !storedSteps.some((step) => isDeepStrictEqual(step, counted(seq))))
  // The client resends unacknowledged steps; those already stored change nothing.
  const all = [...sent]
  for (const seq of all) await save(server.base, seq)
  const steps = await stepsOf(attempt)
  const missing = all.filter((seq) => !steps.some((step) => isDeepStrictEqual(step, counted(seq))))
  const doubled = steps.length - new Set(steps.map(({ seq }) => seq)).size
  recordMeasurement(
    'kill -9 during saves',
    {
      kills,
      with_requests_in_flight: cut,
      sent: all.length,
      acknowledged: acknowledgedCount,
      lost: lost.length + missing.length,
      duplicated: doubled,
    },
    { target: '0 lost, 0 duplicated', ok: lost.length + missing.length + doubled === 0 },
  )
  expect({ lost, missing, doubled }).toEqual({ lost: [], missing: [], doubled: 0 })
  expect(acknowledgedCount).toBeGreaterThan(0)
  inTheMiddle(cut)
  const again = await start(client, exam, undefined, true)
  expect(again.answers).toEqual([{ question: blank.id, answer: answerOf(kills * savesPerKill), flagged: false }])
}, 1_200_000)

it(`a server killed ${kills} times during submissions loses no receipt and accepts each submission once`, async () => {
  const exam = await school.publish()
  const all: { client: Client; input: object; receipt: object | null }[] = []
  let cut = 0
  for (let kill = 0; kill < kills; kill++) {
    const students = await Promise.all(Array.from({ length: 4 }, () => school.student()))
    const { child, base } = await servers.start()
    const exited = once(child, 'exit')
    const sat = await Promise.all(
      students.map(async ({ client }) => {
        const paper = await start(client, exam)
        const input = { attempt: paper.attempt.id, epoch: 1, steps: stepsFor(paper) }
        return { client, input, through: new Client(base, () => server.clock.now(), client.token) }
      }),
    )
    const submits = sat.map(({ through, input }) => through.call('POST /v1/exam_submit', input))
    // Submissions that arrive together are acknowledged together, so every second kill does not wait for a response.
    if (kill % 2 === 0) await submits[kill % submits.length]!.catch(() => {})
    else await delay(3 * (kill % 8))
    child.kill('SIGKILL')
    const outcomes = await Promise.allSettled(submits)
    await exited
    if (outcomes.some(({ status }) => status === 'rejected')) cut++
    all.push(
      ...sat.map(({ client, input }, i) => ({
        client,
        input,
        receipt: outcomes[i]!.status === 'fulfilled' ? outcomes[i]!.value : null,
      })),
    )
  }
  // All clients submit again; a client that already has a receipt gets the same receipt.
  const changed: object[] = []
  for (const { client, input, receipt } of all) {
    const again = await client.call('POST /v1/exam_submit', input as never)
    const isWhole = again.state === 'submitted' && again.answered === 4
    if (!isWhole || (receipt && !isDeepStrictEqual(again, receipt))) changed.push({ receipt, again })
  }
  await school.jobs.score_exams()
  const records = []
  for (const { client } of all) records.push((await client.call('GET /v1/exam_records', {})).list)
  const receiptCount = all.filter(({ receipt }) => receipt).length
  const lost = changed.length + records.filter((list) => list.length === 0).length
  const doubled = records.filter((list) => list.length > 1).length
  recordMeasurement(
    'kill -9 during submissions',
    { kills, with_requests_in_flight: cut, submissions: all.length, receipts: receiptCount, lost, duplicated: doubled },
    { target: '0 lost, 0 duplicated', ok: lost + doubled === 0 },
  )
  expect(changed).toEqual([])
  for (const list of records) expect(list).toMatchObject([{ state: 'submitted', scoreState: 'scored', score: 10 }])
  expect(receiptCount).toBeGreaterThan(0)
  inTheMiddle(cut)
}, 1_200_000)
