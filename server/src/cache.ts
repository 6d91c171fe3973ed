import type { Clock } from './clock'
import type { Db } from './db/connection'

/** Imports run in another process: what they change is seen after this long at the latest. */
const lifeSeconds = 30

interface Entry {
  until: number
  value: Promise<unknown>
}

/** By database, since tests run several in one process. */
const caches = new WeakMap<Db, Map<string, Entry>>()

/**
 * What is the same for everybody, read from the database once in a while. Whoever asks during a read waits for it.
 * Keys must come from a small set: nothing is thrown out but by time.
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
