import { readStored, writeStored } from './local-storage'

const key = 'dxx-log-position'

/** Position to use if it cannot be stored. */
let memory = '0'

/**
 * How far the server's database was when it last answered this browser; sent with every call, so that a server that
 * reads from a copy of the database takes one that has the user's own changes. Stored, because other tabs read too.
 */
export const logPosition = (): string => readStored(key) ?? memory

/** Positions compare as text. `0`: the server's database is another one, and positions start again. */
export function noteLogPosition(received: string | null): void {
  if (!received || (received !== '0' && received <= logPosition())) return
  memory = received
  writeStored(key, received)
}
