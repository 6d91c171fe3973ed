import { fingerprint } from '../state/fingerprint'
import { randomUuid } from './random-uuid'

/**
 * Idempotency keys of actions with unknown outcome, by call and input. They survive a reload: a user who reloads during
 * a slow request and resends the restored draft must not act twice.
 */
const memory = new Map<string, string>()

const slotOf = (name: string, input: unknown) => `dxx-key:${fingerprint(`${name} ${JSON.stringify(input)}`)}`

/** Returns the key of this action, unchanged until `forgetActionKey`. */
export function actionKey(name: string, input: unknown): string {
  const slot = slotOf(name, input)
  const key = stored(slot) ?? memory.get(slot) ?? randomUuid()
  memory.set(slot, key)
  try {
    sessionStorage.setItem(slot, key)
  } catch {
    // Kept in memory only.
  }
  return key
}

/** Call after the server's decision: the same input then becomes a new action. */
export function forgetActionKey(name: string, input: unknown): void {
  const slot = slotOf(name, input)
  memory.delete(slot)
  try {
    sessionStorage.removeItem(slot)
  } catch {
    // It was only in memory.
  }
}

function stored(slot: string): string | null {
  try {
    return sessionStorage.getItem(slot)
  } catch {
    return null
  }
}
