import { app } from '@dxx/contract/rules/constants'
import { clear, createStore, delMany, entries, get, keys, set } from 'idb-keyval'
import { sessionScope } from '../state/owner'

/** Response cache in IndexedDB. Its failures are ignored. */
const store = createStore('dxx-cache', 'answers')
const week = 7 * 24 * 3600 * 1000
/** Time-out in milliseconds, because some web views never complete an IndexedDB request. */
const storageWait = 500

export interface CachedResponse {
  version: string
  /** When the server sent it, in milliseconds. */
  at: number
  data: unknown
}

const slotOf = (hash: string) => `dxx-${hash}`
/** Prefix of a scope's slots: a hash is the JSON of a key, which starts with its scope. */
const slotsOf = (scope: string) => slotOf(`["${scope}"`)

/** Removals in progress; reads wait for them. */
let removing: Promise<unknown> = Promise.resolve()

/** Returns the cached response, or undefined if there is none that may still be shown. */
export async function readCachedResponse(hash: string): Promise<CachedResponse | undefined> {
  const read = removing.then(() => quietly(() => get<string>(slotOf(hash), store)))
  return parse(await Promise.race([read, tooLong()]))
}

export async function writeCachedResponse(hash: string, data: unknown): Promise<void> {
  const slot = slotOf(hash)
  // A response that arrives after its user has logged out is not cached.
  if (!slot.startsWith(slotsOf(sessionScope()))) return
  const kept: CachedResponse = { version: app.version, at: Date.now(), data }
  try {
    await set(slot, JSON.stringify(kept), store)
  } catch {
    // Storage is probably full. Everything can be fetched again, so clear it.
    await quietly(() => clear(store))
  }
}

/** Removes the data of ended sessions. */
export function dropEndedResponses(): Promise<void> {
  const stay = [slotsOf(sessionScope()), slotsOf('guest')]
  return remove(async () => {
    const all = await keys<string>(store)
    return all.filter((slot) => !stay.some((start) => slot.startsWith(start)))
  })
}

/** Removes data that is expired or of another version. */
export function dropOldResponses(): Promise<void> {
  return remove(async () => {
    const all = await entries<string, string>(store)
    return all.filter(([, text]) => !parse(text)).map(([slot]) => slot)
  })
}

async function remove(choose: () => Promise<string[]>): Promise<void> {
  const removal = quietly(async () => delMany(await choose(), store))
  removing = Promise.race([Promise.all([removing, removal]), tooLong()])
  await removal
}

const tooLong = () => new Promise<undefined>((resolve) => setTimeout(resolve, storageWait))

function parse(text: string | undefined): CachedResponse | undefined {
  try {
    const kept = JSON.parse(text ?? 'null')
    return kept?.version === app.version && Date.now() - kept.at < week ? kept : undefined
  } catch {
    return undefined
  }
}

async function quietly<T>(access: () => Promise<T>): Promise<T | undefined> {
  try {
    return await access()
  } catch {
    return undefined
  }
}
