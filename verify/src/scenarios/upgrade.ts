import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { samplePassword } from '../../../server/src/seed/sample-accounts'
import { callAll, type RecordedResponse } from '../../../server/src/testing/call-all'
import type { Client } from '../../../server/src/testing/client'
import {
  clientAt,
  createSessionToken,
  currentUnixSeconds,
  type ScenarioRow,
  type VerifyEnvironment,
} from '../environment'
import { openExamLoad, startSavingStudents } from '../load/exam-students'
import { startReading } from '../load/reads'
import { countLostSaves, formatStatuses, hasOnlyStatuses } from '../response-counts'
import { buildPrevious } from './previous-build'

const label = 'upgrade: previous build and new build on one database'

/**
 * Starts a server of the previous version, which creates the database, then one of this version, which migrates it.
 * Adds a column to every table, and a table, as the next migrations may do. Then makes every call on each server with a
 * session of the other.
 */
export async function upgradeScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const older = buildPrevious(environment.folder)
  if (!older)
    return [
      { label, result: 'no git history here to build the previous version from', target: '0 failed', ok: 'not run' },
    ]
  const { db, url } = await environment.emptyDatabase()
  const old = await environment.start(url, { DXX_SAMPLE_DATA: 'true' }, older.server)
  const ids = await idsIn(db)
  const atOld = await logIn(old.base)
  // Makes all calls once before, so that connections hold statements prepared with the old schema.
  const { responses: before } = await callAll(atOld, { ids, text: '数据' })
  const reading = startReading(environment, atOld)
  const young = await environment.start(url)
  const atYoung = await logIn(young.base)
  const reads = await reading.stop()

  const load = await openExamLoad(db, 4)
  let turn = 0
  const { tally, stop } = await startSavingStudents(environment, load, () => (turn++ % 2 ? old : young).base)
  const known = { ids: [...ids, ...(await conversationsIn(db))], text: '数据' }
  const ask = async (base: string, { token }: Client) => {
    const newcomer = async () => clientAt(base, await createSessionToken(db, await addUser(db)))
    return (await callAll(clientAt(base, token), { ...known, newcomer })).responses
  }
  await addEverywhere(db)
  const after = await ask(old.base, atYoung)
  const there = await ask(young.base, atOld)
  await stop()
  const { acknowledged, lost } = await countLostSaves(db, tally)

  const all = [...after, ...there]
  const failed = [...before, ...all].filter(({ status, text }) => status >= 500 || /"server-error"/.test(text))
  const otherwise = [...otherwiseThan(before, after), ...otherwiseThan(before, there)]
  const named = (responses: RecordedResponse[]) =>
    responses[0] ? ` (${responses[0].name} ${JSON.stringify(responses[0].input)})` : ''
  const calls = new Set(all.map(({ name }) => name)).size
  return [
    {
      label,
      result: `previous build ${older.what}: ${before.length + all.length} requests to ${calls} calls, ${failed.length} failed${named(failed)}; ${reads.ok} reads during the migration, ${reads.failed} failed`,
      target: '0 failed',
      ok: failed.length + reads.failed === 0 && reads.ok > 0,
    },
    {
      label: 'upgrade: reads that succeeded before it',
      result: `${before.filter(wasRead).length}, of which ${otherwise.length} refused after it${named(otherwise)}`,
      target: '0 refused',
      ok: otherwise.length === 0,
    },
    {
      label: 'upgrade: saves sent to both builds in turn',
      result: `${acknowledged} acknowledged, ${lost} lost; ${formatStatuses(tally)}`,
      target: '0 lost; only 200, 0 refused',
      ok: acknowledged > 0 && lost === 0 && hasOnlyStatuses(tally, 200),
    },
  ]
}

const keyOf = ({ name, input }: RecordedResponse) => `${name} ${JSON.stringify(input)}`
const wasRead = ({ name, text }: RecordedResponse) => name.startsWith('GET ') && text.startsWith('{"code":1')

/** Returns the reads that succeeded before and fail now. */
function otherwiseThan(before: RecordedResponse[], after: RecordedResponse[]): RecordedResponse[] {
  const answered = new Set(before.filter(wasRead).map(keyOf))
  return after.filter((responses) => answered.has(keyOf(responses)) && !wasRead(responses))
}

async function logIn(base: string): Promise<Client> {
  const input = { mobile: '13800000001', password: samplePassword }
  const { token } = await clientAt(base).call('POST /v1/login_password', input)
  return clientAt(base, token)
}

async function idsIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`(select uid from curricula where published limit 3)
    union all (select uid from chapters where free limit 2) union all (select uid from questions limit 1)`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Returns conversations created by calls to the old server; their sources are stored in the old format. */
async function conversationsIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select uid from ai_conversations limit 1`.execute(db)
  return rows.map(({ uid }) => uid)
}

async function addUser(db: Db): Promise<number> {
  const user = { nickname: '新同学', mobile: `170${randomInt(1e8)}`.padEnd(11, '0'), created_at: currentUnixSeconds() }
  return (await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id
}

/** Simulates a migration: adds a column to every table, and a table. */
async function addEverywhere(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} add column next_version text not null default ''`.execute(db)
  await sql`create table next_version (id bigint primary key)`.execute(db)
}
