import { appConstants } from '@dxx/contract/rules/constants'
import { sessionScope } from '../state/owner'
import { openStore, readValue, writeValue } from './answer-store'

/** Response cache in IndexedDB. Storage errors are ignored, because everything can be fetched again. */
export const store = openStore('dxx-cache', 'answers')
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
  const read = removing.then(() => quietly(() => readValue(store, slotOf(hash))))
  return parse(await Promise.race([read, tooLong()]))
}

export async function writeCachedResponse(hash: string, data: unknown): Promise<void> {
  const slot = slotOf(hash)
  // Skips a response that arrives after its user has logged out.
  if (!slot.startsWith(slotsOf(sessionScope()))) return
  const cached: CachedResponse = { version: appConstants.version, at: Date.now(), data }
  try {
    await writeValue(store, slot, JSON.stringify(cached))
  } catch {
    // Clears the cache, because the storage is probably full.
    await quietly(async () => (await import('./remove-responses')).removeAll(store))
  }
}

/** Removes the responses of all sessions except the current one and guests. */
export function dropEndedResponses(): Promise<void> {
  const stay = [slotsOf(sessionScope()), slotsOf('guest')]
  return remove(async () => (await import('./remove-responses')).removeOthers(store, stay))
}

/** Removes responses that are older than a week or of another app version. */
export function dropOldResponses(): Promise<void> {
  return remove(async () =>
    (await import('./remove-responses')).removeTexts(store, (text) => parse(text) !== undefined),
  )
}

async function remove(access: () => Promise<void>): Promise<void> {
  const removal = quietly(access)
  removing = Promise.race([Promise.all([removing, removal]), tooLong()])
  await removal
}

const tooLong = () => new Promise<undefined>((resolve) => setTimeout(resolve, storageWait))

function parse(text: unknown): CachedResponse | undefined {
  try {
    const cached = JSON.parse(typeof text === 'string' ? text : 'null')
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
