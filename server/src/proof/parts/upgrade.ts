import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { samplePassword } from '../../db/seed/people'
import type { Client } from '../../testing/client'
import { crawl, type Heard } from '../../testing/crawl'
import { buildOlder } from '../older'
import { startReading } from '../reads'
import { openSitting, startSaving } from '../sitting'
import { clientAt, loggedIn, type Row, type Stage, seconds } from '../stage'
import { cameOnly, savesIn, statusWords } from '../tally'

const part = 'operations: old and new at once'

/**
 * A server of older code has made the database and answers; one of this code starts, which migrates. Every table gets a
 * column and there is a table more, as the next version's migrations may add them. Then every call is asked of either
 * server by somebody who logged in at the other.
 */
export async function upgradePart(stage: Stage): Promise<Row[]> {
  const older = buildOlder(stage.folder)
  if (!older)
    return [{ part, figure: 'no git history here to take older code from', target: '0 failed', ok: 'not here' }]
  const { db, url } = await stage.emptyDatabase()
  const old = await stage.start(url, { DXX_SAMPLE_DATA: 'true' }, older.server)
  const ids = await idsIn(db)
  const atOld = await logIn(old.base)
  // Everything is asked once before, so that connections hold prepared statements of the schema as it was.
  const { heard: before } = await crawl(atOld, { ids, text: '数据' })
  const reading = startReading(stage, atOld)
  const young = await stage.start(url)
  const atYoung = await logIn(young.base)
  const reads = await reading.stop()

  const sitting = await openSitting(db, 4)
  let turn = 0
  const { tally, stop } = await startSaving(stage, sitting, () => (turn++ % 2 ? old : young).base)
  const known = { ids: [...ids, ...(await conversationsIn(db))], text: '数据' }
  const ask = async (base: string, { token }: Client) => {
    const newcomer = async () => clientAt(base, await loggedIn(db, await addUser(db)))
    return (await crawl(clientAt(base, token), { ...known, newcomer })).heard
  }
  await addEverywhere(db)
  const after = await ask(old.base, atYoung)
  const there = await ask(young.base, atOld)
  await stop()
  const { acknowledged, lost } = await savesIn(db, tally)

  const all = [...after, ...there]
  const failed = [...before, ...all].filter(({ status, text }) => status >= 500 || /"server-error"/.test(text))
  const otherwise = [...otherwiseThan(before, after), ...otherwiseThan(before, there)]
  const named = (heard: Heard[]) => (heard[0] ? ` (${heard[0].name} ${JSON.stringify(heard[0].input)})` : '')
  const calls = new Set(all.map(({ name }) => name)).size
  return [
    {
      part,
      figure: `old: ${older.what}; ${before.length + all.length} questions to ${calls} calls, ${failed.length} failed${named(failed)}; ${reads.ok} reads while it migrated, ${reads.failed} failed`,
      target: '0 failed',
      ok: failed.length + reads.failed === 0 && reads.ok > 0,
    },
    {
      part,
      figure: `${before.filter(wasRead).length} reads answered before, ${otherwise.length} refused after${named(otherwise)}`,
      target: '0 refused',
      ok: otherwise.length === 0,
    },
    {
      part,
      figure: `saves now here, now there: ${acknowledged} acknowledged, ${lost} lost; ${statusWords(tally)}`,
      target: '0 lost; only 200, none refused',
      ok: acknowledged > 0 && lost === 0 && cameOnly(tally, 200),
    },
  ]
}

const keyOf = ({ name, input }: Heard) => `${name} ${JSON.stringify(input)}`
const wasRead = ({ name, text }: Heard) => name.startsWith('GET ') && text.startsWith('{"code":1')

/** Reads that were answered before and are no longer. */
function otherwiseThan(before: Heard[], after: Heard[]): Heard[] {
  const answered = new Set(before.filter(wasRead).map(keyOf))
  return after.filter((heard) => answered.has(keyOf(heard)) && !wasRead(heard))
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

/** What asking the old server has made of an assistant's answers, whose sources are stored as they were then. */
async function conversationsIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select uid from ai_conversations limit 1`.execute(db)
  return rows.map(({ uid }) => uid)
}

async function addUser(db: Db): Promise<number> {
  const user = { nickname: '新同学', mobile: `170${randomInt(1e8)}`.padEnd(11, '0'), created_at: seconds() }
  return (await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id
}

/** As much as a migration may do to tables that are there. */
async function addEverywhere(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} add column next_version text not null default ''`.execute(db)
  await sql`create table next_version (id bigint primary key)`.execute(db)
}
