import { fingerprint } from './fingerprint'
import { getToken } from './token'

const userKey = 'dxx-app-user'

let hashed = { token: '', scope: 'guest' }
let memory: string | null = null

function scopeOf(token: string | null): string {
  if (!token) return 'guest'
  if (hashed.token !== token) hashed = { token, scope: fingerprint(token) }
  return hashed.scope
}

/**
 * Owner of cached responses: one session of one user, identified by the token's fingerprint, or guests. It needs no
 * user info, so a reloaded page finds its cache at once, and it cannot disagree with the token when tabs race.
 */
export function sessionScope(): string {
  return scopeOf(getToken())
}

/** Id of the logged-in user, also before user info is loaded again; null for guests. */
export function userId(): string | null {
  const token = getToken()
  if (!token) return null
  const start = `${scopeOf(token)}:`
  const record = [memory, stored()].find((note) => note?.startsWith(start))
  return record?.slice(start.length) ?? null
}

/** Stores the user of a token. Valid only together with that token: another tab may change either at any time. */
export function rememberUser(token: string, id: string): void {
  memory = `${scopeOf(token)}:${id}`
  try {
    localStorage.setItem(userKey, memory)
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(userKey)
  } catch {
    return null
  }
}
