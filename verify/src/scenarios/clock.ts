import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { clientAt, createSessionToken, pause, type ScenarioRow, type VerifyEnvironment } from '../environment'
import { openExamLoad, startSavingStudents } from '../load/exam-students'
import { countLostSaves, formatStatuses, hasOnlyStatuses, type ResponseCounts } from '../response-counts'

const students = 12

/**
 * Module for `--import` that steps the time of a server by an hour, forward and back; the machine's clock is unchanged.
 * Prints the new Date each time, to prove that the step took effect.
 */
const steppingServer = `let by = 0
const machine = Date.now
Date.now = () => machine() + by
globalThis.Date = new Proxy(Date, {
  construct: (real, given, as) => Reflect.construct(real, given.length > 0 ? given : [real.now()], as),
  apply: (real) => new real(real.now()).toString(),
})
process.on('SIGUSR2', () => {
  by = by === 0 ? 3600000 : by > 0 ? -3600000 : 0
  console.log('stepped to ' + Math.round((new Date().getTime() - machine()) / 3600000) + ' h')
})
`

/** Module that lets a server read PostgreSQL's clock twice a second instead of once a minute. */
const readingOften = `const real = globalThis.setInterval
globalThis.setInterval = (work, ms, ...rest) => real(work, ms === 60000 ? 500 : ms, ...rest)
`

export async function clockScenario(environment: VerifyEnvironment): Promise<ScenarioRow[]> {
  return [await serverStepped(environment), await databaseStepped(environment)]
}

async function serverStepped(environment: VerifyEnvironment): Promise<ScenarioRow> {
  const { db, url } = await environment.newDatabase()
  const load = await openExamLoad(db, students)
  const server = await environment.start(url, { NODE_FLAGS: preload(environment, 'stepping.mjs', steppingServer) })
  const { tally, stop } = await startSavingStudents(environment, load, () => server.base)
  for (let i = 0; i < 9; i++) {
    await pause(500)
    process.kill(server.pid, 'SIGUSR2')
  }
  await pause(500)
  await stop()
  const saves = await whatCame(db, tally)
  const seen = server.output().match(/stepped to -?\d h/g) ?? []
  const hour = (hours: number) => seen.filter((line) => line === `stepped to ${hours} h`).length
  const result = `${hour(1)} times ahead, ${hour(-1)} times behind; ${saves.result}`
  const ok = saves.ok && hour(1) === 3 && hour(-1) === 3
  return { label: "server's clock moved by an hour", result, target: '3, 3; 0, 0, 0; only 200', ok }
}

/**
 * Steps PostgreSQL's time by three hours forward, then back, for twenty readings each. The machine's clock cannot be
 * set here; instead, functions earlier in the search path override clock_timestamp() and now() in this database.
 */
async function databaseStepped(environment: VerifyEnvironment): Promise<ScenarioRow> {
  const { db, url } = await environment.newDatabase()
  await sql`create schema stepped`.execute(db)
  await sql`create table stepped.step as select interval '0' as by`.execute(db)
  for (const name of ['clock_timestamp', 'now'])
    await sql`create function stepped.${sql.ref(name)}() returns timestamptz language sql volatile as
      ${sql.lit(`select pg_catalog.${name}() + (select by from stepped.step)`)}`.execute(db)
  const name = decodeURIComponent(new URL(url.replace('@/', '@localhost/')).pathname.slice(1))
  await sql`alter database ${sql.ref(name)} set search_path = public, stepped, pg_catalog`.execute(db)
  const load = await openExamLoad(db, students)
  // The server logs a warning each time it reads an implausible time, which proves that it has read the step.
  const flags = preload(environment, 'reading-often.mjs', readingOften)
  const server = await environment.start(url, { NODE_FLAGS: flags, LOG_LEVEL: 'warn' })
  const { tally, stop } = await startSavingStudents(environment, load, () => server.base)
  const { id } = await db.selectFrom('users').select('id').where('mobile', '=', '13800000001').executeTakeFirstOrThrow()
  const guest = clientAt(server.base)
  const user = clientAt(server.base, await createSessionToken(db, id))
  let entered = 0
  const steps = [3, -3]
  for (const hours of steps) {
    // A code valid for minutes is created before the step and used after it.
    const code = await guest.call('POST /v1/login_qr_create', {})
    await sql`update stepped.step set by = ${`${hours} hours`}::interval`.execute(db)
    await pause(10_000)
    for (const action of ['scan', 'confirm'] as const)
      await user.send('POST /v1/authorize_login_qr_code', { id: code.id, action })
    const { data } = await guest.send('GET /v1/login_qr_poll', { id: code.id, secret: code.secret })
    if (data.login) entered++
  }
  await sql`update stepped.step set by = '0'`.execute(db)
  await pause(2000)
  await stop()
  const saves = await whatCame(db, tally)
  const [forth, back] = steps.map((hours) => timesRead(server.output(), hours)) as [number, number]
  const result = `read ${forth} times ahead, ${back} times behind; ${saves.result}; ${entered} of ${steps.length} login codes still valid`
  const ok = saves.ok && entered === steps.length && Math.min(forth, back) >= 10
  const target = 'at least 10 each; 0, 0, 0; only 200; 2 of 2'
  return { label: "PostgreSQL's clock moved by three hours", result, target, ok }
}

/** Counts the log entries about a database clock that is about `hours` hours off. */
function timesRead(output: string, hours: number): number {
  const jumps = output.matchAll(/^\{.*"seconds":(-?\d+).*the database clock has jumped: not followed/gm)
  return [...jumps].filter(([, by]) => Math.abs(Number(by) - hours * 3600) < 5).length
}

function preload({ folder }: VerifyEnvironment, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return `--import ${file}`
}

async function whatCame(db: Db, tally: ResponseCounts): Promise<{ result: string; ok: boolean }> {
  const { acknowledged, lost } = await countLostSaves(db, tally)
  const { rows } = await sql<{ late: number; off: number }>`
    select count(*) filter (where s.fate <> 'counted')::int as late,
      count(*) filter (where abs(s.received_at - extract(epoch from pg_catalog.now())) > 600)::int as off
    from exam_steps s join exam_attempts a on a.id = s.attempt_id join exams e on e.id = a.exam_id where e.slug = 'bench'`.execute(
    db,
  )
  const { late, off } = rows[0]!
  return {
    result: `${acknowledged} saves, ${lost} lost, ${late} counted as late, ${off} with a wrong time; ${formatStatuses(tally)}`,
    ok: acknowledged > 0 && lost + late + off === 0 && hasOnlyStatuses(tally, 200),
  }
}
