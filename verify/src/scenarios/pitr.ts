import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { startS3 } from '../../../server/src/adapters/storage/s3-simulator.fixture'
import { stoppedClock } from '../../../server/src/base/clock'
import { readConfig } from '../../../server/src/config'
import { connect, type Db } from '../../../server/src/db/connection'
import { migrate } from '../../../server/src/db/migrate'
import { operate } from '../../../server/src/ops/ops'
import { loadSampleData } from '../../../server/src/seed/sample'
import { startArchivedPostgres } from '../cluster/archived-postgres'
import { postgresPrograms } from '../cluster/programs'
import {
  currentUnixSeconds,
  pause,
  type ScenarioRow,
  startRepeating,
  type VerifyEnvironment,
  waitUntil,
} from '../environment'
import { makeCertificate } from '../nginx'

const log = pino({ level: 'silent' })
const label = 'recovery to a second'
const hasProgram = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/** Deletes a class by mistake while others write, restores the database to the second before, and brings the class back. */
export async function pitrScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  const missing = [
    ...(hasProgram('pgbackrest') ? [] : ['pgbackrest']),
    ...(hasProgram('openssl') ? [] : ['openssl']),
    ...(postgresPrograms() ? [] : ['postgresql']),
  ]
  if (missing.length > 0)
    return [{ label, result: `apt-get install ${missing.join(' ')}`, target: 'class is back', ok: 'not run' }]
  const home = mkdtempSync(join(tmpdir(), 'dxx-certificate-'))
  environment.onEnd(() => spawnSync('rm', ['-rf', home]))
  makeCertificate(home)
  const s3 = await startS3({
    key: readFileSync(join(home, 'privkey.pem')),
    cert: readFileSync(join(home, 'fullchain.pem')),
  })
  environment.onEnd(() => s3.close())
  const postgres = await startArchivedPostgres(s3)
  environment.onEnd(() => postgres.stop())
  const live = await openSample(environment, postgres.url)
  const begin = performance.now()
  await postgres.pgbackrest('stanza-create')
  await postgres.pgbackrest('--type=full', 'backup')
  const backupSeconds = (performance.now() - begin) / 1000
  const backupBytes = [...s3.objects.values()].reduce((sum, { body }) => sum + body.length, 0)

  await sql`create table marks (n bigserial primary key, at timestamptz not null default clock_timestamp())`.execute(
    live,
  )
  const stop = startRepeating(environment, async () => {
    await sql`insert into marks default values`.execute(live)
    await pause(50)
  })
  await pause(2500)
  const { uid, before, target } = await deleteClass(live)
  await pause(2500)
  await stop()
  await archived(live)
  const again = performance.now()
  const { url } = await postgres.restoreTo(target)
  const restoreSeconds = (performance.now() - again) / 1000
  const old = connect(url('dxx'), { max: 2, log })
  environment.onEnd(old.close)
  await waitUntil('the restored database accepts writes', async () => !(await isRecovering(old.db)), 60_000)
  const cut = await marksAround(live, old.db, target)
  const rows: ScenarioRow[] = [
    {
      label: `${label}: database restored from the archive`,
      result: `${cut.missing} of ${cut.before} rows written before ${target} missing, ${cut.later} later ones there; last row ${cut.gapMs} ms before it; full backup ${backupSeconds.toFixed(1)} s, ${(backupBytes / 1024 / 1024).toFixed(0)} MB encrypted in the bucket; restored in ${restoreSeconds.toFixed(1)} s`,
      target: '0 missing, 0 later',
      ok: cut.before > 0 && cut.missing + cut.later === 0 && cut.gapMs < 1000,
    },
  ]
  const outputLines: string[] = []
  const config = readConfig({ DXX_ENV: 'test' })
  await operate(
    { db: live, config, clock: stoppedClock(currentUnixSeconds()), print: (line) => outputLines.push(line) },
    ['classes', 'bring-back', uid, url('dxx')],
  )
  const after = await rowsOfClass(live, uid)
  const { n } = await live
    .selectFrom('marks' as never)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  rows.push({
    label: `${label}: class deleted by mistake brought back`,
    result: `${JSON.stringify(after)} as before ${JSON.stringify(before)}; ${n} rows written meanwhile kept; ${outputLines.join(' ')}`,
    target: 'the same rows',
    ok: JSON.stringify(after) === JSON.stringify(before) && n === cut.all && (before.members ?? 0) > 0,
  })
  return rows
}

async function openSample(environment: VerifyEnvironment, url: (database: string) => string): Promise<Db> {
  const admin = new pg.Client(url('postgres'))
  await admin.connect()
  await admin
    .query("create database dxx template template0 encoding 'UTF8' locale 'C.UTF-8'")
    .finally(() => admin.end())
  const { db, close } = connect(url('dxx'), { max: 4, log })
  environment.onEnd(close)
  await migrate(db, log)
  await loadSampleData(db, { ...readConfig({ DXX_ENV: 'test' }), dataDir: environment.folder }, () => {})
  return db
}

/** Counts the rows that belong to a class. */
async function rowsOfClass(db: Db, uid: string): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as classes,
      (select count(*)::int from class_members m join classes x on x.id = m.class_id where x.uid = ${uid}) as members,
      (select count(*)::int from rosters r join classes x on x.id = r.class_id where x.uid = ${uid}) as rosters,
      (select count(*)::int from assignment_classes a join classes x on x.id = a.class_id where x.uid = ${uid}) as homework,
      (select count(*)::int from exam_classes e join classes x on x.id = e.class_id where x.uid = ${uid}) as exams
    from classes where uid = ${uid}`.execute(db)
  return rows[0]!
}

/** A teaching class: students of other classes of its school, and an exam. */
async function addClass(db: Db): Promise<{ id: number; uid: string }> {
  const { rows } = await sql<{ id: number; uid: string }>`
    insert into classes (uid, school_id, slug, name, college, year, position)
    select gen_random_uuid(), school_id, 'by-mistake', '误删的教学班', '', 2026, 99 from rosters
    group by school_id order by count(*) desc limit 1 returning id, uid`.execute(db)
  const { id } = rows[0]!
  await sql`
    insert into class_members (class_id, roster_id, added_at)
    select c.id, r.id, ${currentUnixSeconds()} from classes c join rosters r using (school_id)
    where c.id = ${id} limit 30`.execute(db)
  await sql`insert into exam_classes (class_id, exam_id) select ${id}, id from exams limit 2`.execute(db)
  return rows[0]!
}

/**
 * Deletes a class with its members and all rows that must be deleted before. Returns the last whole second before the
 * deletion.
 */
async function deleteClass(db: Db) {
  const { id, uid } = await addClass(db)
  const before = await rowsOfClass(db, uid)
  await pause(2000)
  // Waits for the next whole second, so that the second before the deletion does not include the deletion.
  await waitUntil('a new second', async () => Date.now() % 1000 > 300 && Date.now() % 1000 < 600, 5000)
  const { rows: times } = await sql<{
    target: string
  }>`select date_trunc('second', clock_timestamp())::text as target`.execute(db)
  await sql`delete from exam_classes where class_id = ${id}`.execute(db)
  await sql`delete from classes where id = ${id}`.execute(db)
  return { uid, before, target: times[0]!.target }
}

async function archived(db: Db): Promise<void> {
  const { rows } = await sql<{ segment: string }>`select pg_walfile_name(pg_switch_wal()) as segment`.execute(db)
  const last = async () => {
    const { rows: found } = await sql<{
      last: string | null
    }>`select last_archived_wal as last from pg_stat_archiver`.execute(db)
    return (found[0]!.last ?? '') >= rows[0]!.segment
  }
  await waitUntil('the log is archived', last, 120_000)
}

const isRecovering = async (db: Db) => {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)
  return rows[0]!.is
}

async function marksAround(live: Db, old: Db, target: string) {
  const read = async (db: Db) => {
    const { rows } = await sql<{ before: number; later: number; gap: number | null }>`
      select count(*) filter (where at <= ${target}::timestamptz)::int as before,
        count(*) filter (where at > ${target}::timestamptz)::int as later,
        extract(epoch from ${target}::timestamptz - max(at) filter (where at <= ${target}::timestamptz))::float8 * 1000 as gap
      from marks`.execute(db)
    return rows[0]!
  }
  const [all, restored] = [await read(live), await read(old)]
  return {
    all: all.before + all.later,
    before: all.before,
    missing: all.before - restored.before,
    later: restored.later,
    gapMs: Math.round(restored.gap ?? Number.POSITIVE_INFINITY),
  }
}
