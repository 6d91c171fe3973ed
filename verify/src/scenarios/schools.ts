import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { readConfig } from '../../../server/src/config'
import { connect, type Db } from '../../../server/src/db/connection'
import { startEmbedded } from '../../../server/src/db/embedded'
import { readPostmaster } from '../../../server/src/db/embedded-postmaster'
import { migrate } from '../../../server/src/db/migrate'
import { loadSampleData } from '../../../server/src/seed/sample'
import { clientAt, pause, readCpuSeconds, type ScenarioRow, type Server, type VerifyEnvironment } from '../environment'
import { openExamLoad, startSavingStudents } from '../load/exam-students'
import { acknowledgedIn, countLostSaves, formatStatuses, hasOnlyStatuses } from '../response-counts'

const log = pino({ level: 'silent' })
const students = 8
const loadMs = 15_000
/** CPU time per save may grow by this, because the two sites share the caches of one machine. */
const mostCost = 1.3

/** The site of one school: a PostgreSQL, a server and a secret of its own. */
interface Site {
  db: Db
  server: Server
  exam: string
  tokens: string[]
  postmaster: number
}

/** One database per school, tried with two: nothing of one is known to the other, and a save costs the same. */
export async function schoolsScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const [one, two] = [await openSite(environment, 'first'), await openSite(environment, 'second')]
  const alone = await saveOn(environment, [one])
  const both = await saveOn(environment, [one, two])
  const cost = both.cpuMs / alone.cpuMs
  return [
    {
      label: 'one database per school: CPU time of a save, two schools at once',
      result: `${both.cpuMs.toFixed(2)} ms, alone ${alone.cpuMs.toFixed(2)} ms (${cost.toFixed(2)} times); ${both.statuses}`,
      target: `at most ${mostCost} times, only 200`,
      ok: cost <= mostCost && both.ok,
    },
    {
      label: 'one database per school: acknowledged saves',
      result: `${both.acknowledged.join(' and ')}: ${both.lost} lost; log of each PostgreSQL ${both.logBytes.map((bytes, i) => `${(bytes / both.acknowledged[i]!).toFixed(0)} bytes per save`).join(' and ')}`,
      target: '0 lost, some of each',
      ok: both.lost === 0 && Math.min(...both.acknowledged) > 0,
    },
    await strangers(one, two),
  ]
}

async function openSite(environment: VerifyEnvironment, name: string): Promise<Site> {
  const folder = await mkdtemp(join(environment.folder, `${name}-`))
  const embedded = await startEmbedded({ dataDir: folder, log })
  environment.onEnd(embedded.stop)
  const { db, close } = connect(embedded.url, { max: 4, log })
  environment.onEnd(close)
  await migrate(db, log)
  await loadSampleData(db, { ...readConfig({ DXX_ENV: 'test' }), dataDir: folder }, () => {})
  const { exam, tokens } = await openExamLoad(db, students)
  const variables = { DXX_DATA_DIR: folder, DXX_SECRET: `secret of the ${name} school, 32 signs` }
  const server = await environment.start(embedded.url, variables)
  return { db, server, exam, tokens, postmaster: (await readPostmaster(join(folder, 'postgres')))!.pid }
}

const cpuOf = (sites: Site[]) =>
  sites.reduce((sum, { server, postmaster }) => sum + readCpuSeconds(server.pid) + readCpuSeconds(postmaster, true), 0)

async function logPosition({ db }: Site): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select (pg_current_wal_lsn() - '0/0')::float8 as bytes`.execute(db)
  return rows[0]!.bytes
}

/** Students of all sites save at once. Returns the CPU time per save of servers and databases together. */
async function saveOn(environment: VerifyEnvironment, sites: Site[]) {
  const half = students / 2
  const loads = await Promise.all(
    sites.map(({ exam, tokens, server }) =>
      startSavingStudents(environment, { exam, tokens: tokens.splice(0, half) }, () => server.base),
    ),
  )
  const before = { cpu: cpuOf(sites), log: await Promise.all(sites.map(logPosition)) }
  await pause(loadMs)
  for (const load of loads) await load.stop()
  const seconds = cpuOf(sites) - before.cpu
  const logs = await Promise.all(sites.map(logPosition))
  const acknowledged = loads.map(({ tally }) => acknowledgedIn(tally))
  let lost = 0
  for (const [i, { tally }] of loads.entries()) lost += (await countLostSaves(sites[i]!.db, tally)).lost
  return {
    cpuMs: (1000 * seconds) / acknowledged.reduce((sum, count) => sum + count, 0),
    acknowledged,
    lost,
    logBytes: logs.map((bytes, i) => bytes - before.log[i]!),
    statuses: loads.map(({ tally }) => formatStatuses(tally)).join(' and '),
    ok: loads.every(({ tally }) => tally.statuses.has(200) && hasOnlyStatuses(tally, 200)),
  }
}

/** A session and an exam of one school are unknown at the other. */
async function strangers(one: Site, two: Site): Promise<ScenarioRow> {
  const errorOf = async (site: Site, token: string, exam: string) =>
    (await clientAt(site.server.base, token).send('GET /v1/examination_info', { id: exam })).data.error ?? 'accepted'
  const [own, foreign] = [two.tokens[0]!, one.tokens[0]!]
  const found = [
    await errorOf(two, own, two.exam),
    await errorOf(two, foreign, two.exam),
    await errorOf(two, own, one.exam),
  ]
  return {
    label: 'one database per school: own exam; with a session of the other school; exam of the other school',
    result: found.join(', '),
    target: 'accepted, not-logged-in, exam-not-found',
    ok: found[0] === 'accepted' && found[1] === 'not-logged-in' && found[2] === 'exam-not-found',
  }
}
