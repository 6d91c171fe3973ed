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
 * Returns the owner of cached responses: the token's fingerprint, which identifies one session, or `guest`. It needs no
 * user info, so that a reloaded page finds its cache at once, and it always matches the token, whatever other tabs do.
 */
export function sessionScope(): string {
  return scopeOf(getToken())
}

/** Returns the id of the logged-in user, also after a reload before user info is loaded; null for guests. */
export function currentUserId(): string | null {
  const token = getToken()
  if (!token) return null
  const start = `${scopeOf(token)}:`
  const record = [memory, stored()].find((note) => note?.startsWith(start))
  return record?.slice(start.length) ?? null
}

/** Stores the user id together with its token, because another tab may change the token at any time. */
export function rememberUser(token: string, id: string): void {
  memory = `${scopeOf(token)}:${id}`
  try {
    localStorage.setItem(userKey, memory)
  } catch {
    // Storage failed: the user id is in memory only.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(userKey)
  } catch {
    return null
  }
}
