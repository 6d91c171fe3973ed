import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { figure } from '../../proof/figures'
import { startTestApp, type TestApp } from '../../testing/app'
import { Client } from '../../testing/client'
import { ownProcesses } from '../../testing/own-process'
import { start, stepsFor, withSchool } from './exams.fixture'

/** How often the server is killed; DXX_KILLS=50 for the long form. */
const kills = Number(process.env.DXX_KILLS ?? 3)
const savesPerKill = 12
/** A kill that came before everything was acknowledged. Where most come too late, nothing was shown. */
const inTheMiddle = (cut: number) => expect(cut).toBeGreaterThanOrEqual(Math.ceil(kills / 3))

let server: TestApp
let school: Awaited<ReturnType<typeof withSchool>>
let servers: Awaited<ReturnType<typeof ownProcesses>>
beforeAll(async () => {
  server = await startTestApp({ floodPerUser: 10_000 })
  school = await withSchool(server)
  servers = await ownProcesses(server)
})
afterAll(async () => {
  await servers.remove()
  await school.folder.remove()
  await server.close()
})

it(`a server killed ${kills} times during saves loses nothing that it acknowledged`, async () => {
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
    const steps = [
      { seq, question: blank.id, answer: { type: 'blank' as const, blanks: [`第 ${seq} 步`] }, at: paper.now },
    ]
    const through = new Client(base, () => server.clock.now(), client.token)
    await through.call('POST /v1/exam_save', { attempt, epoch: 1, steps })
    acknowledged.add(seq)
  }
  for (let kill = 0; kill < kills; kill++) {
    const { child, base } = await servers.start()
    const exited = once(child, 'exit')
    const saves = Array.from({ length: savesPerKill }, (_, i) => save(base, kill * savesPerKill + i + 1))
    // Some moment while they run: after the first, second, … was acknowledged.
    await saves[kill % savesPerKill]!.catch(() => {})
    child.kill('SIGKILL')
    const ends = await Promise.allSettled(saves)
    await exited
    if (ends.some(({ status }) => status === 'rejected')) cut++
  }
  const rows = await server.db
    .selectFrom('exam_steps as s')
    .innerJoin('exam_attempts as a', 'a.id', 's.attempt_id')
    .select(['s.seq', 's.answer', 's.fate'])
    .where('a.uid', '=', attempt)
    .execute()
  const kept = new Map(rows.map(({ seq, answer, fate }) => [seq, { answer, fate }]))
  for (const seq of acknowledged)
    expect(kept.get(seq)).toEqual({ answer: { type: 'blank', blanks: [`第 ${seq} 步`] }, fate: 'counted' })
  const heard = acknowledged.size
  expect(heard).toBeGreaterThan(0)
  inTheMiddle(cut)
  // The client sends again what was not acknowledged; what had arrived all the same changes nothing.
  for (const seq of [...sent]) await save(server.base, seq)
  const again = await start(client, exam, undefined, true)
  expect(again.answers).toEqual([
    { question: blank.id, answer: { type: 'blank', blanks: [`第 ${kills * savesPerKill} 步`] }, flagged: false },
  ])
  figure('faults: kill -9 during saves', {
    kills,
    in_the_middle: cut,
    sent: kills * savesPerKill,
    acknowledged: heard,
    lost: 0,
  })
}, 1_200_000)

it(`a server killed ${kills} times during submits keeps every receipt, and takes each paper once`, async () => {
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
    await submits[kill % submits.length]!.catch(() => {})
    child.kill('SIGKILL')
    const heard = await Promise.allSettled(submits)
    await exited
    if (heard.some(({ status }) => status === 'rejected')) cut++
    all.push(
      ...sat.map(({ client, input }, i) => ({
        client,
        input,
        receipt: heard[i]!.status === 'fulfilled' ? heard[i]!.value : null,
      })),
    )
  }
  // Whoever heard nothing submits again; whoever has a receipt gets the same one.
  for (const { client, input, receipt } of all) {
    const again = await client.call('POST /v1/exam_submit', input as never)
    expect(again).toMatchObject({ state: 'submitted', answered: 4 })
    if (receipt) expect(again).toEqual(receipt)
  }
  await school.jobs.score_exams()
  for (const { client } of all) {
    const { list } = await client.call('GET /v1/exam_records', {})
    expect(list).toMatchObject([{ state: 'submitted', scoreState: 'scored', score: 10 }])
  }
  const heard = all.filter(({ receipt }) => receipt).length
  expect(heard).toBeGreaterThan(0)
  inTheMiddle(cut)
  figure('faults: kill -9 during submits', {
    kills,
    in_the_middle: cut,
    submits: all.length,
    receipts: heard,
    lost: 0,
    doubled: 0,
  })
}, 1_200_000)
