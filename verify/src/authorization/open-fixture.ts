import type { Plugin } from 'esbuild'
import { long } from '../../../server/src/testing/measurements'
import { separateProcesses } from '../../../server/src/testing/separate-process'
import { createFixture } from './fixture'
import { type Site, targetsOf, type Who } from './matrix'
import { sampledMutants } from './mutants'
import { snapshotCalls, snapshotResponses } from './response-snapshots'

/** Users whose responses are compared. */
export const readers: Who[] = long ? ['classmate', 'fellow', 'elsewhere'] : ['classmate']

/** Calls whose responses are compared: half of them in `npm test`, and those that kill its mutants. */
export const comparedCalls = snapshotCalls.filter(
  (name, i) => long || i % 2 === 0 || Object.values(sampledMutants).includes(name),
)

/** Creates the fixture, its targets, further servers, and the snapshots without the owner's data. */
export async function openFixture(plugins: Plugin[] = []) {
  const fixture = await createFixture()
  const targets = await targetsOf(fixture)
  const { base, db, clock } = fixture.server
  const site: Site = { base, db, now: () => clock.now() }
  const servers = await separateProcesses(fixture.server, plugins)
  const before = { ...site, base: (await servers.start(fixture.before.url)).base, db: fixture.before.db }
  const readBefore = await snapshotResponses(before, targets, readers, comparedCalls)
  const close = async () => {
    await servers.remove()
    await fixture.close()
  }
  return { fixture, targets, site, servers, readBefore, close }
}

export type OpenFixture = Awaited<ReturnType<typeof openFixture>>
