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

/** Adds a site owner, and waiting items of all kinds for as many users. Returns the owner's console token. */
async function fill(db: Db, count: number): Promise<string> {
  const now = clock.now()
  const kinds = sql`${sql.lit(`{${allWorkKinds.join(',')}}`)}::text[]`
  await sql`
    with people as (
      insert into users (nickname, mobile, created_at)
      select '同学 ' || n, (13000000000 + n)::text, ${now} from generate_series(1, ${count}::int) n returning id)
    insert into work_items (kind, subject_id, user_id, title, opened_at, due_at)
    select (${kinds})[1 + id % ${allWorkKinds.length}], id, id, '待办 ' || id, ${now} - id, ${now} from people`.execute(
    db,
  )
  const owner = { nickname: '所有者', created_at: now }
  const { id } = await db.insertInto('users').values(owner).returning('id').executeTakeFirstOrThrow()
  const grant = { user_id: id, role: 'owner' as const, scope_kind: 'site' as const, created_at: now, renewed_at: now }
  await db.insertInto('staff_grants').values(grant).execute()
  await sql`vacuum analyze`.execute(db)
  return createConsoleSession(db, { userId: id, factor: true, address: '', agent: '' }, now)
}

async function open({ db }: BenchDatabase, count: number) {
  const config = { ...readConfig({ DXX_ENV: 'test' }), floodPerUser: 1e9, floodPerAddress: 1e9 }
  const app = await buildApp(createEnvironment({ config, db, clock, log: pino({ level: 'silent' }) }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = new Client(
    `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    clock.now,
    await fill(db, count),
  )
  return { client, close: () => app.close() }
}

const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!

const calls = {
  'work_list, first page': (client: Client) => client.call('GET /staff/v1/work_list', {}),
  'work_list, one kind': (client: Client) => client.call('GET /staff/v1/work_list', { kinds: ['refund'] }),
  work_next: (client: Client) => client.call('GET /staff/v1/work_next', {}),
  work_counts: (client: Client) => client.call('GET /staff/v1/work_counts', {}),
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
          const kept = round < 0 ? ([[], []] as [number[], number[]]) : times
          await timed(kept[0], () => call(one.client))
          await timed(kept[1], () => call(other.client))
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
