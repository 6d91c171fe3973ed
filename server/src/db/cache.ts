import type { Clock } from '../base/clock'
import type { Db } from './connection'

/** Imports run in another process; their changes become visible after at most this many seconds. */
const lifeSeconds = 30

interface Entry {
  until: number
  value: Promise<unknown>
}

/** Per database, because tests use several in one process. */
const caches = new WeakMap<Db, Map<string, Entry>>()

/** Drops everything cached for a database. */
export function dropCached(rootDb: Db): void {
  caches.delete(rootDb)
}

/** Upper bound of the entries, such as details of all curricula that guests looked at. */
const maxEntries = 2000

/**
 * Caches values that are the same for all users. Concurrent callers wait for the same read. Failed reads are not kept,
 * so that ids that clients invent take no room.
 */
export function cached<T>(
  { rootDb, clock }: { rootDb: Db; clock: Clock },
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  let cache = caches.get(rootDb)
  if (!cache) {
    cache = new Map()
    caches.set(rootDb, cache)
  }
  const now = clock.now()
  const found = cache.get(key)
  if (found && now < found.until) return found.value as Promise<T>
  const value = load()
  const entry = { until: now + lifeSeconds, value }
  // Deleted first, so that the oldest entry is the first.
  cache.delete(key)
  for (const [oldest, { until }] of cache) {
    if (until > now && cache.size < maxEntries) break
    cache.delete(oldest)
  }
  cache.set(key, entry)
  value.catch(() => {
    if (cache.get(key) === entry) cache.delete(key)
  })
  return value
}
