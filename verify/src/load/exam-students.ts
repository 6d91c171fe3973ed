import { randomUUID } from 'node:crypto'
import type { DataOf, InputOf } from '@dxx/contract/call'
import type { StudentCallName, StudentCalls } from '@dxx/contract/calls'
import type { Db } from '../../../server/src/db/connection'
import { prepareSoon } from '../../../server/src/modules/exams/remind'
import { addExam, addStudents } from '../bench/exam-data'
import { clientAt, currentUnixSeconds, pause, type VerifyEnvironment, waitUntil } from '../environment'
import { countResponse, newResponseCounts, type ResponseCounts } from '../response-counts'

/** An exam and its students; acknowledged saves are recorded and compared with the database. */
export interface ExamLoad {
  exam: string
  tokens: string[]
}

export async function openExamLoad(db: Db, students: number, questions = 16): Promise<ExamLoad> {
  const now = currentUnixSeconds()
  const tokens = await addStudents(db, now, students)
  const exam = await addExam(db, now, questions)
  await prepareSoon(db, now)
  return { exam, tokens }
}

/** Sends a call as a fixed user. */
export type Send = (name: StudentCallName, input: object) => Promise<{ code: number; data: Record<string, unknown> }>

export function sendAs(base: string, token: string): Send {
  const client = clientAt(base, token)
  return (name, input) => client.send(name, input)
}

export interface StartedAttempt {
  attempt: string
  epoch: number
  /** Id of the 判断 question that each step answers again. */
  judge: string
}

export async function startAttempt(send: Send, exam: string): Promise<StartedAttempt> {
  const input = { id: exam, device: randomUUID() }
  let data: Record<string, unknown> = {}
  // A server that has just started may respond with overloaded.
  await waitUntil('an attempt starts', async () => {
    const answer = await send('GET /v1/exam_start', input)
    data = answer.data
    return answer.code === 1
  })
  const { attempt, epoch, questions } = data as DataOf<StudentCalls['GET /v1/exam_start']>
  return { attempt: attempt.id, epoch, judge: questions.find(({ type }) => type === 'judge')!.id }
}

type Save = InputOf<StudentCalls['POST /v1/exam_save']>

export function saveOf({ attempt, epoch, judge }: StartedAttempt, seq: number): Save {
  const step = {
    seq,
    question: judge,
    answer: { type: 'judge' as const, value: seq % 2 === 0 },
    at: currentUnixSeconds(),
  }
  return { attempt, epoch, steps: [step] }
}

/** A save without steps, by which the page reports that it is open; a submission sends it too. */
export const emptySave = ({ attempt, epoch }: StartedAttempt): Save => ({ attempt, epoch, steps: [] })

/** Minimum milliseconds between the starts of two actions of a student; may change during the run. */
export interface Pace {
  ms: number
}

/** Saves step after step until stopped; unacknowledged steps are sent again, like the web client does. */
async function keepSaving(
  started: StartedAttempt,
  at: () => string,
  token: string,
  tally: ResponseCounts,
  running: () => boolean,
  pace: Pace,
): Promise<void> {
  const acknowledged = new Set<number>()
  tally.acknowledged.set(started.attempt, acknowledged)
  for (let seq = 1; running(); ) {
    const begin = performance.now()
    const sent = clientAt(at(), token).fetch('POST /v1/exam_save', saveOf(started, seq))
    if (await countResponse(tally, sent)) acknowledged.add(seq++)
    else await pause(50)
    const took = performance.now() - begin
    tally.slowestMs = Math.max(tally.slowestMs, took)
    if (took < pace.ms) await pause(pace.ms - took)
  }
}

/** All students start the exam and save until `stop`; `at` returns the server's current URL for each save. */
export async function startSavingStudents(
  environment: VerifyEnvironment,
  { tokens, exam }: ExamLoad,
  at: () => string,
  pace: Pace = { ms: 0 },
) {
  const tally = newResponseCounts()
  let running = true
  const attempts = await Promise.all(tokens.map((token) => startAttempt(sendAs(at(), token), exam)))
  const work = attempts.map((started, i) => keepSaving(started, at, tokens[i]!, tally, () => running, pace))
  const stop = async () => {
    running = false
    await Promise.all(work)
  }
  environment.onEnd(stop)
  return { tally, stop }
}
