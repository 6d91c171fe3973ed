import { fingerprint } from '../state/fingerprint'
import { randomUuid } from './random-uuid'

/**
 * Idempotency keys of actions with unknown outcome, by call and input. They survive a reload: if a user reloads during
 * a slow request and resends the restored draft, the action must not run twice.
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
    // Storage failed: the key is in memory only.
  }
  return key
}

/** Forgets the key after the server's decision, so that the same input becomes a new action. */
export function forgetActionKey(name: string, input: unknown): void {
  const slot = slotOf(name, input)
  memory.delete(slot)
  try {
    sessionStorage.removeItem(slot)
  } catch {
    // Storage failed: the key was in memory only.
  }
}

function stored(slot: string): string | null {
  try {
    return sessionStorage.getItem(slot)
  } catch {
    return null
  }
}
