import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { median } from '../../bench/load'
import { signed } from '../../bench/open-loop'
import { singleInsert } from '../../bench/reference'
import { startTarget } from '../../bench/target'
import type { Db } from '../../db/connection'
import { openSitting, type Sat, saveOf, sendAs, sitDown } from '../sitting'
import { cpuOf, pause, type Row, type Stage } from '../stage'

const clients = 16
const rounds = 4
const secondsEach = 5
const part = 'ratio: durable save'
/** How long a disk may take to make a commit lasting, in milliseconds. 0 is this machine's, which may hardly take any. */
const flushes = [0, 3]

/**
 * A saved answer is a durable write: against pgbench's single-row insert at as many clients, on the same PostgreSQL with the
 * same durability, round by round; once on the disk that is there and once on one that takes its time, as those of clouds do.
 * What each costs is told beside it: where all cores are busy, the rates go by that alone. How much of pgbench a web server
 * could reach at all is told by one that does nothing but pgbench's own insert.
 */
export async function saveRatios(stage: Stage, db: Db, url: string): Promise<Row[]> {
  if (spawnSync('pgbench', ['--version']).status !== 0)
    return [{ part, figure: 'no pgbench here', target: '45 %', ok: 'not here' }]
  const pgbench = await insertsOf(stage, db, url)
  const { tokens, exam } = await openSitting(db, clients)
  const product = await startTarget('product', url)
  stage.onEnd(product.stop)
  const bare = await startTarget('reference', url)
  stage.onEnd(bare.stop)
  stage.onEnd(() => delayFlushes(db, 0))
  const sats = await Promise.all(
    tokens.map(async (token) => ({ token, ...(await sitDown(sendAs(product.base, token), exam)), seq: 0 })),
  )
  const rows: Row[] = []
  for (const flush of flushes) {
    await delayFlushes(db, flush)
    const disk = flush ? `, flushed in ${flush} ms` : ''
    const { figure, ratio } = await measure(stage, 'save', product, sats, pgbench)
    rows.push({ part: part + disk, figure, target: '45 % of pgbench', ok: ratio >= 45 })
    const most = await measure(stage, 'request', bare, sats, pgbench)
    const name = `ratio: bare fastify with pgbench's insert${disk}`
    rows.push({ part: name, figure: most.figure, target: 'share of pgbench', ok: 'for comparison' })
  }
  return rows
}

/** PostgreSQL waits before it flushes, with whoever commits meanwhile: the same for all that write. */
async function delayFlushes(db: Db, milliseconds: number): Promise<void> {
  await sql`alter system set commit_siblings = 0`.execute(db)
  await sql`alter system set commit_delay = ${sql.lit(milliseconds * 1000)}`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
}

async function measure(
  stage: Stage,
  /** What is asked of it, for the figure. */
  what: string,
  server: Awaited<ReturnType<typeof startTarget>>,
  sats: Saving[],
  pgbench: () => number,
): Promise<{ figure: string; ratio: number }> {
  const postmaster = await stage.postmaster()
  const ours: number[] = []
  const theirs: number[] = []
  const spent = { inserted: 0, inserting: 0, saved: 0, saving: 0, serving: 0, sending: 0 }
  for (let i = 0; i < rounds; i++) {
    const before = cpuOf(postmaster, true)
    const inserts = pgbench()
    // What its backends have used is counted once they have ended.
    await pause(500)
    const between = cpuOf(postmaster, true)
    const [serving, sender] = [cpuOf(server.pid), process.cpuUsage()]
    const saves = await driveSaves(server.base, sats)
    const { user, system } = process.cpuUsage(sender)
    theirs.push(inserts)
    ours.push(saves / secondsEach)
    spent.inserted += inserts * secondsEach
    spent.inserting += between - before
    spent.saved += saves
    spent.saving += cpuOf(postmaster, true) - between
    spent.serving += cpuOf(server.pid) - serving
    spent.sending += (user + system) / 1e6
  }
  const ratio = 100 * median(ours.map((value, i) => value / theirs[i]!))
  const each = (cpu: number, count: number) => ((cpu * 1000) / count).toFixed(2)
  const costs = `CPU a ${what}: server ${each(spent.serving, spent.saved)} + PostgreSQL ${each(spent.saving, spent.saved)} + sender ${each(spent.sending, spent.saved)} ms; an insert: PostgreSQL ${each(spent.inserting, spent.inserted)} ms`
  return {
    ratio,
    figure: `${ratio.toFixed(0)} % (${median(ours).toFixed(0)} ${what}s/s, ${median(theirs).toFixed(0)} inserts/s at ${clients} clients; ${costs})`,
  }
}

/** Answers what inserts single rows for a while and tells how many a second. */
async function insertsOf(stage: Stage, db: Db, url: string): Promise<() => number> {
  await sql`create table inserted (id bigint generated always as identity primary key, text text not null)`.execute(db)
  const script = join(stage.folder, 'insert.sql')
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

type Saving = Sat & { token: string; seq: number }

/** One student on each connection, one save after the other. The sender costs little: it shares the cores with the rest. */
async function driveSaves(base: string, sats: Saving[]): Promise<number> {
  let next = 0
  const result = await autocannon({
    url: `${base}/api/v1/exam_save`,
    method: 'POST',
    connections: clients,
    duration: secondsEach,
    setupClient: (client) => {
      const sat = sats[next++ % sats.length]!
      const save = () => {
        const body = JSON.stringify(saveOf(sat, ++sat.seq))
        client.setHeadersAndBody(signed(base, sat.token, 'POST /v1/exam_save', body).headers, body)
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
