import { readStored, writeStored } from '../../state/local-storage'

const storeKey = 'dxx-console-active'
/** Minimum milliseconds between two writes to local storage. */
const every = 15_000
let last = 0

/** Records that a call extended the session, in local storage for the other tabs of the same session. */
export function noteActivity(): void {
  const now = Date.now()
  if (now - last < every && now >= last) return
  last = now
  writeStored(storeKey, String(now))
}

/** Time of the last call that extended the session, in this or another tab, in milliseconds since 1970. */
export const lastActivity = (): number => Math.max(last, Number(readStored(storeKey) ?? 0))
