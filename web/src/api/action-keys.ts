import { fingerprint } from '../state/fingerprint'
import { randomUuid } from './random-uuid'

/**
 * Idempotency keys of actions whose outcome is unknown, by call and input. They outlive a reload: who reloads because
 * sending hangs, and sends the restored draft again, must not have acted twice.
 */
const memory = new Map<string, string>()

const slotOf = (name: string, input: unknown) => `dxx-key:${fingerprint(`${name} ${JSON.stringify(input)}`)}`

/** The key of this action: the same until `forgetActionKey`. */
export function actionKey(name: string, input: unknown): string {
  const slot = slotOf(name, input)
  const key = stored(slot) ?? memory.get(slot) ?? randomUuid()
  memory.set(slot, key)
  try {
    sessionStorage.setItem(slot, key)
  } catch {
    // Kept in memory then.
  }
  return key
}

/** The server has decided: the same input sent again is a new action. */
export function forgetActionKey(name: string, input: unknown): void {
  const slot = slotOf(name, input)
  memory.delete(slot)
  try {
    sessionStorage.removeItem(slot)
  } catch {
    // It was kept in memory only.
  }
}

function stored(slot: string): string | null {
  try {
    return sessionStorage.getItem(slot)
  } catch {
    return null
  }
}
