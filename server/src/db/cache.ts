import type { Clock } from '../base/clock'
import type { Db } from './connection'

/** Lifetime of an entry: changes by imports, which run in another process, become visible after at most this time. */
const lifeSeconds = 30

interface Entry {
  until: number
  value: Promise<unknown>
}

/** One cache per database, because tests use several databases in one process. */
const caches = new WeakMap<Db, Map<string, Entry>>()

/** Drops everything cached for a database. */
export function dropCached(rootDb: Db): void {
  caches.delete(rootDb)
}

/** Maximum number of entries; guests create one for each curriculum they open. */
const maxEntries = 2000

/**
 * Caches values that are the same for all users. Concurrent callers wait for the same read. Failed reads are not
 * cached, so that invented ids in requests use no memory.
 */
export function cacheShared<T>(
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
  // Deleted before it is added again, so that entries stay sorted by age.
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
