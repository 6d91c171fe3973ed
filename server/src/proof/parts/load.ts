import { Sender } from '../sender'
import { nothingMore, openSitting, type Sat, type Send, type Sitting, saveOf, sitDown } from '../sitting'
import { cpuOf, memoryOf, pause, type Row, type Server, type Stage } from '../stage'
import { browsing, buying, measured, reading, running, type Task } from './tasks'

const students = 1200
const connections = 32
const questions = 16
/** Between two answers a student thinks 30 to 90 seconds. */
const thinkSeconds = 60
/**
 * Somebody who thinks is not silent: the page reports itself, by a save without steps, so long after the last one. It is
 * `reportEvery` of web/src/features/exam/keeper.ts, of which the server knows nothing; load.test.ts holds them together.
 */
export const reportSeconds = 20
/** A thought ends in the middle between two of them, on average. The page saves once more before it hands in. */
const reports = questions * (thinkSeconds / reportSeconds - 0.5) + 1

/** What is measured, and what came of it. */
interface Measuring {
  server: Server
  postmaster: number
  rows: Row[]
}

/** What students do, one after the other, as fast as one server process answers. Absolute figures, so without a target. */
export async function loadPart(stage: Stage): Promise<Row[]> {
  const { db, url } = await stage.newDatabase()
  const sitting = await openSitting(db, students, questions)
  const server = await stage.start(url, { DXX_RUNNER_WORKERS: '2', DXX_MAX_EVENT_LOOP_DELAY: '2000' })
  const measuring: Measuring = { server, postmaster: await stage.postmaster(), rows: [] }
  await warm(server)
  await measure(measuring, 'browse', browsing(server.base, 3000))
  await measure(measuring, 'read', await reading(db, server.base, sitting, 3000))
  const cpu = await exam(measuring, sitting)
  await measure(measuring, 'buy (order, pay, paid)', await buying(db, server.base, sitting, 300))
  await measure(measuring, 'run code (Python)', running(server.base, sitting, 200), 4)
  // Half of it may be kept busy: what comes all at once has to find room.
  const perCore = Math.floor((0.5 * questions * thinkSeconds) / (cpu / students))
  measuring.rows.push({
    part: 'load: students per core',
    figure: `${perCore} at half load (${((cpu * 1000) / students).toFixed(0)} ms CPU for a whole exam: start, ${questions} saves, ${reports} reports and submit, server and PostgreSQL)`,
    target: '',
    ok: 'for comparison',
  })
  // It must not work beside what is measured next.
  await server.stop()
  return [...measuring.rows, await thinking(stage, cpu / students)]
}

/** What is compiled and read once is not what is measured. */
async function warm({ base }: Server): Promise<void> {
  const sender = new Sender(4)
  await sender.all(browsing(base, 400).map((task) => () => task(sender)))
}

/** Students who think between their answers, in time that runs so much faster. */
const faster = 20
const thinkers = 200

/** The same exam at the pace of people: what the server uses, beside what was reckoned from its busiest. */
async function thinking(stage: Stage, perExam: number): Promise<Row> {
  const { db, url } = await stage.newDatabase()
  const { tokens, exam: id } = await openSitting(db, thinkers, questions)
  const server = await stage.start(url)
  const postmaster = await stage.postmaster()
  const sender = new Sender(thinkers)
  const used = () => cpuOf(server.pid) + cpuOf(postmaster, true)
  await warm(server)
  const before = used()
  await sender.all(
    tokens.map((token) => async () => {
      const send = measured(sender, server.base, token)
      // Not all at once: a student's first thought is as long as any.
      await think()
      const sat = await sitDown(send, id)
      const report = () => send('POST /v1/exam_save', nothingMore(sat))
      for (let seq = 1; seq <= questions; seq++) {
        await think(report)
        await send('POST /v1/exam_save', saveOf(sat, seq))
      }
      await report()
      await send('POST /v1/exam_submit', nothingMore(sat))
    }),
  )
  // By the length of an exam, in which everybody works: while they come and while the last ones finish, fewer do, and over
  // all of that time it would seem as if as many needed less.
  const share = (used() - before) / ((questions * thinkSeconds) / faster)
  const reckoned = (thinkers * faster * perExam) / (questions * thinkSeconds)
  return {
    part: 'load: exam with time to think',
    figure: `${thinkers} students who think ${faster} times as fast, as ${thinkers * faster}: ${(share * 100).toFixed(0)} % of a core (reckoned from the busiest: ${(reckoned * 100).toFixed(0)} %), so ${Math.floor((thinkers * faster * 0.5) / share)} at half load; p50 ${sender.at(0.5)} ms, p99 ${sender.at(0.99)} ms${sender.why && `; ${sender.refused} refused: ${sender.why}`}`,
    target: 'nothing refused',
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
  const before = [cpuOf(server.pid), cpuOf(postmaster, true)] as const
  const took = await sender.all(tasks.map((task) => () => task(sender)))
  const [ours, theirs] = [cpuOf(server.pid) - before[0], cpuOf(postmaster, true) - before[1]]
  const count = sender.latencies.length
  const perRequest = (cpu: number) => ((cpu * 1000) / count).toFixed(2)
  rows.push({
    part: `load: ${name}`,
    figure: `${(count / took).toFixed(0)}/s, p50 ${sender.at(0.5)} ms, p99 ${sender.at(0.99)} ms, CPU ${perRequest(ours)} + ${perRequest(theirs)} ms a request, ${memoryOf(server.pid)} MB${sender.why && `; ${sender.refused} refused: ${sender.why}`}`,
    target: 'nothing refused',
    ok: sender.refused === 0,
  })
  return ours + theirs
}

/** Everybody starts, saves every answer, reports while thinking, and submits. Answers the CPU seconds of all of it. */
async function exam(measuring: Measuring, { tokens, exam: id }: Sitting): Promise<number> {
  const { base } = measuring.server
  const sats = new Map<string, Sat>()
  const start = tokens.map(
    (token): Task =>
      async (sender) => {
        sats.set(token, await sitDown(measured(sender, base, token), id))
      },
  )
  const everybody = (count: number, send: (as: Send, sat: Sat, n: number) => Promise<unknown>): Task[] =>
    Array.from({ length: count }, (_, i) =>
      tokens.map(
        (token): Task =>
          (sender) =>
            send(measured(sender, base, token), sats.get(token)!, i + 1),
      ),
    ).flat()
  let cpu = await measure(measuring, 'exam start', start)
  const save = everybody(questions, (send, sat, seq) => send('POST /v1/exam_save', saveOf(sat, seq)))
  cpu += await measure(measuring, 'exam save', save)
  const report = everybody(reports, (send, sat) => send('POST /v1/exam_save', nothingMore(sat)))
  cpu += await measure(measuring, 'exam report', report)
  const submit = everybody(1, (send, sat) => send('POST /v1/exam_submit', nothingMore(sat)))
  return cpu + (await measure(measuring, 'exam submit', submit))
}
