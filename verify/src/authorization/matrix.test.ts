import { type StudentCallName, studentCalls } from '@dxx/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase } from '../../../server/src/testing/database'
import { shapeOf } from '../../../server/src/testing/inputs'
import { long, recordMeasurement, sampleOf } from '../../../server/src/testing/measurements'
import { separateProcesses } from '../../../server/src/testing/separate-process'
import { callWithoutAccess } from './access-levels'
import { Matrix, matrixCalls, skippedCalls, takesIdOrSecret, type Who } from './matrix'
import { seedMutants } from './mutants'
import { comparedCalls, type OpenFixture, openFixture, readers } from './open-fixture'
import { callsAnswered, callsNotAnswered, restrictedCalls } from './positive-controls'
import { replayActivity } from './replay-activity'
import { differences, snapshotResponses } from './response-snapshots'
import { runMutants } from './run-mutants'

const names = Object.keys(studentCalls) as StudentCallName[]

let opened: OpenFixture
beforeAll(async () => {
  opened = await openFixture()
}, 600_000)
afterAll(() => opened.close())

// Runs on a copy of the database, so that the snapshots below do not contain its changes.
it.runIf(long)(
  'every restricted call succeeds for a permitted user',
  async () => {
    const { fixture, targets, site, servers } = opened
    const copy = await copyDatabase(fixture.before.db)
    const { base } = await servers.start(copy.url)
    const { responses, failed } = await replayActivity({ ...site, base, db: copy.db }, fixture)
    const ownSnapshots = await snapshotResponses({ ...site, base, db: copy.db }, targets, ['fellow'])
    await copy.drop()
    const given = callsAnswered(responses, ownSnapshots)
    const missing = restrictedCalls.filter((name) => !given.has(name))
    const unlisted = missing.filter((name) => !(name in callsNotAnswered))
    recordMeasurement(
      'authorization: positive controls (restricted calls that succeed for a permitted user)',
      {
        calls: restrictedCalls.length,
        succeed: restrictedCalls.length - missing.length,
        listed_with_the_reason: missing.length - unlisted.length,
      },
      { target: 'each succeeds or is listed', ok: failed === null && unlisted.length === 0 },
    )
    expect(failed).toBeNull()
    expect(missing.sort()).toEqual(Object.keys(callsNotAnswered).sort())
  },
  600_000,
)

// Runs before the tests below: these create sessions, whose number is part of the responses.
it(`responses of ${sampleOf('calls')} to a user are the same with and without data of another user`, async () => {
  const { targets, site, servers, readBefore } = opened
  // New statistics may change PostgreSQL's plans; then a list without an explicit order is sorted differently, and this
  // test detects it.
  await sql`analyze`.execute(site.db)
  const { base } = await servers.start()
  const now = await snapshotResponses({ ...site, base }, targets, readers, comparedCalls)
  const found = differences(readBefore, now)
  const verdict = { target: '0 differ', ok: found.length === 0 }
  recordMeasurement(
    "authorization: responses compared with and without another user's private data",
    { responses: now.size, differ: found.length },
    verdict,
  )
  for (const { what, was = '', is } of found.slice(0, 5)) {
    const at = [...is].findIndex((letter, i) => letter !== was[i])
    const around = (text: string) => text.slice(Math.max(0, at - 100), at + 200)
    recordMeasurement(
      'authorization: response that differs',
      { call: what, without: around(was), with: around(is) },
      verdict,
    )
  }
  expect(found).toEqual([])
}, 600_000)

// Runs on copies of the database, and before the tests below, which change it.
it.skipIf(long)(
  'the matrix kills a sample of mutants',
  async () => {
    const { mutants, plugin } = await seedMutants()
    const servers = await separateProcesses(opened.fixture.server, [plugin])
    try {
      const { surviving, crashed } = await runMutants({ ...opened, servers }, mutants)
      expect([...surviving, ...crashed]).toEqual([])
    } finally {
      await servers.remove()
    }
  },
  600_000,
)

it('every call rejects users without the required access', async () => {
  const { passed, asked } = await callWithoutAccess(opened.site, opened.targets)
  recordMeasurement(
    'authorization: calls without the required access',
    { calls: asked, refused: asked - passed.length },
    { target: '0 succeed', ok: passed.length === 0 },
  )
  expect(passed).toEqual([])
  expect(asked).toBeGreaterThan(500)
}, 600_000)

it(`no call of ${sampleOf('calls, users and ids')} returns or changes data of other users or content without an entitlement`, async () => {
  const people: Who[] = long
    ? ['classmate', 'fresh', 'guest', 'fellow', 'elsewhere', 'unbound']
    : ['classmate', 'fresh', 'guest']
  const matrix = new Matrix(opened.site, opened.targets, people, long ? 'long' : 'short')
  await matrix.ask(long ? matrixCalls : matrixCalls.filter((_, i) => i % 6 === 0))
  recordMeasurement(
    'authorization: calls with own ids and ids of other users',
    { calls: matrix.asked, leaks: matrix.leaks.length },
    { target: '0 leaks', ok: matrix.leaks.length === 0 },
  )
  expect(matrix.leaks).toEqual([])
  // Every call of the contract was made, or is listed with the reason why it reaches no data.
  if (!long) return
  expect(names.filter((name) => !matrix.responses.has(name)).sort()).toEqual(Object.keys(skippedCalls).sort())
}, 1_800_000)

it('calls excluded from the matrix have neither an id nor a secret in their input', () => {
  const left = Object.keys(skippedCalls) as StudentCallName[]
  expect(left.filter((name) => !names.includes(name) || takesIdOrSecret(shapeOf(name)))).toEqual([])
})
