import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { inTransaction } from '../../db/transaction'
import { createSession } from '../../http/session'
import { startTestApp, type TestApp, testStart } from '../../testing/app'
import { bundle } from '../../testing/bundle'
import { addCurriculum } from '../../testing/catalogue'
import { testUrl } from '../../testing/database'
import { recordMeasurement } from '../../testing/measurements'
import { addSchool, asStaff, createStaff } from '../../testing/staff'
import { recordHeartbeat } from '../study/record-heartbeat'
import { numberJobsWork, rollNumbers } from './sum-daily'

const kills = Number(process.env.DXX_KILLS ?? 3)
const day = 86_400

let app: TestApp
let curriculumId: number
beforeAll(async () => {
  app = await startTestApp()
  curriculumId = (await addCurriculum(app.db, { title: '数据结构' })).id
})
afterAll(() => app.close())

const device = { device: 'test', platform: 'H5', ip: '127.0.0.1' }
/** Time of the roll-ups. They delete old rows of active_days; all random events are newer, so none is deleted. */
const rolledAt = testStart - 5 * day
const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!
/** A random second of the last five days. */
const anyTime = () => testStart - Math.floor(Math.random() * 5 * day)

/** Pairs of day and active user, recorded while the events below are created. */
const active = new Set<string>()
const users: number[] = []
let orders = 0

async function addUser(): Promise<void> {
  const user = { nickname: '同学', created_at: anyTime() }
  const { id } = await app.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  users.push(id)
}

async function seeUser(): Promise<void> {
  const [userId, at] = [pick(users), anyTime()]
  active.add(`${formatDate(at)} ${userId}`)
  if (Math.random() < 0.5) await createSession(app.db, userId, device, at)
  else {
    await createSession(app.db, userId, device, at - 100_000)
    active.add(`${formatDate(at - 100_000)} ${userId}`)
    await sql`update sessions set last_seen_at = ${at} where user_id = ${userId} and last_seen_at = ${at - 100_000}`.execute(
      app.db,
    )
  }
}

async function study(): Promise<void> {
  const [userId, start] = [pick(users), anyTime()]
  const session = randomUUID()
  await sql`insert into study_events (user_id, curriculum_id, session, day, start_at, end_at)
    values (${userId}, ${curriculumId}, ${session}::uuid, day_of(${start}), ${start}, ${start + 1})
    on conflict do nothing`.execute(app.db)
  // Extends an event of the user. Ignored if it would overlap another one.
  await sql`update study_events set end_at = end_at + 1 + floor(random() * 20) where session = ${session}::uuid`
    .execute(app.db)
    .catch(() => {})
}

async function pay(): Promise<void> {
  const at = anyTime()
  await inTransaction(app.db, async (tx) => {
    const order = await tx
      .insertInto('orders')
      .values({
        no: `N${++orders}`,
        user_id: pick(users),
        curriculum_id: curriculumId,
        title: '数据结构',
        price_cents: 100,
        discount_percent: 100,
        pay_cents: 100 + orders,
        status: 1,
        created_at: at - 60,
        expires_at: at + 60,
        paid_at: at,
      })
      .returning(['id', 'pay_cents'])
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ id: number }>`
      insert into payments (no, order_id, channel, way, cents, state, created_at, expires_at, paid_at)
      values (${`P${orders}`}, ${order.id}, 'test', 'scan', ${order.pay_cents}, 'paid', ${at}, ${at}, ${at})
      returning id`.execute(tx)
    const [payment] = rows
    const money = { order_id: order.id, payment_id: payment!.id }
    await tx
      .insertInto('money_events')
      .values({ ...money, cents: order.pay_cents, at })
      .execute()
    if (Math.random() < 0.3) {
      const { rows: refunds } = await sql<{ id: number }>`
        insert into refunds (no, order_id, payment_id, kind, cents, state, reason, asked_at, done_at)
        values (${`R${orders}`}, ${order.id}, ${payment!.id}, 'order', ${order.pay_cents}, 'done', '', ${at}, ${at})
        returning id`.execute(tx)
      await tx
        .insertInto('money_events')
        .values({ ...money, refund_id: refunds[0]!.id, cents: -order.pay_cents, at: at + 3600 })
        .execute()
    }
    // Some transactions are rolled back: their events must not be counted.
    if (Math.random() < 0.2) throw new Error('rolled back')
  }).catch(() => {})
}

/** Every number by day, computed from the tables of the events. */
async function scan(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; value: number }>`
    select day_of(created_at) || ' new_users' as name, count(*) as value from users group by 1
    union all select day_of(created_at) || ' orders', count(*) from orders group by 1
    union all select day_of(at) || case when cents > 0 then ' revenue_cents' else ' refund_cents' end, sum(abs(cents))
      from money_events group by 1
    union all select day_of(at) || case when cents > 0 then ' payments' else ' refunds' end, count(*)
      from money_events group by 1
    union all select day || ' study_seconds', sum(end_at - start_at) from study_events group by 1`.execute(app.db)
  const found = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  for (const one of active) {
    const name = `${one.split(' ')[0]} active_users`
    found[name] = (found[name] ?? 0) + 1
  }
  return found
}

async function stored(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; value: number }>`
    select day || ' ' || metric as name, value from daily_numbers where metric <> 'exams'`.execute(app.db)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

describe('roll_numbers', () => {
  it(`two servers, one of them killed ${kills} times, count every random event exactly once`, async () => {
    const { folder, remove } = await bundle('testing/roll-process.fixture.ts')
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
    const url = testUrl(inject('pgUrl'), rows[0]!.name)
    const children: ChildProcess[] = []
    const start = async () => {
      const child = spawn(process.execPath, [join(folder, 'roll-process.fixture.js'), url, String(rolledAt)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      await once(child.stdout!, 'data')
      return child
    }
    const end = async (child: ChildProcess) => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }
    try {
      for (let i = 0; i < 5; i++) await addUser()
      const lasting = await start()
      for (let kill = 0; kill < kills; kill++) {
        const child = await start()
        for (let i = 0; i < 30; i++) {
          await Promise.all([addUser(), seeUser(), study(), pay()])
          if (i === 20) await end(child)
        }
      }
      await end(lasting)
      await rollNumbers(app.db, rolledAt)
      const [seen, expected] = [await stored(), await scan()]
      const wrong = Object.keys({ ...seen, ...expected }).filter((name) => seen[name] !== expected[name])
      recordMeasurement(
        'numbers: rollups against a full scan, kill -9 in between',
        { kills, numbers: Object.keys(expected).length, wrong: wrong.length },
        { target: '0 wrong', ok: wrong.length === 0 },
      )
      expect(seen).toEqual(expected)
      expect(Object.keys(expected).length).toBeGreaterThan(30)
      expect(await app.db.selectFrom('number_deltas').select('id').execute()).toEqual([])
    } finally {
      for (const child of children) child.kill('SIGKILL')
      await remove()
    }
  }, 600_000)

  it('a repeated roll_numbers changes nothing, and active users stay counted after active_days is cleared', async () => {
    const before = await stored()
    await rollNumbers(app.db, testStart)
    await rollNumbers(app.db, testStart + 10 * day)
    expect(await stored()).toEqual(before)
    expect(await app.db.selectFrom('active_days').select('user_id').execute()).toEqual([])
    // The end of an old session does not count as activity.
    await sql`update sessions set revoked_at = ${testStart}`.execute(app.db)
    await rollNumbers(app.db, testStart)
    expect(await stored()).toEqual(before)
  })
})

describe('GET /staff/v1/numbers', () => {
  it('returns the numbers of today to operators and refuses teachers, support and school administrators', async () => {
    const now = testStart + 20 * day
    app.clock.set(now)
    const student = await app.createUser()
    const client = await app.as(student)
    await client.call('GET /v1/get_user_info', {})
    const heartbeat = { userId: student.id, loginAt: now - 600, curriculumId, chapter: null, session: randomUUID() }
    const seen = { second: 0, locator: null, watched: [], reached: '' }
    await recordHeartbeat(app.db, { ...heartbeat, ...seen, at: now - 60, seconds: 0 } as never, now - 60)
    await recordHeartbeat(app.db, { ...heartbeat, ...seen, at: now, seconds: 60 } as never, now)
    await addSchool(app, 'numbers')
    const { studied } = await app.db
      .selectFrom('study_events')
      .select(sql<number>`sum(end_at - start_at)`.as('studied'))
      .where('user_id', '=', student.id)
      .executeTakeFirstOrThrow()
    expect(studied).toBe(60)
    const operator = await createStaff(app, 'operator')
    const hasWork = async (at: number) => {
      const { rows } = await sql<{ work: boolean }>`select ${numberJobsWork.roll_numbers(at)} as work`.execute(app.db)
      return rows[0]!.work
    }
    expect(await hasWork(now)).toBe(true)
    await rollNumbers(app.db, now)
    // The exam still runs, but is counted for this day.
    expect(await hasWork(now)).toBe(false)
    const { days, examsRunning, countedAt } = await (await asStaff(app, operator)).call('GET /staff/v1/numbers', {})
    expect(days).toHaveLength(30)
    expect(days[0]!.day).toBe(formatDate(now - 29 * day))
    expect(days.at(-1)).toMatchObject({
      day: formatDate(now),
      activeUsers: 1,
      newUsers: 2,
      studySeconds: studied,
      exams: 1,
    })
    // The range includes the days of the random events, so the revenue equals the sum of money_events.
    const { total } = await app.db
      .selectFrom('money_events')
      .select(sql<number>`sum(cents)`.as('total'))
      .executeTakeFirstOrThrow()
    const sum = days.reduce((all, one) => all + one.revenueCents - one.refundCents, 0)
    expect(sum).toBe(total)
    expect({ examsRunning, countedAt }).toEqual({ examsRunning: 1, countedAt: now })
    for (const role of ['teacher', 'support', 'school_admin'] as const) {
      const scope = { teacher: 'class', support: 'site', school_admin: 'school' } as const
      const other = await createStaff(app, role, { kind: scope[role], id: role === 'support' ? null : 1 })
      const { data } = await (await asStaff(app, other)).send('GET /staff/v1/numbers', {})
      expect(data.error).toBe('not-permitted')
    }
  })

  it('a user whose session continues after midnight counts as active on the new day', async () => {
    const midnight = testStart + 30 * day - ((testStart + 8 * 3600) % day)
    app.clock.set(midnight - 600)
    const client = await app.as()
    await client.call('GET /v1/get_user_info', {})
    app.clock.set(midnight + 600)
    await client.call('GET /v1/get_user_info', {})
    await client.call('GET /v1/get_user_info', {})
    await rollNumbers(app.db, midnight + 600)
    const { rows } = await sql<{ day: string; value: number }>`
      select day::text, value from daily_numbers where metric = 'active_users'
        and day >= day_of(${midnight}::bigint) - 1 order by day`.execute(app.db)
    expect(rows).toEqual([
      { day: formatDate(midnight - 600), value: 1 },
      { day: formatDate(midnight), value: 1 },
    ])
  })
})
