/** Characters a header can carry. Anything else in storage is not our token and would make every request fail. */
const sendable = /^[\x21-\x7e]+$/

/** Token in localStorage. The student app and the console have one each. */
export function tokenStore(key: string) {
  const listeners = new Set<() => void>()
  /** Set while the token cannot be stored (private mode, quota); undefined means that storage is valid. */
  let memory: string | null | undefined
  let announced = get()

  /** Read from storage each time: a page restored from the browser's page cache has missed all events. */
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
