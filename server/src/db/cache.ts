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

/**
 * Caches values that are the same for all users. Concurrent callers wait for the same read. Keys must come from a small
 * set: entries are only removed by time.
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
  cache.set(key, entry)
  value.catch(() => {
    if (cache.get(key) === entry) cache.delete(key)
  })
  return value
}
