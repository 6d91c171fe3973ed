import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { connect } from '../../../server/src/db/connection'
import { startEmbedded } from '../../../server/src/db/embedded'
import { migrate } from '../../../server/src/db/migrate'
import { messagesIn, startWriting } from '../authorization/messages'
import { addStudents } from '../bench/exam-data'
import {
  clientAt,
  createSessionToken,
  currentUnixSeconds,
  isAlive,
  pause,
  type ScenarioRow,
  startRepeating,
  type VerifyEnvironment,
  waitUntil,
} from '../environment'
import { startBreakingProxy } from '../faults/breaking-proxy'
import { openExamLoad, startSavingStudents } from '../load/exam-students'
import { startLoadBalancer } from '../nginx'
import { acknowledgedIn, countLostSaves, formatStatuses, hasOnlyStatuses } from '../response-counts'
import { prepareUpload } from '../upload'

const students = 12

/** Kills or restarts PostgreSQL while students save and write through the load balancer of two servers. */
export async function restartsScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const { db, url } = await environment.newDatabase()
  const { exam, tokens } = await openExamLoad(db, 5 * students)
  const servers = [await environment.start(url), await environment.start(url)]
  const front = await startLoadBalancer(environment, servers)
  const { tally, stop } = await startSavingStudents(
    environment,
    { exam, tokens: tokens.slice(0, students) },
    () => front.base,
  )
  // Other users send messages, often enough that every kill, even the last, hits messages in flight.
  const writing = startWriting(environment, tokens.slice(students), () => front.base, tally, 5000)
  const times = 20
  let slowest = 0
  for (let i = 0; i < times; i++) {
    await pause(1000)
    const pid = await environment.postmaster()
    // SIGQUIT aborts at once like a crash; SIGINT terminates the sessions with a message.
    process.kill(pid, i % 2 === 0 ? 'SIGQUIT' : 'SIGINT')
    await waitUntil('PostgreSQL has ended', () => !isAlive(pid))
    const down = performance.now()
    await waitUntil('the servers are ready again', async () => {
      const ready = await Promise.all(servers.map(({ base }) => fetch(`${base}/readyz`).catch(() => null)))
      return ready.every((answer) => answer?.ok)
    })
    slowest = Math.max(slowest, performance.now() - down)
  }
  await stop()
  await writing.stop()
  const { acknowledged, lost } = await countLostSaves(db, tally)
  const messages = await messagesIn(db, writing.acknowledged)
  const served = front.served().size
  const label = `PostgreSQL killed or restarted ×${times}`
  return [
    {
      label,
      result: `${served} servers behind ${front.kind}; ${acknowledged} saves acknowledged, ${lost} lost; ${writing.acknowledged.length} messages, ${messages.lost} lost, ${messages.doubled} duplicated; ${writing.silent() === 0 ? 'all writers ran' : `${writing.silent()} writers did not run`} until the last kill`,
      target: '0 lost, 0 duplicated; all',
      ok:
        lost + messages.lost + messages.doubled + writing.silent() === 0 &&
        Math.min(acknowledged, writing.acknowledged.length) > times &&
        served === servers.length,
    },
    {
      label: `${label}: responses`,
      result: formatStatuses(tally),
      target: 'only 200 and 503, some of each; 0 refused',
      ok: hasOnlyStatuses(tally, 200, 503) && tally.statuses.has(503),
    },
    {
      label: `${label}: times`,
      result: `slowest save ${(tally.slowestMs / 1000).toFixed(1)} s, ready again in ${(slowest / 1000).toFixed(1)} s at most`,
      target: 'below 30 s',
      ok: Math.max(tally.slowestMs, slowest) < 30_000,
    },
  ]
}

/** Cuts the connection between client and server during requests. The client must send them again. */
export async function cutConnectionScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const { db, url } = await environment.newDatabase()
  const server = await environment.start(url)
  const line = await startBreakingProxy(server.base)
  environment.onEnd(line.stop)
  const tokens = await addStudents(db, currentUnixSeconds(), 20)
  // Messages to customer service: unlike orders, only the idempotency key prevents duplicates.
  const wanted = tokens.flatMap((token) => [1, 2, 3, 4, 5].map((n) => ({ token, text: `只说一次 ${token} ${n}` })))
  const cutter = startCutting(environment, line.cut)
  let sentAgain = 0
  for (const { token, text } of wanted) {
    const key = randomUUID()
    for (let tries = 0; ; tries++) {
      const answer = await clientAt(line.base, token)
        .send('POST /v1/cs_send', { text }, { key })
        .catch(() => null)
      if (answer?.code === 1) break
      if (answer && answer.code !== 1) throw new Error(`cs_send: ${JSON.stringify(answer)}`)
      if (tries > 200) throw new Error('the connection was cut too often')
      sentAgain++
    }
  }
  const cuts = await cutter.stop()
  const { rows } = await sql<{ n: number; distinct: number }>`
    select count(*)::int as n, count(distinct text)::int as distinct from cs_messages where text like '只说一次%'`.execute(
    db,
  )
  const { n, distinct } = rows[0]!
  const result = `${wanted.length} messages, connection cut ${cuts} times, ${sentAgain} resent: ${distinct} stored, ${n - distinct} duplicated`
  return [
    {
      label: 'connection cut by a proxy',
      result,
      target: 'some resent, all stored, 0 duplicated',
      ok: sentAgain > 0 && distinct === wanted.length && n === distinct,
    },
  ]
}

function startCutting(environment: VerifyEnvironment, cut: () => void) {
  let cuts = 0
  const stop = startRepeating(environment, async () => {
    await pause(5 + Math.random() * 40)
    cut()
    cuts++
  })
  return { stop: () => stop().then(() => cuts) }
}

/**
 * Fills PostgreSQL's disk. The server must reject with 503, lose nothing that it acknowledged, and recover when space
 * is freed.
 */
export async function diskScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const label = 'disk full'
  const folder = join(environment.folder, 'small')
  mkdirSync(folder, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', folder])
  if (mounted.status !== 0)
    return [
      { label, result: 'a small file system cannot be mounted here (needs root)', target: '0 lost', ok: 'not run' },
    ]
  environment.onEnd(() => spawnSync('umount', ['-l', folder]))
  const log = pino({ level: 'silent' })
  const embedded = await startEmbedded({ dataDir: folder, log })
  environment.onEnd(embedded.stop)
  const { db, close } = connect(embedded.url, { max: 4, log })
  environment.onEnd(close)
  await migrate(db, log)
  const load = await openExamLoad(db, students)
  const server = await environment.start(embedded.url, { DXX_DATA_DIR: folder })
  const { tally, stop } = await startSavingStudents(environment, load, () => server.base)
  await pause(1000)
  const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  // The upload link is created while there is space.
  const upload = await prepareUpload(clientAt(server.base, await createSessionToken(db, id)), server.base, 300_000)
  const ballast = join(folder, 'ballast')
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'])
  // PostgreSQL first uses the free space inside its files. If no save is refused in time, the result of the scenario
  // shows that.
  const refusals = () => (tally.statuses.get(503) ?? 0) + (tally.statuses.get(500) ?? 0)
  await waitUntil('a save is refused', () => refusals() > 20, 120_000).catch(() => {})
  const full = await upload.put()
  writeFileSync(ballast, '')
  const before = acknowledgedIn(tally)
  await waitUntil('saves go on', () => acknowledgedIn(tally) > before + students, 120_000)
  const spacious = await upload.put()
  const finished = await upload.finish()
  await stop()
  const { acknowledged, lost } = await countLostSaves(db, tally)
  return [
    {
      label: `${label}: saves`,
      result: `${acknowledged} acknowledged, ${lost} lost; continues when there is space`,
      target: '0 lost',
      ok: lost === 0 && before > 0,
    },
    {
      label: `${label}: responses`,
      result: formatStatuses(tally),
      target: 'only 200 and 503, some of each; 0 refused',
      ok: hasOnlyStatuses(tally, 200, 503) && tally.statuses.has(503),
    },
    {
      label: `${label}: upload`,
      result: `${full}; with space again ${spacious}, ${finished ? 'stored' : 'not stored'}`,
      target: '503; 204, stored',
      ok: full === 503 && spacious === 204 && finished,
    },
  ]
}
