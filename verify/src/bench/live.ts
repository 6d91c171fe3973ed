import { inTransaction } from '../../../server/src/db/transaction'
import { createConsoleSession } from '../../../server/src/http/console-session'
import { prepareSoon } from '../../../server/src/modules/exams/remind'
import { grantRole } from '../../../server/src/modules/staff/grants'
import { Client } from '../../../server/src/testing/client'
import { type StartedAttempt, saveOf, sendAs, startAttempt } from '../load/exam-students'
import type { BenchDatabase } from './database'
import { addExam, addStudents } from './exam-data'
import { median } from './load'
import { quantile } from './open-loop'
import { startTarget } from './target'

const [few, many] = [50, 500]
const questions = 40
const rounds = 20
/** In milliseconds: the page polls every 2 s, and a student saves about every 20 s. */
const [askEvery, saveEvery] = [2000, 20_000]

/** A student in the exam, with the number of the last saved step. */
interface Seat {
  started: StartedAttempt
  token: string
  seq: number
}

const seconds = () => Math.floor(Date.now() / 1000)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Measures the teacher's live view while students save at the pace of an exam: with 50 students against 500, and the
 * time until the view shows a student's new answer. Target: 3 s at the polling interval of the page.
 */
export async function liveBench({ db, url }: BenchDatabase): Promise<string[]> {
  const tokens = await addStudents(db, seconds(), many)
  const exam = await addExam(db, seconds(), questions)
  await prepareSoon(db, seconds())
  const staff = await addOwner(db)
  const target = await startTarget('product', url)
  try {
    const teacher = new Client(target.base, seconds, staff)
    const room: Seat[] = []
    const lines: string[] = []
    const times: number[] = []
    for (const size of [few, many]) {
      for (const token of tokens.slice(room.length, size))
        room.push({ token, started: await startAttempt(sendAs(target.base, token), exam), seq: 0 })
      const stop = saveSteadily(target.base, room)
      const ms = await askRepeatedly(teacher, exam)
      await stop()
      times.push(median(ms))
      const sorted = [...ms].sort((a, b) => a - b)
      lines.push(
        `live       ${size} students saving every ${saveEvery / 1000} s: p50 ${median(ms).toFixed(0)} ms  worst ${quantile(sorted, 1).toFixed(0)} ms`,
      )
    }
    lines.push(`ratio      ${(times[1]! / times[0]!).toFixed(1)} times the time for ${many / few} times the students`)
    lines.push(await delayOfUpdates(teacher, exam, target.base, room))
    return lines
  } finally {
    target.stop()
  }
}

/** Saves once per period for every student, spread evenly. Returns a function that stops the saving. */
function saveSteadily(base: string, room: Seat[]): () => Promise<void> {
  let running = true
  const work = room.map(async (seat, at) => {
    await pause((saveEvery * at) / room.length)
    while (running) {
      await sendAs(base, seat.token)('POST /v1/exam_save', saveOf(seat.started, ++seat.seq))
      for (let waited = 0; running && waited < saveEvery; waited += 200) await pause(200)
    }
  })
  return async () => {
    running = false
    await Promise.all(work)
  }
}

async function askRepeatedly(teacher: Client, exam: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = performance.now()
    await teacher.call('GET /staff/v1/exam_live', { id: exam })
    const took = performance.now() - before
    // The first round fills the cache of counts and is not measured.
    if (round > 0) times.push(took)
    await pause(Math.max(0, askEvery - took))
  }
  return times
}

/** Time from a save to the response of the live view that contains it, polled at the page's interval. */
async function delayOfUpdates(teacher: Client, exam: string, base: string, room: Seat[]): Promise<string> {
  const stop = saveSteadily(base, room.slice(1))
  const { started, token, seq: sent } = room[0]!
  const send = sendAs(base, token)
  const delays: number[] = []
  const answeredBy = async () => {
    const { students } = await teacher.call('GET /staff/v1/exam_live', { id: exam })
    return students.find(({ attempt }) => attempt === started.attempt)!.answered
  }
  let seq = sent
  for (let round = 0; round < 8; round++) {
    // Clears and sets the answer in turn, so that the number of answers changes each time.
    const step = {
      seq: ++seq,
      question: started.judge,
      answer: round % 2 === 0 ? null : { type: 'judge', value: true },
      at: seconds(),
    }
    await send('POST /v1/exam_save', { attempt: started.attempt, epoch: started.epoch, steps: [step] })
    const saved = performance.now()
    const wanted = round % 2
    await pause(Math.random() * askEvery)
    while ((await answeredBy()) !== wanted) await pause(askEvery)
    delays.push(performance.now() - saved)
  }
  await stop()
  const sorted = [...delays].sort((a, b) => a - b)
  return `update     seen after p50 ${(median(delays) / 1000).toFixed(1)} s  worst ${(quantile(sorted, 1) / 1000).toFixed(1)} s, asked every ${askEvery / 1000} s  (target 3 s)`
}

/** Adds an owner of the site with a console session. Returns its token. */
async function addOwner(db: BenchDatabase['db']): Promise<string> {
  const { id: userId } = await db
    .insertInto('users')
    .values({ nickname: '负责人', created_at: seconds() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const grant = { userId, role: 'owner' as const, scopeKind: 'site' as const, scopeId: null, endsAt: null, by: null }
  await inTransaction(db, (tx) => grantRole(tx, grant, seconds()))
  return createConsoleSession(db, { userId, factor: true, address: '127.0.0.1', agent: 'bench' }, seconds())
}
