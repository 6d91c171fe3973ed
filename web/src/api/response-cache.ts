import { appConstants } from '@dxx/contract/rules/constants'
import { clear, createStore, delMany, entries, get, keys, set } from 'idb-keyval'
import { sessionScope } from '../state/owner'

/** Response cache in IndexedDB. Storage errors are ignored, because everything can be fetched again. */
export const store = createStore('dxx-cache', 'answers')
const week = 7 * 24 * 3600 * 1000
/** Time-out in milliseconds, because some web views never complete an IndexedDB request. */
const storageWait = 500

export interface CachedResponse {
  version: string
  /** When the server sent the data, in milliseconds. */
  at: number
  data: unknown
}

const slotOf = (hash: string) => `dxx-${hash}`
/** Prefix of all slots of a scope; a hash is the JSON of a key, and a key starts with its scope. */
const slotsOf = (scope: string) => slotOf(`["${scope}"`)

/** Removals in progress; reads wait for them, so that they do not return removed responses. */
let removing: Promise<unknown> = Promise.resolve()

/** Returns the cached response, or undefined if there is none of this version from the last week. */
export async function readCachedResponse(hash: string): Promise<CachedResponse | undefined> {
  const read = removing.then(() => quietly(() => get<string>(slotOf(hash), store)))
  return parse(await Promise.race([read, tooLong()]))
}

export async function writeCachedResponse(hash: string, data: unknown): Promise<void> {
  const slot = slotOf(hash)
  // Skips a response that arrives after its user has logged out.
  if (!slot.startsWith(slotsOf(sessionScope()))) return
  const cached: CachedResponse = { version: appConstants.version, at: Date.now(), data }
  try {
    await set(slot, JSON.stringify(cached), store)
  } catch {
    // Clears the cache, because the storage is probably full.
    await quietly(() => clear(store))
  }
}

/** Removes the responses of all sessions except the current one and guests. */
export function dropEndedResponses(): Promise<void> {
  const stay = [slotsOf(sessionScope()), slotsOf('guest')]
  return remove(async () => {
    const all = await keys<string>(store)
    return all.filter((slot) => !stay.some((start) => slot.startsWith(start)))
  })
}

/** Removes responses that are older than a week or of another app version. */
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
    const cached = JSON.parse(text ?? 'null')
    return cached?.version === appConstants.version && Date.now() - cached.at < week ? cached : undefined
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
