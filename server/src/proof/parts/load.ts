import { randomUUID } from 'node:crypto'
import type { Name } from '@dxx/contract/calls'
import { signed } from '../../bench/open-loop'
import type { Db } from '../../db/connection'
import { Sender } from '../sender'
import { openSitting, type Sitting } from '../sitting'
import { cpuOf, loggedIn, memoryOf, pause, type Row, type Running, type Stage, seconds } from '../stage'

const students = 1200
const connections = 32
const questions = 16
/** Between two answers a student thinks 30 to 90 seconds. */
const thinkSeconds = 60

interface Place {
  stage: Stage
  server: Running
  postmaster: number
  rows: Row[]
}

type Task = (sender: Sender) => Promise<unknown>

/** What students do, one after the other, as fast as one server process answers. Absolute figures, so without a target. */
export async function loadPart(stage: Stage): Promise<Row[]> {
  const { db, url, close } = await stage.newDatabase()
  const sitting = await openSitting(db, students, questions)
  const server = await stage.start(url, { DXX_RUNNER_WORKERS: '2', DXX_MAX_EVENT_LOOP_DELAY: '2000' })
  const place: Place = { stage, server, postmaster: await stage.postmaster(), rows: [] }
  // Warm: what is compiled and read once is not what is measured.
  const warm = new Sender(4)
  await warm.all(browsing(server.base, 400).map((task) => () => task(warm)))
  await measure(place, 'browse', browsing(server.base, 3000))
  await measure(place, 'read', await reading(db, server.base, sitting, 3000))
  const cpu = await exam(place, sitting)
  await measure(place, 'buy (order, pay, paid)', await buying(db, server.base, sitting, 300))
  await measure(place, 'run code (Python)', running(server.base, sitting, 200), 4)
  // Half of it may be kept busy: what comes all at once has to find room.
  const perCore = Math.floor((0.5 * questions * thinkSeconds) / (cpu / students))
  place.rows.push({
    part: 'load: students per core',
    figure: `${perCore} at half load (${((cpu * 1000) / students).toFixed(0)} ms CPU for a whole exam of ${questions} questions, server and PostgreSQL)`,
    target: '',
    ok: true,
  })
  await server.stop()
  await close()
  place.rows.push(await thinking(stage, cpu / students))
  return place.rows
}

/** Students who think between their answers, in time that runs so much faster. */
const faster = 20
const thinkers = 200

/** The same exam at the pace of people: what the server uses, beside what was reckoned from its busiest. */
async function thinking(stage: Stage, perExam: number): Promise<Row> {
  const { db, url, close } = await stage.newDatabase()
  const { tokens, exam: id } = await openSitting(db, thinkers, questions)
  const server = await stage.start(url)
  const postmaster = await stage.postmaster()
  const sender = new Sender(thinkers)
  const used = () => cpuOf(server.pid) + cpuOf(postmaster, true)
  const think = () => pause(((thinkSeconds / 2 + Math.random() * thinkSeconds) * 1000) / faster)
  const before = used()
  const took = await sender.all(
    tokens.map((token) => async () => {
      // Not all at once: a student's first thought is as long as any.
      await think()
      const paper = await sitDown(server.base, token, id, sender)
      for (let seq = 1; seq <= questions; seq++) {
        await think()
        await answer(server.base, token, paper, seq, sender)
      }
    }),
  )
  const share = (used() - before) / took
  await server.stop()
  await close()
  const reckoned = (thinkers * faster * perExam) / (questions * thinkSeconds)
  return {
    part: 'load: exam with time to think',
    figure: `${thinkers} students who think ${faster} times as fast for ${took.toFixed(0)} s, as ${thinkers * faster}: ${(share * 100).toFixed(0)} % of a core (reckoned from the busiest: ${(reckoned * 100).toFixed(0)} %), so ${Math.floor((thinkers * faster * 0.5) / share)} at half load; p50 ${sender.at(0.5)} ms, p99 ${sender.at(0.99)} ms${sender.why && `; ${sender.refused} refused: ${sender.why}`}`,
    target: 'nothing refused',
    ok: sender.refused === 0,
  }
}

interface Paper {
  attempt: string
  judge: string
}

async function sitDown(base: string, token: string, exam: string, sender: Sender): Promise<Paper> {
  const query = `id=${exam}&device=${randomUUID()}`
  const { data } = await sender.send(signed(base, token, 'GET /v1/exam_start', query))
  const list = (data.questions ?? []) as { id: string; type: string }[]
  const attempt = (data.attempt as { id: string } | undefined)?.id ?? ''
  return { attempt, judge: list.find(({ type }) => type === 'judge')?.id ?? '' }
}

/** Saves one answer; the last is handed in with the paper. */
function answer(base: string, token: string, { attempt, judge }: Paper, seq: number, sender: Sender) {
  const steps = [{ seq, question: judge, answer: { type: 'judge', value: seq % 2 === 0 }, at: seconds() }]
  const name: Name = seq === questions ? 'POST /v1/exam_submit' : 'POST /v1/exam_save'
  return sender.send(signed(base, token, name, JSON.stringify({ attempt, epoch: 1, steps })))
}

async function measure(place: Place, name: string, tasks: Task[], atOnce = connections): Promise<number> {
  const { server, postmaster, rows } = place
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

const asGuest: Name[] = [
  'GET /v1/course_index',
  'GET /v1/course_list',
  'GET /v1/textbooks_index',
  'GET /v1/ebook_list',
  'GET /v130/category',
]

const browsing = (base: string, count: number): Task[] =>
  Array.from({ length: count }, (_, i) => (sender) => sender.send(signed(base, '', asGuest[i % asGuest.length]!, '')))

async function reading(db: Db, base: string, { tokens }: Sitting, count: number): Promise<Task[]> {
  const chapters = await db
    .selectFrom('chapters as ch')
    .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
    .select('ch.uid')
    .where('c.kind', '=', 'textbook')
    .where('ch.free', '=', true)
    .where('ch.kind', '=', 'text')
    .where('ch.removed_at', 'is', null)
    .execute()
  return Array.from({ length: count }, (_, i) => (sender) => {
    const query = `id=${chapters[i % chapters.length]!.uid}`
    return sender.send(signed(base, tokens[i % tokens.length]!, 'GET /v1/textbooks_view_chapter', query))
  })
}

/** Everybody starts, saves every answer and submits. Answers the CPU seconds of all of it. */
async function exam(place: Place, { tokens, exam: id }: Sitting): Promise<number> {
  const { base } = place.server
  const papers = new Map<string, Paper>()
  const start: Task[] = tokens.map((token) => async (sender) => {
    papers.set(token, await sitDown(base, token, id, sender))
  })
  const step = (token: string, seq: number) => (sender: Sender) => answer(base, token, papers.get(token)!, seq, sender)
  let cpu = await measure(place, 'exam start', start)
  const saves = Array.from({ length: questions - 1 }, (_, i) => tokens.map((token) => step(token, i + 1)))
  cpu += await measure(place, 'exam save', saves.flat())
  cpu += await measure(
    place,
    'exam submit',
    tokens.map((token) => step(token, questions)),
  )
  return cpu
}

async function buying(db: Db, base: string, { tokens }: Sitting, count: number): Promise<Task[]> {
  const item = await db
    .selectFrom('curricula')
    .select('uid')
    .where('published', '=', true)
    .where('pay_cents', '>', 0)
    .executeTakeFirstOrThrow()
  const post = (token: string, name: Name, input: object) => {
    const shot = signed(base, token, name, JSON.stringify(input))
    return { ...shot, headers: { ...shot.headers, 'idempotency-key': randomUUID() } }
  }
  return tokens.slice(0, count).map((token) => async (sender) => {
    const order = await sender.send(post(token, 'POST /v1/order_create', { curriculumId: item.uid }))
    const payment = await sender.send(post(token, 'POST /v1/order_pay', { id: order.data.id, channel: 'test' }))
    await sender.send(post(token, 'POST /v1/test_cashier', { no: payment.data.no, outcome: 'pay' }))
  })
}

const running = (base: string, { tokens }: Sitting, count: number): Task[] =>
  Array.from({ length: count }, (_, i) => (sender) => {
    const input = { language: 'python', source: `print(sum(range(${i})))` }
    return sender.send(signed(base, tokens[i % tokens.length]!, 'POST /v1/runcode', JSON.stringify(input)))
  })

/** The same mixture for a while: what the server holds must not grow with time. */
export async function memoryPart(stage: Stage): Promise<Row[]> {
  const { db, url, close } = await stage.newDatabase()
  const sitting = await openSitting(db, 50, questions)
  const server = await stage.start(url)
  const papers = new Map<string, Paper>()
  const first = new Sender(4)
  await first.all(
    sitting.tokens.map((one) => async () => papers.set(one, await sitDown(server.base, one, sitting.exam, first))),
  )
  let seq = 0
  const saving = (count: number): Task[] =>
    Array.from({ length: count }, (_, i) => (sender) => {
      const one = sitting.tokens[i % sitting.tokens.length]!
      // Never the last, which hands in.
      return answer(server.base, one, papers.get(one)!, questions + ++seq, sender)
    })
  const token = await loggedIn(db, (await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()).id)
  const held: number[] = []
  const rounds = 12
  let served = 0
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const sender = new Sender(connections)
    const tasks = [
      ...browsing(server.base, 2000),
      ...(await reading(db, server.base, { ...sitting, tokens: [token] }, 2000)),
      ...saving(1000),
    ]
    await sender.all(tasks.map((task) => () => task(sender)))
    const programs = new Sender(2)
    await programs.all(running(server.base, sitting, 20).map((task) => () => task(programs)))
    served += sender.latencies.length + programs.latencies.length
    refused += sender.refused + programs.refused
    held.push(memoryOf(server.pid))
  }
  await server.stop()
  await close()
  const middle = Math.max(...held.slice(rounds / 3, (2 * rounds) / 3))
  const end = Math.max(...held.slice((2 * rounds) / 3))
  const figure = `${served} requests (browse, read, save, run code), ${refused} refused: ${held.join(', ')} MB`
  return [
    {
      part: 'load: memory over time',
      figure,
      target: 'last third at most 10 % above the middle, none refused',
      ok: end <= middle * 1.1 && refused === 0,
    },
  ]
}
