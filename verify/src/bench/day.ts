import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StudentCallName } from '@dxx/contract/calls'
import { sql } from 'kysely'
import { readConfig } from '../../../server/src/config'
import type { Db } from '../../../server/src/db/connection'
import { scoreAll } from '../../../server/src/modules/exams/score'
import { loadSampleData } from '../../../server/src/seed/sample'
import { currentUnixSeconds, readCpuSeconds } from '../environment'
import { emptySave, openExamLoad, type StartedAttempt, saveOf, startAttempt } from '../load/exam-students'
import { Sender } from '../load/sender'
import { buyingTasks, measuredSend, type Task } from '../scenarios/tasks'
import type { BenchDatabase } from './database'
import { buildSignedRequest } from './open-loop'
import { startTarget } from './target'

const students = 150
const questions = 16
const connections = 8
const unit = 'GET /v1/get_user_info'

/** An action with the requests that it sends; its cost is stated per action. */
interface Action {
  label: string
  tasks: Task[]
  /** Maximum cost in units of a signed read, if there is one. */
  target?: number
}

/**
 * Students browse, read, take an exam and buy. Measures the CPU time of server and PostgreSQL per action, in units of a
 * signed read with session (get_user_info); CPU time hardly depends on other work of the machine. Then lists
 * statements with a high mean time, tables that were scanned whole, and indexes that nothing used.
 */
export async function dayBench({ db, url }: BenchDatabase): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dxx-bench-day-'))
  const config = readConfig({ DXX_ENV: 'test', DXX_DATA_DIR: folder })
  await sql`create extension pg_stat_statements`.execute(db)
  await loadSampleData(db, config, () => {})
  const load = await openExamLoad(db, students, questions)
  await sql`analyze`.execute(db)
  const target = await startTarget('product', url, { DXX_DATA_DIR: folder })
  const measure = measurer(target.pid, await postmasterOf(db))
  const lines: string[] = []
  try {
    const { tokens } = load
    const reads = (name: StudentCallName, query = '', guest = false): Task[] =>
      Array.from(
        { length: 2 * students },
        (_, i) => (sender) =>
          sender.send(buildSignedRequest(target.base, guest ? '' : tokens[i % students]!, name, query)),
      )
    const units = reads(unit).slice(0, students)
    for (let round = 0; round < 3; round++) await measure(units)
    lines.push(`${unit.padEnd(34)} ${partsOf(await measure(units))}, the unit`)
    const run = async ({ label, tasks, target: most }: Action, warm = true) => {
      if (warm) await measure(tasks.slice(0, 60))
      // Measured again each time, because compiled code and caches make later requests cheaper.
      const one = await measure(units)
      const cpu = await measure(tasks)
      const bound = most === undefined ? '' : `  (target ${most})`
      lines.push(`${label.padEnd(34)} ${partsOf(cpu)}  ${(sumOf(cpu) / sumOf(one)).toFixed(2)} units${bound}`)
    }
    await sql`select pg_stat_statements_reset()`.execute(db)
    await sql`select pg_stat_reset()`.execute(db)
    const { chapter, curriculum } = await longestChapter(db)
    await run({ label: 'home', tasks: reads('GET /v1/course_index'), target: 1.5 })
    await run({ label: 'list', tasks: reads('GET /v1/course_list'), target: 1.5 })
    await run({ label: 'details', tasks: reads('GET /v1/textbooks_info', `id=${curriculum}`), target: 1.5 })
    await run({ label: 'contents', tasks: reads('GET /v1/textbooks_chapter', `id=${curriculum}`), target: 1.5 })
    await run({ label: 'chapter', tasks: reads('GET /v1/textbooks_view_chapter', `id=${chapter}`), target: 1.5 })
    await run({ label: 'home, guest', tasks: reads('GET /v1/course_index', '', true), target: 0.5 })
    await run({
      label: 'contents, guest',
      tasks: reads('GET /v1/textbooks_chapter', `id=${curriculum}`, true),
      target: 0.5,
    })
    await run({ label: 'heartbeat', tasks: heartbeats(target.base, tokens, curriculum, chapter) })
    // The first read of each student after studying; the versions of the cached rows have changed.
    const changed = reads('GET /v1/course_index').slice(0, students)
    await run({ label: 'home after studying', tasks: changed, target: 1.5 }, false)
    await takeExam(db, target.base, load, run, () =>
      scoreAll({ db, clock: { now: currentUnixSeconds } as never, config }),
    )
    // Each user buys an item once, so the calls are warmed up with another item.
    await measure(await buyingTasks(db, target.base, load, students, 1))
    const buys = await buyingTasks(db, target.base, load, students)
    await run({ label: 'buy (three calls)', tasks: buys, target: 12 }, false)
    return [...lines, ...(await statements(db)), ...(await scans(db)), ...(await unusedIndexes(db))]
  } finally {
    target.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** CPU milliseconds per task. */
interface Cost {
  server: number
  postgres: number
}

const sumOf = ({ server, postgres }: Cost) => server + postgres
const partsOf = (cost: Cost) =>
  `${sumOf(cost).toFixed(2)} ms CPU (server ${cost.server.toFixed(2)} + PostgreSQL ${cost.postgres.toFixed(2)})`

/** Returns a function that runs tasks and returns their cost. */
const measurer = (server: number, postmaster: number) => async (tasks: Task[]) => {
  const used = (): Cost => ({ server: readCpuSeconds(server), postgres: readCpuSeconds(postmaster, true) })
  const sender = new Sender(connections)
  const before = used()
  await sender.all(tasks.map((task) => () => task(sender)))
  if (sender.refused > 0) throw new Error(`${sender.refused} refused: ${sender.why}`)
  const after = used()
  const per = (part: keyof Cost) => ((after[part] - before[part]) * 1000) / tasks.length
  return { server: per('server'), postgres: per('postgres') }
}

async function postmasterOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${rows[0]!.pid}/status`, 'utf8'))![1])
}

async function longestChapter(db: Db) {
  return db
    .selectFrom('chapters as ch')
    .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
    .select(['ch.uid as chapter', 'c.uid as curriculum'])
    .where('c.kind', '=', 'textbook')
    .where('ch.kind', '=', 'text')
    .where('ch.free', '=', true)
    .orderBy('ch.word_count', 'desc')
    .executeTakeFirstOrThrow()
}

function heartbeats(base: string, tokens: string[], id: string, chapterId: string): Task[] {
  const sessions = tokens.map(() => randomUUID())
  return Array.from({ length: 2 * tokens.length }, (_, i) => (sender) => {
    const at = i % tokens.length
    const input = {
      id,
      chapterId,
      session: sessions[at],
      seconds: i,
      at: currentUnixSeconds(),
      reached: '',
      locator: null,
    }
    return sender.send(buildSignedRequest(base, tokens[at]!, 'POST /v1/textbooks_speed', JSON.stringify(input)))
  })
}

async function takeExam(
  db: Db,
  base: string,
  { tokens, exam }: { tokens: string[]; exam: string },
  run: (action: Action, warm?: boolean) => Promise<void>,
  score: () => Promise<void>,
): Promise<void> {
  const attempts = new Map<string, StartedAttempt>()
  const each = (send: (token: string, sender: Sender) => Promise<unknown>): Task[] =>
    tokens.map((token) => (sender) => send(token, sender))
  const start = each(async (token, sender) => {
    attempts.set(token, await startAttempt(measuredSend(sender, base, token), exam))
  })
  await run({ label: 'exam start', tasks: start }, false)
  const saves = Array.from({ length: questions }, (_, i) =>
    each((token, sender) =>
      measuredSend(sender, base, token)('POST /v1/exam_save', saveOf(attempts.get(token)!, i + 1)),
    ),
  ).flat()
  await run({ label: 'exam save', tasks: saves }, false)
  const submit = each((token, sender) =>
    measuredSend(sender, base, token)('POST /v1/exam_submit', emptySave(attempts.get(token)!)),
  )
  await run({ label: 'exam submit', tasks: submit, target: 5 }, false)
  await score()
  await sql`update exams set ends_at = ends_at - 7300, closes_at = closes_at - 7300, starts_at = starts_at - 7300`.execute(
    db,
  )
  const show = each((token, sender) =>
    measuredSend(sender, base, token)('GET /v1/show_exam', { id: attempts.get(token)!.attempt }),
  )
  await run({ label: 'show_exam (target 4 ms)', tasks: [...show, ...show] })
}

const slowMs = 5
const manyRows = 1000

async function statements(db: Db): Promise<string[]> {
  const { rows } = await sql<{ mean: number; calls: number; total: number; query: string }>`
    select mean_exec_time as mean, calls, total_exec_time as total, left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 100) as query
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) and calls >= 20
    order by total_exec_time desc limit 12`.execute(db)
  const slow = rows.filter(({ mean }) => mean > slowMs).length
  return [
    `statements above ${slowMs} ms mean: ${slow} (target 0); the most expensive by total time:`,
    ...rows.map(({ mean, calls, query }) => `  ${mean.toFixed(2)} ms ×${calls}  ${query}`),
  ]
}

async function scans(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; scans: number; each: number }>`
    select relname as name, seq_scan as scans, seq_tup_read / seq_scan as each from pg_stat_user_tables
    where seq_scan > 0 and seq_tup_read / seq_scan > ${manyRows} order by seq_tup_read desc`.execute(db)
  return [
    `tables scanned whole with more than ${manyRows} rows: ${rows.length} (target 0)`,
    ...rows.map((row) => `  ${row.name}: ${row.scans} times ${row.each} rows`),
  ]
}

async function unusedIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexrelname as name from pg_stat_user_indexes s join pg_index i on i.indexrelid = s.indexrelid
    join pg_stat_user_tables t on t.relid = s.relid
    where s.idx_scan = 0 and not i.indisunique and t.n_live_tup > 100 order by 1`.execute(db)
  return [`indexes of tables with rows that this day did not use: ${rows.map(({ name }) => name).join(', ') || 'none'}`]
}
