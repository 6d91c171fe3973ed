import type { Plugin } from 'esbuild'
import { ownProcesses } from '../testing/own-process'
import { long } from './figures'
import { type Site, targetsOf, type Who } from './matrix'
import { readAll } from './readings'
import { buildWorld } from './world'

/** Who reads everything there is to read. */
export const readers: Who[] = long ? ['classmate', 'fellow', 'elsewhere'] : ['classmate']

/** The world, whom and what it has, servers beside its own, and what is read where its owner has done nothing. */
export async function openSite(plugins: Plugin[] = []) {
  const world = await buildWorld()
  const targets = await targetsOf(world)
  const { base, db, clock } = world.server
  const site: Site = { base, db, now: () => clock.now() }
  const servers = await ownProcesses(world.server, plugins)
  const before = { ...site, base: (await servers.start(world.before.url)).base, db: world.before.db }
  const readBefore = await readAll(before, targets, readers)
  const close = async () => {
    await servers.remove()
    await world.close()
  }
  return { world, targets, site, servers, readBefore, close }
}

export type OpenSite = Awaited<ReturnType<typeof openSite>>
