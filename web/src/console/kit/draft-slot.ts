import { randomUuid } from '../../api/random-uuid'
import { listStoredKeys } from '../../state/local-storage'

/** Prefix of the localStorage keys for unsaved text of a draft; each staff member has their own. */
const prefixOf = (personId: string, draftId: string) => `dxx-console-draft:${personId}:${draftId}`

export interface DraftSlot {
  /** Key in localStorage. */
  name: string
  release(): void
}

/** Acquires a lock. Resolves with a function that releases it, or with null if another window has the lock. */
function acquireLock(locks: LockManager, name: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const whileLocked = (lock: Lock | null) => {
      if (lock) return new Promise<void>((release) => resolve(release))
      resolve(null)
    }
    locks.request(name, { ifAvailable: true }, whileLocked).catch(reject)
  })
}

/**
 * Claims a slot for the unsaved text of this window: a slot with text that a closed window left, or a new one. Two
 * windows never share a slot, so that neither overwrites the other's unsaved text. Without Web Locks all share one.
 */
export async function claimSlot(personId: string, draftId: string): Promise<DraftSlot> {
  const prefix = prefixOf(personId, draftId)
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return { name: prefix, release() {} }
  for (const name of listStoredKeys(prefix)) {
    const release = await acquireLock(locks, name)
    if (release) return { name, release }
  }
  const name = `${prefix}:${randomUuid()}`
  return { name, release: (await acquireLock(locks, name)) ?? (() => {}) }
}
