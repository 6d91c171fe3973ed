import { readStored, writeStored } from '../../state/local-storage'

const storeKey = 'dxx-console-active'
/** Milliseconds between two stored times. */
const every = 15_000
let last = 0

/** A call extended the session; other tabs of the session read the time, too. */
export function noteActivity(): void {
  const now = Date.now()
  if (now - last < every && now >= last) return
  last = now
  writeStored(storeKey, String(now))
}

/** Milliseconds since 1970 of the last call that extended the session. */
export const lastActivity = (): number => Math.max(last, Number(readStored(storeKey) ?? 0))
