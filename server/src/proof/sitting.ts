import { randomUUID } from 'node:crypto'
import type { InputOf } from '@dxx/contract/call'
import type { AllCalls } from '@dxx/contract/calls'
import { addExam, addStudents } from '../bench/exam-data'
import type { Db } from '../db/connection'
import { prepareSoon } from '../modules/exams/remind'
import type { Client } from '../testing/client'
import { clientAt, pause, seconds, until } from './stage'

/** Students who sit an exam; each save and each answer that came is written down, to be compared with the database. */
export interface Sitting {
  exam: string
  tokens: string[]
}

export async function openSitting(db: Db, students: number, questions = 16): Promise<Sitting> {
  const now = seconds()
  const tokens = await addStudents(db, now, students)
  const exam = await addExam(db, now, questions)
  await prepareSoon(db, now)
  return { exam, tokens }
}

export interface Sat {
  client: Client
  attempt: string
  epoch: number
  questions: { id: string; type: string }[]
}

export async function sitDown(base: string, token: string, exam: string): Promise<Sat> {
  const client = clientAt(base, token)
  const input = { id: exam, device: randomUUID() }
  // A server that has only just started may say that it is overloaded.
  await until('somebody may sit down', async () => (await client.send('GET /v1/exam_start', input)).code === 1)
  const paper = await client.call('GET /v1/exam_start', input)
  return { client, attempt: paper.attempt.id, epoch: paper.epoch, questions: paper.questions }
}

type Steps = InputOf<AllCalls['POST /v1/exam_save']>['steps']

/** The judge question of the paper, answered anew. */
export function step({ questions }: Sat, seq: number): Steps {
  const judge = questions.find(({ type }) => type === 'judge')!
  return [{ seq, question: judge.id, answer: { type: 'judge', value: seq % 2 === 0 }, at: seconds() }]
}

export interface Tally {
  /** Saves that were acknowledged, by attempt. */
  kept: Map<string, Set<number>>
  statuses: Map<number, number>
  slowestMs: number
}

/** Saves one step after the other until told to stop; what is not acknowledged is sent again, as the browser does. */
export async function keepSaving(
  sat: Sat,
  at: () => string,
  token: string,
  tally: Tally,
  running: () => boolean,
): Promise<void> {
  const kept = tally.kept.get(sat.attempt) ?? new Set<number>()
  tally.kept.set(sat.attempt, kept)
  for (let seq = 1; running(); ) {
    const begin = performance.now()
    const client = clientAt(at(), token)
    const input = { attempt: sat.attempt, epoch: sat.epoch, steps: step(sat, seq) }
    try {
      const response = await client.fetch('POST /v1/exam_save', input)
      tally.statuses.set(response.status, (tally.statuses.get(response.status) ?? 0) + 1)
      const { code } = (await response.json()) as { code: number }
      if (code === 1) kept.add(seq++)
      else await pause(50)
    } catch {
      tally.statuses.set(0, (tally.statuses.get(0) ?? 0) + 1)
      await pause(50)
    }
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - begin)
  }
}

/** Everybody sits down and saves until `stop`; `at` is where to, each time anew. */
export async function startSaving(sitting: Awaited<ReturnType<typeof openSitting>>, at: () => string) {
  const { tokens, exam } = sitting
  const tally = newTally()
  let running = true
  const sats = await Promise.all(tokens.map((token) => sitDown(at(), token, exam)))
  const work = sats.map((sat, i) => keepSaving(sat, at, tokens[i]!, tally, () => running))
  return {
    tally,
    stop: async () => {
      running = false
      await Promise.all(work)
    },
  }
}

export const newTally = (): Tally => ({ kept: new Map(), statuses: new Map(), slowestMs: 0 })

/** Acknowledged steps that the database does not have. A step has one row by its key: it cannot be there twice. */
export async function lostSteps(db: Db, { kept }: Tally): Promise<{ acknowledged: number; lost: number }> {
  let acknowledged = 0
  let lost = 0
  for (const [attempt, seqs] of kept) {
    const rows = await db
      .selectFrom('exam_steps as s')
      .innerJoin('exam_attempts as a', 'a.id', 's.attempt_id')
      .select('s.seq')
      .where('a.uid', '=', attempt)
      .execute()
    const there = new Set(rows.map(({ seq }) => seq))
    acknowledged += seqs.size
    lost += [...seqs].filter((seq) => !there.has(seq)).length
  }
  return { acknowledged, lost }
}

/** What came back, as words: `200 ×1500, 503 ×12`. */
export const statusWords = ({ statuses }: Tally) =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status || 'no answer'} ×${count}`)
    .join(', ')

export const onlyGoodStatuses = ({ statuses }: Tally) =>
  [...statuses.keys()].every((status) => status === 200 || status === 503)
