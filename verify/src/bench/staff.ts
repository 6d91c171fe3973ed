import type { AddressInfo } from 'node:net'
import { allWorkKinds } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { pino } from 'pino'
import { buildApp } from '../../../server/src/app'
import { readConfig } from '../../../server/src/config'
import type { Db } from '../../../server/src/db/connection'
import { createEnvironment } from '../../../server/src/environment'
import { createConsoleSession } from '../../../server/src/http/console-session'
import { Client } from '../../../server/src/testing/client'
import { type BenchDatabase, withBenchDatabase } from './database'

const [few, many] = [100, 10_000]
const rounds = 200
const clock = { now: () => Math.floor(Date.now() / 1000), nowMs: Date.now }

const perClass = 50

/** Adds waiting items of all kinds for `count` users: students of classes of fifty, some of whom ask to join one. */
async function addItems(db: Db, count: number, now: number): Promise<void> {
  const kinds = sql`${sql.lit(`{${allWorkKinds.join(',')}}`)}::text[]`
  await sql`
    with school as (
      insert into schools (uid, slug, name, province, city, address, has_roster, position)
      values (gen_random_uuid(), 'bench', '大学', '', '', '', false, 1) returning id),
    taught as (
      insert into classes (uid, school_id, slug, name, college, year, position)
      select gen_random_uuid(), school.id, 'bench-' || n, n || ' 班', '', 2024, n
      from school, generate_series(0, ${Math.ceil(count / perClass) - 1}::int) n returning id, position),
    people as (
      insert into users (nickname, mobile, student_status, created_at)
      select '同学 ' || n, (13000000000 + n)::text, 'passed', ${now} from generate_series(1, ${count}::int) n returning id),
    placed as (
      select p.id, school.id as school_id, taught.id as class_id, (${kinds})[1 + p.id % ${allWorkKinds.length}] as kind
      from people p cross join school join taught on taught.position = p.id % ${Math.ceil(count / perClass)}),
    students as (
      insert into student_applications (user_id, school_id, school_name, class_id, class_name, student_no, name,
        submitted_at, reviewed_at)
      select id, school_id, '大学', class_id, '班', id, '同学', ${now}, ${now} from placed),
    joins as (
      insert into class_joins (class_id, user_id, student_no, name, created_at)
      select class_id, id, id, '同学', ${now} from placed where kind = 'join' returning id, user_id)
    insert into work_items (kind, subject_id, user_id, school_id, title, opened_at, due_at)
    select p.kind, coalesce(j.id, p.id), p.id, p.school_id, '待办 ' || p.id, ${now} - p.id, ${now}
    from placed p left join joins j on j.user_id = p.id`.execute(db)
}

/** Adds an owner, or a teacher of a class. Returns a console token. */
async function addStaff(db: Db, role: 'owner' | 'teacher', classId: number | null, now: number): Promise<string> {
  const { id } = await db
    .insertInto('users')
    .values({ nickname: role, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const scope = { scope_kind: classId === null ? ('site' as const) : ('class' as const), scope_id: classId }
  await db
    .insertInto('staff_grants')
    .values({ user_id: id, role, ...scope, created_at: now, renewed_at: now })
    .execute()
  return createConsoleSession(db, { userId: id, factor: true, address: '', agent: '' }, now)
}

/** Adds the items, an owner and a teacher of one class. Returns their console tokens. */
async function fill(db: Db, count: number) {
  const now = clock.now()
  await addItems(db, count, now)
  const { id } = await db.selectFrom('classes').select('id').where('slug', '=', 'bench-0').executeTakeFirstOrThrow()
  const owner = await addStaff(db, 'owner', null, now)
  const teacher = await addStaff(db, 'teacher', id, now)
  await sql`vacuum analyze`.execute(db)
  return { owner, teacher }
}

async function open({ db }: BenchDatabase, count: number) {
  const config = { ...readConfig({ DXX_ENV: 'test' }), floodPerUser: 1e9, floodPerAddress: 1e9 }
  const app = await buildApp(createEnvironment({ config, db, clock, log: pino({ level: 'silent' }) }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const { owner, teacher } = await fill(db, count)
  return {
    owner: new Client(base, clock.now, owner),
    teacher: new Client(base, clock.now, teacher),
    close: () => app.close(),
  }
}

const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!

type Opened = Awaited<ReturnType<typeof open>>

const calls = {
  'work_list, first page': ({ owner }: Opened) => owner.call('GET /staff/v1/work_list', {}),
  'work_list, one kind': ({ owner }: Opened) => owner.call('GET /staff/v1/work_list', { kinds: ['refund'] }),
  work_next: ({ owner }: Opened) => owner.call('GET /staff/v1/work_next', {}),
  work_counts: ({ owner }: Opened) => owner.call('GET /staff/v1/work_counts', {}),
  'work_list, teacher': ({ teacher }: Opened) => teacher.call('GET /staff/v1/work_list', {}),
  'work_next, teacher': ({ teacher }: Opened) => teacher.call('GET /staff/v1/work_next', {}),
  'work_counts, teacher': ({ teacher }: Opened) => teacher.call('GET /staff/v1/work_counts', {}),
}

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  times.push(performance.now() - start)
}

/** Compares the work queue with 10,000 waiting items and with 100, call by call in turn. Target: ratio below 2. */
export function staffBench(large: BenchDatabase): Promise<string[]> {
  return withBenchDatabase(async (small) => {
    const [one, other] = [await open(small, few), await open(large, many)]
    try {
      const lines: string[] = []
      for (const [name, call] of Object.entries(calls)) {
        const times: [number[], number[]] = [[], []]
        for (let round = -20; round < rounds; round++) {
          // The first rounds warm up query plans and the JIT compiler, and are not measured.
          const rows = round < 0 ? ([[], []] as [number[], number[]]) : times
          await timed(rows[0], () => call(one))
          await timed(rows[1], () => call(other))
        }
        const [short, long] = times.map(median) as [number, number]
        const ratio = (long / short).toFixed(2)
        lines.push(`${name.padEnd(22)} ${few}: ${short.toFixed(2)} ms  ${many}: ${long.toFixed(2)} ms  ratio ${ratio}`)
      }
      return [...lines, 'target: ratio of list and next below 2']
    } finally {
      await one.close()
      await other.close()
    }
  })
}
