import { randomUUID } from 'node:crypto'
import type { DataOf, InputOf } from '@dxx/contract/call'
import type { AllCalls, Name } from '@dxx/contract/calls'
import { addExam, addStudents } from '../bench/exam-data'
import type { Db } from '../db/connection'
import { prepareSoon } from '../modules/exams/remind'
import { clientAt, pause, type Stage, seconds, until } from './stage'
import { heard, newTally, type Tally } from './tally'

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

/** Sends a call as somebody, by whatever sends. */
export type Send = (name: Name, input: object) => Promise<{ code: number; data: Record<string, unknown> }>

export function sendAs(base: string, token: string): Send {
  const client = clientAt(base, token)
  return (name, input) => client.send(name, input)
}

export interface Sat {
  attempt: string
  epoch: number
  /** The question of the paper that is answered anew by each step. */
  judge: string
}

export async function sitDown(send: Send, exam: string): Promise<Sat> {
  const input = { id: exam, device: randomUUID() }
  let data: Record<string, unknown> = {}
  // A server that has only just started may say that it is overloaded.
  await until('somebody may sit down', async () => {
    const answer = await send('GET /v1/exam_start', input)
    data = answer.data
    return answer.code === 1
  })
  const { attempt, epoch, questions } = data as DataOf<AllCalls['GET /v1/exam_start']>
  return { attempt: attempt.id, epoch, judge: questions.find(({ type }) => type === 'judge')!.id }
}

type Save = InputOf<AllCalls['POST /v1/exam_save']>

export function saveOf({ attempt, epoch, judge }: Sat, seq: number): Save {
  const step = { seq, question: judge, answer: { type: 'judge' as const, value: seq % 2 === 0 }, at: seconds() }
  return { attempt, epoch, steps: [step] }
}

/** Without steps it only reports, and so does handing in. */
export const nothingMore = ({ attempt, epoch }: Sat): Save => ({ attempt, epoch, steps: [] })

/** Saves one step after the other until told to stop; what is not acknowledged is sent again, as the browser does. */
async function keepSaving(
  sat: Sat,
  at: () => string,
  token: string,
  tally: Tally,
  running: () => boolean,
): Promise<void> {
  const kept = new Set<number>()
  tally.kept.set(sat.attempt, kept)
  for (let seq = 1; running(); ) {
    const begin = performance.now()
    const sent = clientAt(at(), token).fetch('POST /v1/exam_save', saveOf(sat, seq))
    if (await heard(tally, sent)) kept.add(seq++)
    else await pause(50)
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - begin)
  }
}

/** Everybody sits down and saves until `stop`; `at` is where to, each time anew. */
export async function startSaving(stage: Stage, { tokens, exam }: Sitting, at: () => string) {
  const tally = newTally()
  let running = true
  const sats = await Promise.all(tokens.map((token) => sitDown(sendAs(at(), token), exam)))
  const work = sats.map((sat, i) => keepSaving(sat, at, tokens[i]!, tally, () => running))
  const stop = async () => {
    running = false
    await Promise.all(work)
  }
  stage.onEnd(stop)
  return { tally, stop }
}
