import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../base/clock'
import { connect } from '../db/connection'
import { createTestDatabase, silent, type TestDatabase } from '../testing/database'
import { claimFairly, enqueue } from './queue'
import { startWorker } from './worker'

const start = 1_800_000_000

let database: TestDatabase
let clock: ReturnType<typeof testClock>
beforeEach(async () => {
  database = await createTestDatabase()
  clock = testClock(start)
})
afterEach(() => database.drop())

const add = (owner: number | undefined, name: string, priority = 0) =>
  enqueue(database.db, 'grade', { name }, { runAt: clock.now(), owner, priority })
const claimNext = (perOwner = 9, db = database.db) => claimFairly(db, ['grade'], clock.now(), 60, perOwner)
const nameOf = (job: Awaited<ReturnType<typeof claimNext>>) => (job?.payload as { name: string } | undefined)?.name

describe('claimFairly', () => {
  test('schedules owners round-robin, independent of queue length and age', async () => {
    for (let i = 1; i <= 4; i++) await add(1, `a${i}`)
    await add(2, 'b1')
    await add(2, 'b2')
    await add(3, 'c1')
    const served: (string | undefined)[] = []
    for (let i = 0; i < 8; i++) served.push(nameOf(await claimNext()))
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined])
  })

  test('an owner whose job has just finished waits for other owners', async () => {
    const served: string[] = []
    const { runDue } = startWorker({
      ...{ db: database.db, clock, log: silent, lanes: 1, perOwner: 1 },
      handlers: { grade: async (_ctx, { name }: { name: string }) => void served.push(name) },
    })
    await add(1, 'a1')
    await runDue()
    await add(1, 'a2')
    await add(2, 'b1')
    await runDue()
    expect(served).toEqual(['a1', 'b1', 'a2'])
  })

  test('claims lower priority values first, and owners round-robin within one priority', async () => {
    await add(1, 'practice a', 1)
    await add(2, 'practice b', 1)
    await add(1, 'exam a1')
    await add(1, 'exam a2')
    await add(3, 'exam c')
    const served: (string | undefined)[] = []
    for (let i = 0; i < 5; i++) served.push(nameOf(await claimNext()))
    expect(served).toEqual(['exam a1', 'exam c', 'exam a2', 'practice b', 'practice a'])
  })

  test('skips an owner with the maximum number of running jobs until a lease expires', async () => {
    await add(1, 'a1')
    await add(1, 'a2')
    expect(nameOf(await claimNext(1))).toBe('a1')
    expect(await claimNext(1)).toBeUndefined()
    await add(2, 'b1')
    expect(nameOf(await claimNext(1))).toBe('b1')
    // The lease of a1 expires, as if its process had died.
    clock.advance(61)
    expect(nameOf(await claimNext(1))).toBe('a1')
  })

  test('enforces the maximum per owner when several servers claim at the same time', async () => {
    for (let i = 1; i <= 9; i++) await add(1 + (i % 3), `job ${i}`)
    const servers = [1, 2, 3].map(() => connect(database.url, { max: 4, log: silent }))
    const claimed = await Promise.all(
      servers.flatMap(({ db }) => [claimNext(1, db), claimNext(1, db), claimNext(1, db)]),
    )
    const owners = claimed.flatMap((job) => (job ? [(job as { owner?: number }).owner] : []))
    expect(owners.sort()).toEqual([1, 2, 3])
    await Promise.all(servers.map(({ close }) => close()))
  })

  test('claims jobs without an owner, which servers of the previous version add', async () => {
    await add(undefined, 'old 1')
    await add(undefined, 'old 2')
    expect([nameOf(await claimNext(1)), nameOf(await claimNext(1))]).toEqual(['old 1', 'old 2'])
  })
})
