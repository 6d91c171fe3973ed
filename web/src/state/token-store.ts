/**
 * Characters allowed in a header. A stored value with other characters is not our token and would make every request
 * fail.
 */
const sendable = /^[\x21-\x7e]+$/

/** Creates the store of a token in localStorage. Student app and staff console each have their own token. */
export function tokenStore(key: string) {
  const listeners = new Set<() => void>()
  /** The token while it cannot be stored (private mode, quota); undefined if storage has the token. */
  let memory: string | null | undefined
  let announced = get()

  /** Reads from storage each time, because a page restored from the browser's page cache has missed all events. */
  function get(): string | null {
    if (memory !== undefined) return memory
    try {
      const token = localStorage.getItem(key)
      return token && sendable.test(token) ? token : null
    } catch {
      return null
    }
  }

  function set(token: string | null): void {
    try {
      if (token) localStorage.setItem(key, token)
      else localStorage.removeItem(key)
      memory = undefined
    } catch {
      memory = token
    }
    announce()
  }

  function announce(): void {
    const token = get()
    if (token === announced) return
    announced = token
    for (const listener of [...listeners]) listener()
  }

  addEventListener('storage', (event) => {
    // A null key means that all storage was cleared.
    if (event.key === key || event.key === null) announce()
  })
  addEventListener('pageshow', announce)

  return {
    get,
    set,
    /** Registers a listener for token changes, here or in another tab. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
