import { app } from '@dxx/contract/rules/constants'
import { clear, createStore, delMany, entries, get, keys, set } from 'idb-keyval'
import { sessionScope } from '../state/owner'

/** Answers on the device. They are a convenience: nothing that goes wrong with them may be noticed. */
const store = createStore('dxx-cache', 'answers')
const week = 7 * 24 * 3600 * 1000
/** Some web views never answer an IndexedDB request: nobody waits longer than this, in milliseconds. */
const storageWait = 500

interface Kept {
  version: string
  /** When the server gave it, in milliseconds. */
  at: number
  data: unknown
}

const slotOf = (hash: string) => `dxx-${hash}`
/** How the slots of a scope begin: a hash is the JSON of a key, which starts with its scope. */
const slotsOf = (scope: string) => slotOf(`["${scope}"`)

/** Removals under way: nothing is read that is about to go. */
let removing: Promise<unknown> = Promise.resolve()

/** The kept answer, or undefined when there is none that may still be shown. */
export async function readKept(hash: string): Promise<unknown> {
  const read = removing.then(() => quietly(() => get<string>(slotOf(hash), store)))
  return parse(await Promise.race([read, tooLong()]))?.data
}

export async function writeKept(hash: string, data: unknown): Promise<void> {
  const slot = slotOf(hash)
  // An answer that arrives after its user has left is not kept.
  if (!slot.startsWith(slotsOf(sessionScope()))) return
  const kept: Kept = { version: app.version, at: Date.now(), data }
  try {
    await set(slot, JSON.stringify(kept), store)
  } catch {
    // Most likely full. All of it can be fetched again, so start over.
    await quietly(() => clear(store))
  }
}

/** Removes what belongs to logins that are over. */
export function dropEndedKept(): Promise<void> {
  const stay = [slotsOf(sessionScope()), slotsOf('guest')]
  return remove(async () => {
    const all = await keys<string>(store)
    return all.filter((slot) => !stay.some((start) => slot.startsWith(start)))
  })
}

/** Removes what is too old or of another version. */
export function dropOldKept(): Promise<void> {
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

function parse(text: string | undefined): Kept | undefined {
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
