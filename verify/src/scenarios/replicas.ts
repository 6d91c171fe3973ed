import pg from 'pg'
import type { Db } from '../../../server/src/db/connection'
import { addStudents } from '../bench/exam-data'
import type { Cluster, Machine } from '../cluster/cluster'
import { loopbackNetwork } from '../cluster/network'
import { openCluster } from '../cluster/open'
import { positionClient } from '../cluster/position-client'
import { missingPackages } from '../cluster/programs'
import {
  currentUnixSeconds,
  pause,
  type ScenarioRow,
  type Server,
  type VerifyEnvironment,
  waitUntil,
} from '../environment'
import { startLoadBalancer } from '../nginx'

const users = 20
const writesEach = 500
const label = 'reads on replicas'

/** Users write and read at once through two servers, while the standbys lag, stop and continue. */
export async function replicasScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const missing = missingPackages()
  if (missing.length > 0)
    return [{ label, result: `apt-get install ${missing.join(' ')}`, target: '0 stale', ok: 'not run' }]
  const { cluster, db, variables } = await openCluster(environment, loopbackNetwork())
  const servers = [
    await environment.start(cluster.url(1), variables),
    await environment.start(cluster.url(2), variables),
  ]
  const front = await startLoadBalancer(environment, servers)
  const tokens = await addStudents(db, currentUnixSeconds(), users)
  const { uid } = await courseOf(db)
  const counts = { writes: 0, stale: 0, failed: 0 }
  const writer = async (token: string) => {
    const send = positionClient(() => front.base, token)
    for (let i = 0; i < writesEach; i++) {
      const on = i % 2 === 0
      const written = await dataOf(send('POST /v1/course_collection', { id: uid, on }))
      const read = await dataOf(send('GET /v1/course_info', { id: uid }))
      counts.writes++
      if (!written || !read) counts.failed++
      else if (read.favourite !== on) counts.stale++
      // Waits longer each time, so that some reads find the standby behind and others do not.
      if (i % 10 === 0) await pause(i)
    }
  }
  const lagging = lagStandbys(cluster)
  await Promise.all(tokens.map(writer))
  await lagging.stop()
  const reads = await readCounts(servers)
  const rows: ScenarioRow[] = [
    {
      label: `${label}: ${counts.writes} writes, each followed by a read`,
      result: `${counts.stale} stale, ${counts.failed} failed; ${reads.standby} read from standbys, ${reads.primary} from the primary`,
      target: '0 stale, 0 failed, some of each',
      ok: counts.stale + counts.failed === 0 && Math.min(reads.standby, reads.primary) > 0,
    },
  ]
  // Adds the row before the next step, so that the table shows the reads even if that step fails.
  rows.push(
    await takeOut(cluster, servers).catch((error: Error) => ({ label, result: error.message, target: '', ok: false })),
  )
  return rows
}

async function courseOf(db: Db): Promise<{ uid: string }> {
  const courses = db.selectFrom('curricula').select('uid').where('kind', '=', 'course').where('published', '=', true)
  return courses.executeTakeFirstOrThrow()
}

async function dataOf(sent: Promise<Response>): Promise<Record<string, unknown> | null> {
  const answer = (await (await sent).json()) as { code: number; data: Record<string, unknown> }
  return answer.code === 1 ? answer.data : null
}

async function onStandby(cluster: Cluster, machine: Machine, statement: string): Promise<{ pid: number }[]> {
  const url = cluster.directUrl(machine, 'postgres').replace(/dxx:[^@]*@/, `postgres:${cluster.secret('superuser')}@`)
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

async function standbysOf(cluster: Cluster): Promise<Machine[]> {
  const primary = await cluster.primary()
  return cluster.machines.filter((machine) => machine !== primary)
}

/** Stops the replay of one standby after another for half a second, so that some standby is behind all the time. */
function lagStandbys(cluster: Cluster) {
  let isRunning = true
  const work = (async () => {
    while (isRunning)
      for (const machine of await standbysOf(cluster)) {
        await onStandby(cluster, machine, 'select pg_wal_replay_pause()')
        await pause(500)
        await onStandby(cluster, machine, 'select pg_wal_replay_resume()')
        await pause(200)
      }
  })()
  return {
    stop: async () => {
      isRunning = false
      await work
    },
  }
}

const metricsOf = (servers: Server[]) =>
  Promise.all(servers.map(async ({ base }) => (await fetch(`${base}/metrics`)).text()))

async function readCounts(servers: Server[]): Promise<{ standby: number; primary: number }> {
  const texts = await metricsOf(servers)
  const countIn = (text: string, on: string) =>
    Number(new RegExp(`dxx_database_reads_total\\{on="${on}"\\} (\\d+)`).exec(text)?.[1])
  const sum = (on: string) => texts.reduce((total, text) => total + countIn(text, on), 0)
  return { standby: sum('standby'), primary: sum('primary') }
}

/**
 * Stops or continues the replay of a standby by a signal to its process. `pg_wal_replay_pause` would not last: Patroni
 * resumes a paused replay within seconds.
 */
async function signalReplay(cluster: Cluster, machine: Machine, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const [startup] = await onStandby(cluster, machine, "select pid from pg_stat_activity where backend_type = 'startup'")
  process.kill(startup!.pid, signal)
}

/**
 * A standby that stops replaying must not be used after three seconds, and must be used again once it has caught up.
 */
async function takeOut(cluster: Cluster, servers: Server[]): Promise<ScenarioRow> {
  const [machine] = await standbysOf(cluster)
  const usable = async (value: 0 | 1) =>
    (await metricsOf(servers)).every((text) =>
      text.includes(`dxx_standby_usable{standby="${machine!.number}"} ${value}`),
    )
  await waitUntil('the standby is in use', () => usable(1), 20_000)
  await signalReplay(cluster, machine!, 'SIGSTOP')
  const begin = performance.now()
  // Writes something to replay: without new data the standby would not be behind.
  const admin = new pg.Client(cluster.url(1))
  await admin.connect()
  await admin.query('create table if not exists replicas_scenario (n int)').finally(() => admin.end())
  await waitUntil('the standby is out', () => usable(0), 20_000).finally(() =>
    signalReplay(cluster, machine!, 'SIGCONT'),
  )
  const outMs = performance.now() - begin
  const resumed = performance.now()
  await waitUntil('the standby is in use again', () => usable(1), 20_000)
  const inMs = performance.now() - resumed
  return {
    label: `${label}: a standby that lags over 2 s`,
    result: `out after ${(outMs / 1000).toFixed(1)} s, in again after ${(inMs / 1000).toFixed(1)} s`,
    target: 'below 4 s each',
    ok: Math.max(outMs, inMs) < 4000,
  }
}
