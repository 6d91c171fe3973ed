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
 * Whom cached answers belong to: one login of one user, told by the token's fingerprint, or the guests. It needs no user
 * info, so a reloaded page finds its cache at once, and it cannot disagree with the token when tabs race.
 */
export function sessionScope(): string {
  return scopeOf(getToken())
}

/** The id of the logged-in user, also before user info has been loaded again; null for guests. */
export function userId(): string | null {
  const token = getToken()
  if (!token) return null
  const start = `${scopeOf(token)}:`
  const record = [memory, stored()].find((note) => note?.startsWith(start))
  return record?.slice(start.length) ?? null
}

/** Notes whose token this is. The note counts only together with that token: another tab may change either at any time. */
export function rememberUser(token: string, id: string): void {
  memory = `${scopeOf(token)}:${id}`
  try {
    localStorage.setItem(userKey, memory)
  } catch {
    // Without storage the note lives as long as the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(userKey)
  } catch {
    return null
  }
}
