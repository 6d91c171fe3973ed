import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../base/clock'
import { createTestDatabase, silent, type TestDatabase } from '../testing/database'
import { jobRanks, KindOrder, promoteSeconds } from './kind-order'
import { enqueue } from './queue'
import { startWorker } from './worker'

const start = 1_800_000_000
const { exam, mail } = jobRanks

describe('KindOrder', () => {
  const order = new KindOrder({ score: exam, letters: mail }, 4)
  const since = (kind: string, seconds: number) => ({ kind, runAt: start - seconds })

  test('sorts by rank before age', () => {
    expect(order.sort([since('letters', 200), since('other', 100), since('score', 0)], start)).toEqual([
      'score',
      'other',
      'letters',
    ])
  })

  test('raises a job that has waited long, but not above exams', () => {
    const waited = since('letters', 3 * promoteSeconds)
    expect(order.sort([waited, since('other', 0)], start)).toEqual(['letters', 'other'])
    order.markServed('letters')
    expect(order.sort([since('letters', 100 * promoteSeconds), since('score', 0)], start)).toEqual(['score', 'letters'])
  })

  test('one kind of job leaves one slot of the worker to other kinds', () => {
    for (let i = 0; i < 3; i++) {
      expect(order.canStart('letters')).toBe(true)
      order.begin('letters')
    }
    expect([order.canStart('letters'), order.canStart('score')]).toEqual([false, true])
    order.end('letters')
    expect(order.canStart('letters')).toBe(true)
  })

  test('a worker with one slot runs jobs of any kind', () => {
    expect(new KindOrder({}, 1).canStart('letters')).toBe(true)
  })
})

describe('a worker with several kinds', () => {
  let database: TestDatabase
  let clock: ReturnType<typeof testClock>
  beforeEach(async () => {
    database = await createTestDatabase()
    clock = testClock(start)
  })
  afterEach(() => database.drop())

  const served: string[] = []
  const handler = (kind: string) => async () => void served.push(kind)
  const open = (lanes: number) => {
    served.length = 0
    const handlers = { score: handler('score'), letters: handler('letters'), roster: handler('roster') }
    return startWorker({
      ...{ db: database.db, clock, log: silent, lanes, handlers },
      ranks: { score: exam, letters: mail, roster: mail },
    })
  }
  const add = async (kind: string, count: number) => {
    for (let i = 0; i < count; i++) await enqueue(database.db, kind, {}, { runAt: clock.now() })
  }

  test('a worker runs exam jobs before older mail', async () => {
    await add('letters', 3)
    clock.advance(10)
    await add('score', 2)
    await open(1).runDue()
    expect(served).toEqual(['score', 'score', 'letters', 'letters', 'letters'])
  })

  test('a worker runs kinds of one rank in turn, however long the queue of one kind is', async () => {
    await add('letters', 6)
    clock.advance(10)
    await add('roster', 2)
    await open(1).runDue()
    expect(served).toEqual(['letters', 'roster', 'letters', 'roster', 'letters', 'letters', 'letters', 'letters'])
  })

  test('a worker whose slots wait for one kind still runs another kind', async () => {
    let release = () => {}
    const blocked = new Promise<void>((resolve) => {
      release = resolve
    })
    served.length = 0
    const { stop } = startWorker({
      ...{ db: database.db, clock, log: silent, lanes: 3, pollMs: 5 },
      handlers: { letters: () => blocked, roster: handler('roster') },
    })
    await add('letters', 10)
    await expect
      .poll(() => database.db.selectFrom('jobs').select('id').where('locked_until', 'is not', null).execute())
      .toHaveLength(2)
    await add('roster', 1)
    await expect.poll(() => served).toEqual(['roster'])
    const stopped = stop()
    release()
    await stopped
  })
})
