import { readStored, writeStored } from './local-storage'

const key = 'dxx-log-position'

/** Position to use if it cannot be stored. */
let memory = '0'

/**
 * Position in the database's log at the server's last response to this browser. Sent with every call, so that a server
 * that reads from a replica chooses one that has the user's own changes. Stored, because all tabs share it.
 */
export const logPosition = (): string => readStored(key) ?? memory

/**
 * Stores a received position if it is newer. Positions compare as text. `0`: the server has another database, so
 * positions start again.
 */
export function noteLogPosition(received: string | null): void {
  if (!received || (received !== '0' && received <= logPosition())) return
  memory = received
  writeStored(key, received)
}
