import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { median } from '../bench/load'
import { buildSignedRequest } from '../bench/open-loop'
import { singleInsert } from '../bench/reference'
import { startTarget } from '../bench/target'
import { pause, readCpuSeconds, type ScenarioRow, type VerifyEnvironment } from '../environment'
import { openExamLoad, type StartedAttempt, saveOf, sendAs, startAttempt } from '../load/exam-students'

const clients = 16
const rounds = 4
const secondsEach = 5
const label = 'durable save'
/** Additional time of a disk flush per commit, in milliseconds. With 0, only this machine's own time counts. */
const flushes = [0, 3]

/**
 * Compares saved answers, which are durable writes, with single-row inserts of pgbench, alternating, with as many
 * clients on the same PostgreSQL with the same durability: once on the existing disk and once with the flush time of
 * cloud disks. CPU costs are reported too: with all cores busy they alone determine the rates. A server that only runs
 * pgbench's insert shows how much of pgbench's rate a web server can reach at all.
 */
export async function saveRatios(environment: VerifyEnvironment, db: Db, url: string): Promise<ScenarioRow[]> {
  if (spawnSync('pgbench', ['--version']).status !== 0)
    return [{ label: `${label}, against pgbench`, result: 'no pgbench here', target: '45 %', ok: 'not run' }]
  const pgbench = await insertsOf(environment, db, url)
  const { tokens, exam } = await openExamLoad(db, clients)
  const product = await startTarget('product', url)
  environment.onEnd(product.stop)
  const bare = await startTarget('reference', url)
  environment.onEnd(bare.stop)
  environment.onEnd(() => delayFlushes(db, 0))
  const attempts = await startSaving(product.base, tokens, exam)
  const rows: ScenarioRow[] = []
  for (const flush of flushes) {
    await delayFlushes(db, flush)
    const disk = `${flush ? `, commits delayed by ${flush} ms` : ''}, against pgbench`
    const { result, ratio } = await measure(environment, 'save', product, attempts, pgbench)
    rows.push({ label: label + disk, result, target: '45 %', ok: ratio >= 45 })
    const most = await measure(environment, 'request', bare, attempts, pgbench)
    const name = `plain fastify with pgbench's insert${disk}`
    rows.push({ label: name, result: most.result, target: '', ok: 'for comparison' })
  }
  return rows
}

/** Makes PostgreSQL delay each flush by commit_delay, which is the same for all writers. */
async function delayFlushes(db: Db, milliseconds: number): Promise<void> {
  await sql`alter system set commit_siblings = 0`.execute(db)
  await sql`alter system set commit_delay = ${sql.lit(milliseconds * 1000)}`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
}

async function measure(
  environment: VerifyEnvironment,
  /** Label of the measurement. */
  what: string,
  server: Awaited<ReturnType<typeof startTarget>>,
  attempts: Saving[],
  pgbench: () => number,
): Promise<{ result: string; ratio: number }> {
  const postmaster = await environment.postmaster()
  const serverRounds: number[] = []
  const referenceRounds: number[] = []
  const spent = { inserted: 0, inserting: 0, saved: 0, saving: 0, serving: 0, sending: 0 }
  for (let i = 0; i < rounds; i++) {
    const before = readCpuSeconds(postmaster, true)
    const inserts = pgbench()
    // Waits until the backends of pgbench have exited: their CPU time is counted only then.
    await pause(500)
    const between = readCpuSeconds(postmaster, true)
    const [serving, sender] = [readCpuSeconds(server.pid), process.cpuUsage()]
    const saves = await driveSaves(server.base, attempts, { clients, seconds: secondsEach })
    const { user, system } = process.cpuUsage(sender)
    referenceRounds.push(inserts)
    serverRounds.push(saves / secondsEach)
    spent.inserted += inserts * secondsEach
    spent.inserting += between - before
    spent.saved += saves
    spent.saving += readCpuSeconds(postmaster, true) - between
    spent.serving += readCpuSeconds(server.pid) - serving
    spent.sending += (user + system) / 1e6
  }
  const ratio = 100 * median(serverRounds.map((value, i) => value / referenceRounds[i]!))
  const each = (cpu: number, count: number) => ((cpu * 1000) / count).toFixed(2)
  const costs = `CPU per ${what}: server ${each(spent.serving, spent.saved)} + PostgreSQL ${each(spent.saving, spent.saved)} + sender ${each(spent.sending, spent.saved)} ms; per insert: PostgreSQL ${each(spent.inserting, spent.inserted)} ms`
  return {
    ratio,
    result: `${ratio.toFixed(0)} % (${median(serverRounds).toFixed(0)} ${what}s/s, ${median(referenceRounds).toFixed(0)} inserts/s at ${clients} clients; ${costs})`,
  }
}

/** Returns a function that inserts single rows for a while and returns the rate per second. */
async function insertsOf(environment: VerifyEnvironment, db: Db, url: string): Promise<() => number> {
  await sql`create table inserted (id bigint generated always as identity primary key, text text not null)`.execute(db)
  const script = join(environment.folder, 'insert.sql')
  writeFileSync(script, `${singleInsert};\n`)
  const options = [
    '-n',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(secondsEach),
    '-M',
    'prepared',
    '-f',
    script,
    url,
  ]
  return () => {
    const { stdout, stderr } = spawnSync('pgbench', options, { encoding: 'utf8' })
    const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (!perSecond) throw new Error(`pgbench: ${stderr.slice(0, 300)}`)
    return Number(perSecond)
  }
}

/** A student in an attempt, with the sequence number of the last save. */
export type Saving = StartedAttempt & { token: string; seq: number }

export const startSaving = (base: string, tokens: string[], exam: string): Promise<Saving[]> =>
  Promise.all(tokens.map(async (token) => ({ token, ...(await startAttempt(sendAs(base, token), exam)), seq: 0 })))

/** Lets one student per connection save sequentially. The sender must use little CPU, because it shares the cores. */
export async function driveSaves(
  base: string,
  attempts: Saving[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  let next = 0
  const result = await autocannon({
    url: `${base}/api/v1/exam_save`,
    method: 'POST',
    connections: clients,
    duration: seconds,
    setupClient: (client) => {
      const started = attempts[next++ % attempts.length]!
      const save = () => {
        const body = JSON.stringify(saveOf(started, ++started.seq))
        client.setHeadersAndBody(buildSignedRequest(base, started.token, 'POST /v1/exam_save', body).headers, body)
      }
      save()
      client.on('response', save)
    },
    verifyBody: (body) => String(body).startsWith('{"code":1'),
  })
  if (result.non2xx + result.errors + result.mismatches > 0)
    throw new Error(`saves: ${result.non2xx + result.mismatches} refused, ${result.errors} failed`)
  return result.requests.total
}
