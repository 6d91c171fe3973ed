import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testClock } from '../base/clock'
import { connect } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { createTestDatabase, silent, type TestDatabase } from '../testing/database'
import { purgeEvery, purgeExpired } from './purge-expired'
import { claimJob, enqueue } from './queue'
import { startWorker, type WorkerOptions } from './worker'

const start = 1_800_000_000

let database: TestDatabase
let clock: ReturnType<typeof testClock>
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  clock = testClock(start)
})
afterEach(async () => {
  await database.db.deleteFrom('jobs').execute()
  await database.db.deleteFrom('job_turns').execute()
})
afterAll(() => database.drop())

const worker = (options: Pick<WorkerOptions, 'handlers' | 'every' | 'lasting' | 'pollMs'>, db = database.db) =>
  startWorker({ db, clock, log: silent, ...options })
const rows = () => database.db.selectFrom('jobs').selectAll().orderBy('id').execute()

describe('a job', () => {
  test('a job runs once, when due, with its payload', async () => {
    const ran: unknown[] = []
    const { runDue } = worker({ handlers: { greet: async (_ctx, payload: { to: string }) => void ran.push(payload) } })
    await enqueue(database.db, 'greet', { to: '小明' }, { runAt: start + 10 })
    await runDue()
    expect(ran).toEqual([])
    clock.advance(10)
    await runDue()
    await runDue()
    expect(ran).toEqual([{ to: '小明' }])
    expect(await rows()).toEqual([])
  })

  test('a job exists only if the transaction that added it commits', async () => {
    const refused = inTransaction(database.db, async (tx) => {
      await enqueue(tx, 'greet', {}, { runAt: start })
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await rows()).toEqual([])
  })

  test('a job with a unique key is queued once, and can be added again when done', async () => {
    let ran = 0
    const { runDue } = worker({ handlers: { count: async () => void ran++ } })
    for (let i = 0; i < 3; i++) await enqueue(database.db, 'count', {}, { runAt: start, uniqueKey: 'order 7' })
    await runDue()
    expect(ran).toBe(1)
    await enqueue(database.db, 'count', {}, { runAt: start, uniqueKey: 'order 7' })
    await runDue()
    expect(ran).toBe(2)
  })

  test('a job of an unknown kind is not claimed', async () => {
    await enqueue(database.db, 'newer', {}, { runAt: start })
    await worker({ handlers: {} }).runDue()
    expect(await rows()).toMatchObject([{ kind: 'newer', attempts: 0, locked_until: null }])
  })

  test('a failing job is tried eight times with increasing delays, then given up and stored with its error', async () => {
    const tries: number[] = []
    const { runDue } = worker({
      handlers: {
        broken: async () => {
          tries.push(clock.now() - start)
          throw new Error('坏了\0')
        },
      },
    })
    await enqueue(database.db, 'broken', {}, { runAt: start, uniqueKey: 'one' })
    for (let seconds = 0; seconds < 4000; seconds += 5) {
      await runDue()
      clock.advance(5)
    }
    expect(tries).toEqual([0, 10, 30, 70, 150, 310, 630, 1270])
    const [failed] = await rows()
    expect(failed).toMatchObject({ attempts: 8, failed_at: start + 1270, locked_until: null })
    expect(failed?.last_error).toContain('坏了')
    // A job that was given up does not block a new job with the same unique key.
    await enqueue(database.db, 'broken', {}, { runAt: start, uniqueKey: 'one' })
    expect(await rows()).toHaveLength(2)
  })
})

test('a lasting job is retried without limit', async () => {
  let well = false
  let tries = 0
  const { runDue } = worker({
    lasting: ['promised'],
    handlers: {
      promised: async () => {
        tries += 1
        if (!well) throw new Error('away')
      },
    },
  })
  await enqueue(database.db, 'promised', {}, { runAt: start })
  for (let minutes = 0; minutes < 240; minutes += 5) {
    await runDue()
    clock.advance(300)
  }
  expect(tries).toBeGreaterThan(12)
  expect(await rows()).toMatchObject([{ kind: 'promised', failed_at: null }])
  well = true
  clock.advance(1800)
  await runDue()
  expect(await rows()).toEqual([])
})

describe('several workers', () => {
  test('several workers share the jobs, and each job runs once', async () => {
    const connections = [1, 2, 3].map(() => connect(database.url, { max: 4, log: silent }))
    const ran: number[][] = connections.map(() => [])
    for (let n = 0; n < 200; n++) await enqueue(database.db, 'number', { n }, { runAt: start })
    await Promise.all(
      connections.map(({ db }, i) =>
        worker({ handlers: { number: async (_ctx, { n }: { n: number }) => void ran[i]!.push(n) } }, db).runDue(),
      ),
    )
    expect(ran.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n))
    await Promise.all(connections.map(({ close }) => close()))
  })

  test('a job whose process died is claimed again after its lease, not before', async () => {
    let ran = 0
    const { runDue } = worker({ handlers: { fragile: async () => void ran++ } })
    await enqueue(database.db, 'fragile', {}, { runAt: start })
    // Simulates a process that claims the job and dies.
    await claimJob(database.db, 'fragile', clock.now(), 60)
    clock.advance(59)
    await runDue()
    expect(ran).toBe(0)
    clock.advance(1)
    await runDue()
    expect(ran).toBe(1)
  })

  test('the lease of a long job is extended while the job runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let finish = () => {}
    const { runDue } = worker({ handlers: { slow: () => new Promise<void>((resolve) => (finish = resolve)) } })
    await enqueue(database.db, 'slow', {}, { runAt: start })
    const done = runDue()
    await vi.waitFor(async () => expect((await rows())[0]?.locked_until).toBe(start + 60))
    clock.advance(20)
    vi.advanceTimersByTime(20_000)
    vi.useRealTimers()
    await vi.waitFor(async () => expect((await rows())[0]?.locked_until).toBe(start + 80))
    finish()
    await done
    expect(await rows()).toEqual([])
  })

  const dieRunning = async (kind: string) => {
    const job = await claimJob(database.db, kind, clock.now(), 60)
    clock.advance(60)
    return job
  }

  test('a job whose process died three times is not run a fourth time', async () => {
    let ran = 0
    const { runDue } = worker({ handlers: { deadly: async () => void ran++ } })
    await enqueue(database.db, 'deadly', {}, { runAt: start })
    for (let i = 0; i < 3; i++) await dieRunning('deadly')
    await runDue()
    expect(ran).toBe(0)
    const [row] = await rows()
    expect(row).toMatchObject({ failed_at: clock.now(), deaths: 3 })
    expect(row?.last_error).toContain('the process died while running it, 3 times')
  })

  test('a lasting job whose process dies is run again after growing delays', async () => {
    const { runDue } = worker({ lasting: ['deadly'], handlers: { deadly: async () => {} } })
    await enqueue(database.db, 'deadly', {}, { runAt: start })
    for (let i = 0; i < 3; i++) await dieRunning('deadly')
    await runDue()
    expect(await rows()).toMatchObject([{ failed_at: null, locked_until: null, run_at: clock.now() + 80 }])
    clock.advance(80)
    expect(await dieRunning('deadly')).toMatchObject({ deaths: 3, died: false })
    await runDue()
    expect(await rows()).toMatchObject([{ deaths: 4, run_at: clock.now() + 320 }])
  })

  test('a job that fails without ending its process is not counted as a death', async () => {
    const { runDue } = worker({
      handlers: {
        broken: async () => {
          throw new Error('坏了')
        },
      },
    })
    await enqueue(database.db, 'broken', {}, { runAt: start })
    for (let i = 0; i < 4; i++) {
      await runDue()
      clock.advance(400)
    }
    expect(await rows()).toMatchObject([{ attempts: 4, deaths: 0, failed_at: null }])
  })

  test('a worker whose lease expired cannot finish a job that another worker has claimed', async () => {
    let finishFirst = () => {}
    const first = worker({ handlers: { slow: () => new Promise<void>((resolve) => (finishFirst = resolve)) } })
    await enqueue(database.db, 'slow', {}, { runAt: start })
    const firstDone = first.runDue()
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
    clock.advance(60)
    const second = await claimJob(database.db, 'slow', clock.now(), 60)
    expect(second?.attempts).toBe(2)
    finishFirst()
    await firstDone
    expect(await rows()).toMatchObject([{ attempts: 2, locked_until: clock.now() + 60 }])
  })

  test('stop waits for running jobs and claims no new jobs', async () => {
    const ran: string[] = []
    let release = () => {}
    const blocked = new Promise<void>((resolve) => {
      release = resolve
    })
    const polling = worker({
      pollMs: 5,
      handlers: {
        first: async () => {
          ran.push('started')
          await blocked
          ran.push('ended')
        },
        second: async () => void ran.push('second'),
      },
    })
    await enqueue(database.db, 'first', {}, { runAt: start })
    await expect.poll(() => ran).toEqual(['started'])
    const stopped = polling.stop()
    await enqueue(database.db, 'second', {}, { runAt: start })
    release()
    await stopped
    expect(ran).toEqual(['started', 'ended'])
    expect(await rows()).toMatchObject([{ kind: 'second', attempts: 0 }])
  })
})

describe('recurring jobs', () => {
  test('a recurring job runs once per period with any number of servers', async () => {
    const ran: number[] = []
    const options = { handlers: { tick: async () => void ran.push(clock.now()) }, every: { tick: 600 } }
    const servers = [worker(options), worker(options), worker(options)]
    const period = start - (start % 600)
    for (let t = period; t < period + 1800; t += 100) {
      clock.set(t)
      await Promise.all(servers.map(({ runDue }) => runDue()))
      // A server that restarts within the same period changes nothing.
      await worker(options).runDue()
    }
    expect(ran).toEqual([period + 600, period + 1200])
    expect(await rows()).toHaveLength(1)
  })

  test('a recurring job is retried after a failure, is never given up, and adopts a shorter period at once', async () => {
    let broken = true
    let ran = 0
    const handlers = {
      tick: async () => {
        ran++
        if (broken) throw new Error('坏了')
      },
    }
    const daily = worker({ handlers, every: { tick: 86_400 } })
    await daily.runDue()
    for (let t = 0; t < 20; t++) {
      clock.advance(86_400)
      await daily.runDue()
    }
    expect(ran).toBe(20)
    expect(await rows()).toMatchObject([{ failed_at: null }])
    broken = false
    clock.advance(86_400)
    await daily.runDue()
    expect(await rows()).toMatchObject([{ attempts: 0, last_error: null }])

    const hourly = worker({ handlers, every: { tick: 3600 } })
    await hourly.runDue()
    clock.advance(3600)
    await hourly.runDue()
    expect(ran).toBe(22)
  })
})

test('purgeExpired deletes only expired rows, in batches', async () => {
  const { db } = database
  const day = 86_400
  const now = start + purgeEvery
  const user = await db
    .insertInto('users')
    .values({ nickname: '甲', created_at: start })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = (created_at: number) => ({
    user_id: user.id,
    path: '/v1/x',
    key: crypto.randomUUID(),
    body_hash: Buffer.alloc(32),
    created_at,
  })
  await db
    .insertInto('idempotency')
    .values([...Array.from({ length: 2500 }, () => answer(now - day - 1)), answer(now - day + 1)])
    .execute()
  const counter = (subject: string, window_start: number) => ({ name: 'n', subject, window_start, count: 1 })
  await db
    .insertInto('rate_counters')
    .values([counter('old', now - 2 * day - 1), counter('kept', now - day)])
    .execute()
  const session = (device: string, expires_at: number) => ({
    user_id: user.id,
    token_hash: Buffer.from(device),
    device,
    platform: 'H5',
    ip: '',
    created_at: 1,
    last_seen_at: 1,
    expires_at,
  })
  await db
    .insertInto('sessions')
    .values([session('old', now - 30 * day - 1), session('kept', now - 29 * day)])
    .execute()

  const { runDue } = worker({ handlers: { clean: purgeExpired }, every: { clean: purgeEvery } })
  await runDue()
  clock.set(now)
  await runDue()
  expect(await db.selectFrom('idempotency').select('created_at').execute()).toEqual([{ created_at: now - day + 1 }])
  expect(await db.selectFrom('rate_counters').select('subject').execute()).toEqual([{ subject: 'kept' }])
  expect(await db.selectFrom('sessions').select('device').execute()).toEqual([{ device: 'kept' }])
})
