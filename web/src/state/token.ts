import { app } from '@dxx/contract/rules/constants'

/** What a header can carry. Anything else in storage is no token of ours and would make every request fail. */
const sendable = /^[\x21-\x7e]+$/

const listeners = new Set<() => void>()

/** Set while storage refuses to keep the token (private mode, quota); undefined means that storage tells the truth. */
let memory: string | null | undefined
let announced = getToken()

/** Read from storage each time: a page that comes back from the browser's page cache has missed every event. */
export function getToken(): string | null {
  if (memory !== undefined) return memory
  try {
    const token = localStorage.getItem(app.tokenKey)
    return token && sendable.test(token) ? token : null
  } catch {
    return null
  }
}

export function setToken(token: string): void {
  store(token)
}

export function clearToken(): void {
  store(null)
}

/** Calls back whenever the token has changed, here or in another tab. */
export function subscribeToken(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function store(token: string | null): void {
  try {
    if (token) localStorage.setItem(app.tokenKey, token)
    else localStorage.removeItem(app.tokenKey)
    memory = undefined
  } catch {
    memory = token
  }
  announce()
}

function announce(): void {
  const token = getToken()
  if (token === announced) return
  announced = token
  for (const listener of [...listeners]) listener()
}

addEventListener('storage', (event) => {
  // A null key means that all of storage was cleared.
  if (event.key === app.tokenKey || event.key === null) announce()
})
addEventListener('pageshow', announce)
