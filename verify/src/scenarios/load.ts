import {
  pause,
  readCpuSeconds,
  readMemoryMb,
  type ScenarioRow,
  type Server,
  type VerifyEnvironment,
} from '../environment'
import {
  type ExamLoad,
  emptySave,
  openExamLoad,
  type Send,
  type StartedAttempt,
  saveOf,
  startAttempt,
} from '../load/exam-students'
import { Sender } from '../load/sender'
import { browsingTasks, buyingTasks, codeRunTasks, measuredSend, readingTasks, type Task } from './tasks'

const students = 1200
const connections = 32
const questions = 16
/** Average time that a student thinks about a question, in seconds; it varies from 30 to 90. */
const thinkSeconds = 60
/**
 * Seconds after the last save until the page sends a save without steps. Equals `reportEvery` of
 * web/src/features/exam/attempt-sync.ts; load.test.ts compares both.
 */
export const reportSeconds = 20
/**
 * Reports per student: on average an answer is given halfway between two reports; before the submission the page saves
 * once more.
 */
const reports = questions * (thinkSeconds / reportSeconds - 0.5) + 1

/** Processes that are measured, and the resulting rows. */
interface Measuring {
  server: Server
  postmaster: number
  rows: ScenarioRow[]
}

/**
 * Runs the actions of students one after the other, as fast as one server process responds. Absolute values, so without
 * a target.
 */
export async function loadScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const { db, url } = await environment.newDatabase()
  const load = await openExamLoad(db, students, questions)
  const server = await environment.start(url, { DXX_RUNNER_WORKERS: '2', DXX_MAX_WAIT_MS: '1000' })
  const measuring: Measuring = { server, postmaster: await environment.postmaster(), rows: [] }
  await warm(server)
  await measure(measuring, 'browse (home page and lists)', browsingTasks(server.base, 3000))
  await measure(measuring, 'read (open a chapter)', await readingTasks(db, server.base, load, 3000))
  const cpu = await exam(measuring, load)
  await measure(measuring, 'buy (order, pay, paid)', await buyingTasks(db, server.base, load, 300))
  await measure(measuring, 'run code (Python)', codeRunTasks(server.base, load, 200), 4)
  // Half of the capacity is left for bursts.
  const perCore = Math.floor((0.5 * questions * thinkSeconds) / (cpu / students))
  measuring.rows.push({
    label: 'load: students per core (computed from the rows above)',
    result: `${perCore} at half load: ${((cpu * 1000) / students).toFixed(0)} ms CPU, server and PostgreSQL, for a whole exam (start, ${questions} saves, ${reports} reports, submit)`,
    target: '',
    ok: 'for comparison',
  })
  // Stops this server, which must not run during the next measurement.
  await server.stop()
  return [...measuring.rows, await thinking(environment, cpu / students)]
}

/** Warm-up, excluded from the measurement. */
async function warm({ base }: Server): Promise<void> {
  const sender = new Sender(4)
  await sender.all(browsingTasks(base, 400).map((task) => () => task(sender)))
}

/** Factor by which simulated students think and answer faster than real ones. */
const faster = 20
const thinkers = 200

/** Runs the same exam at the pace of real students, and compares the CPU use with the value computed from full load. */
async function thinking(environment: VerifyEnvironment, perExam: number): Promise<ScenarioRow> {
  const { db, url } = await environment.newDatabase()
  const { tokens, exam: id } = await openExamLoad(db, thinkers, questions)
  const server = await environment.start(url)
  const postmaster = await environment.postmaster()
  const sender = new Sender(thinkers)
  const used = () => readCpuSeconds(server.pid) + readCpuSeconds(postmaster, true)
  await warm(server)
  const before = used()
  await sender.all(
    tokens.map((token) => async () => {
      const send = measuredSend(sender, server.base, token)
      // Each student thinks for a random time first, so that the students start at different times.
      await think()
      const started = await startAttempt(send, id)
      const report = () => send('POST /v1/exam_save', emptySave(started))
      for (let seq = 1; seq <= questions; seq++) {
        await think(report)
        await send('POST /v1/exam_save', saveOf(started, seq))
      }
      await report()
      await send('POST /v1/exam_submit', emptySave(started))
    }),
  )
  // Divides by the length of one exam instead of the whole time: at the beginning and at the end fewer students work,
  // so the whole time would underestimate the CPU use.
  const share = (used() - before) / ((questions * thinkSeconds) / faster)
  const computed = (thinkers * faster * perExam) / (questions * thinkSeconds)
  return {
    label: `load: exam with time to think (${thinkers} students at ${faster} times the pace, equivalent to ${thinkers * faster})`,
    result: `${(share * 100).toFixed(0)} % of a core (computed from the rows above: ${(computed * 100).toFixed(0)} %), so ${Math.floor((thinkers * faster * 0.5) / share)} students at half load; p50 ${sender.at(0.5)} ms, p99 ${sender.at(0.99)} ms${sender.why && `; ${sender.refused} refused: ${sender.why}`}`,
    target: '0 refused',
    ok: sender.refused === 0,
  }
}

async function think(report?: () => Promise<unknown>): Promise<void> {
  const sleep = (seconds: number) => pause((seconds * 1000) / faster)
  let left = thinkSeconds * (0.5 + Math.random())
  for (; report && left > reportSeconds; left -= reportSeconds) {
    await sleep(reportSeconds)
    await report()
  }
  await sleep(left)
}

async function measure(
  { server, postmaster, rows }: Measuring,
  name: string,
  tasks: Task[],
  atOnce = connections,
): Promise<number> {
  const sender = new Sender(atOnce)
  const before = [readCpuSeconds(server.pid), readCpuSeconds(postmaster, true)] as const
  const took = await sender.all(tasks.map((task) => () => task(sender)))
  const [serverCpu, databaseCpu] = [
    readCpuSeconds(server.pid) - before[0],
    readCpuSeconds(postmaster, true) - before[1],
  ]
  const count = sender.latencies.length
  const perRequest = (cpu: number) => ((cpu * 1000) / count).toFixed(2)
  rows.push({
    label: `load: ${name}`,
    result: `${(count / took).toFixed(0)}/s, p50 ${sender.at(0.5)} ms, p99 ${sender.at(0.99)} ms, CPU ${perRequest(serverCpu)} + ${perRequest(databaseCpu)} ms, ${readMemoryMb(server.pid)} MB${sender.why && `; ${sender.refused} refused: ${sender.why}`}`,
    target: '0 refused',
    ok: sender.refused === 0,
  })
  return serverCpu + databaseCpu
}

/** All students start, save every answer, report while thinking, and submit. Returns the CPU seconds used. */
async function exam(measuring: Measuring, { tokens, exam: id }: ExamLoad): Promise<number> {
  const { base } = measuring.server
  const attempts = new Map<string, StartedAttempt>()
  const start = tokens.map(
    (token): Task =>
      async (sender) => {
        attempts.set(token, await startAttempt(measuredSend(sender, base, token), id))
      },
  )
  const everybody = (count: number, send: (as: Send, started: StartedAttempt, n: number) => Promise<unknown>): Task[] =>
    Array.from({ length: count }, (_, i) =>
      tokens.map(
        (token): Task =>
          (sender) =>
            send(measuredSend(sender, base, token), attempts.get(token)!, i + 1),
      ),
    ).flat()
  let cpu = await measure(measuring, 'exam start', start)
  const save = everybody(questions, (send, started, seq) => send('POST /v1/exam_save', saveOf(started, seq)))
  cpu += await measure(measuring, 'exam save', save)
  const report = everybody(reports, (send, started) => send('POST /v1/exam_save', emptySave(started)))
  cpu += await measure(
    measuring,
    `exam report (save without steps, sent every ${reportSeconds} s while a student thinks)`,
    report,
  )
  const submit = everybody(1, (send, started) => send('POST /v1/exam_submit', emptySave(started)))
  return cpu + (await measure(measuring, 'exam submit', submit))
}
