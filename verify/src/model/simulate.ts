/** CPU of one call in milliseconds, of the server and of PostgreSQL. */
interface Cost {
  server: number
  database: number
}

/**
 * Measured by `npm run verify -- load`, see the table of docs/benchmarks.md: two cores Neoverse N1, full load. A machine
 * with faster cores needs fewer of them.
 */
export const costs = {
  browse: { server: 1.3, database: 0.78 },
  read: { server: 4.21, database: 4.63 },
  start: { server: 1.0, database: 0.72 },
  save: { server: 0.64, database: 0.56 },
  report: { server: 0.47, database: 0.23 },
  submit: { server: 2.81, database: 3.93 },
  buy: { server: 3.8, database: 4.61 },
} satisfies Record<string, Cost>

type Action = keyof typeof costs

/**
 * CPU use at the pace of students, divided by the use computed from full load: 38 % of a core against 23 % (`load: exam
 * with time to think`). A server with little work wakes up for every request. This is also the error of the model:
 * under high load the server needs less CPU.
 */
export const paceFactor = 38 / 23

/** Seconds of CPU that arrive in each second. */
export interface Work {
  server: Float64Array
  database: Float64Array
  calls: Map<Action, Float64Array>
}

function emptyWork(seconds: number): Work {
  const names = Object.keys(costs) as Action[]
  return {
    server: new Float64Array(seconds),
    database: new Float64Array(seconds),
    calls: new Map(names.map((name) => [name, new Float64Array(seconds)])),
  }
}

function add(work: Work, action: Action, second: number, count = 1): void {
  const at = Math.min(work.server.length - 1, Math.floor(second))
  work.server[at]! += (count * costs[action].server * paceFactor) / 1000
  work.database[at]! += (count * costs[action].database * paceFactor) / 1000
  work.calls.get(action)![at]! += count
}

/** Random numbers that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface ExamPlan {
  students: number
  questions: number
  /** Seconds from the first start to the deadline. */
  length: number
  /** All students start within this number of seconds, half of them in the first quarter. */
  startWithin: number
  /** Share of students who stay until the deadline; all of them submit within `submitWithin` seconds of it. */
  staying: number
  submitWithin: number
  seed: number
}

/** Seconds that a student thinks about a question, as in `npm run verify -- load`, and between two reports of the page. */
const think = { least: 30, most: 90 }
const reportSeconds = 20

/** Simulates every student of an exam: start, a save per question, reports while thinking, submission. */
export function simulateExam(plan: ExamPlan): Work {
  const { students, questions, length, startWithin, staying, submitWithin, seed } = plan
  const random = randomOf(seed)
  const work = emptyWork(length + submitWithin + 1)
  for (let i = 0; i < students; i++) {
    let now = startWithin * random() ** 2
    add(work, 'start', now)
    for (let question = 0; question < questions && now < length; question++) {
      const until = now + think.least + (think.most - think.least) * random()
      for (let at = now + reportSeconds; at < Math.min(until, length); at += reportSeconds) add(work, 'report', at)
      now = until
      if (now < length) add(work, 'save', now)
    }
    const stays = now >= length || random() < staying
    if (stays) for (let at = now + reportSeconds; at < length; at += reportSeconds) add(work, 'report', at)
    const submits = stays ? length + submitWithin * random() : now
    add(work, 'report', submits)
    add(work, 'submit', submits)
  }
  return work
}

/** Calls per minute of a student who is online outside exams: an assumption, not measured. */
const perMinute: Partial<Record<Action, number>> = { browse: 1, read: 0.2, save: 1, report: 2, buy: 0.002 }
/** Share of all students who are online in the busiest minute of a day: an assumption as well. */
export const onlineShare = 0.1

/** The busiest minute of a day without exams. */
export function simulateDay(students: number): Work {
  const work = emptyWork(60)
  for (const [action, rate] of Object.entries(perMinute) as [Action, number][])
    for (let second = 0; second < 60; second++) add(work, action, second, (students * onlineShare * rate) / 60)
  return work
}

/** Longest wait in seconds if `cores` do the work in the order of its arrival. */
export function longestWait(work: Float64Array, cores: number): number {
  let [left, longest] = [0, 0]
  for (const arriving of work) {
    left = Math.max(0, left + arriving - cores)
    longest = Math.max(longest, left / cores)
  }
  return longest
}

/** Greatest average use of CPU over a minute, in cores. */
export function busiestMinute(work: Float64Array): number {
  const span = Math.min(60, work.length)
  let [sum, most] = [0, 0]
  for (let i = 0; i < work.length; i++) {
    sum += work[i]! - (i >= span ? work[i - span]! : 0)
    if (i >= span - 1) most = Math.max(most, sum)
  }
  return most / span
}

/**
 * Minimum number of cores that are at most half used in the busiest minute, and with which no student waits longer than
 * `maxWait`.
 */
export function coresFor(work: Float64Array, maxWait: number): number {
  let cores = Math.max(1, Math.ceil(busiestMinute(work) / 0.5))
  while (longestWait(work, cores) > maxWait) cores++
  return cores
}
