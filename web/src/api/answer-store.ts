import type { UseStore } from 'idb-keyval'

/**
 * Smallest part of idb-keyval, for the responses that the first page reads and writes: the whole library would be in the
 * first load. Its functions accept this store too.
 */
export function openStore(database: string, name: string): UseStore {
  let opened: Promise<IDBDatabase> | undefined
  const open = () => {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database)
      request.onupgradeneeded = () => request.result.createObjectStore(name)
      request.onerror = () => reject(request.error)
      request.onsuccess = () => resolve(request.result)
    }).then(
      (found) => {
        // Safari closes connections by itself.
        found.onclose = () => {
          opened = undefined
        }
        return found
      },
      (error) => {
        opened = undefined
        throw error
      },
    )
    return opened
  }
  return async (mode, use) => use((await open()).transaction(name, mode).objectStore(name))
}

export const readValue = (store: UseStore, key: string): Promise<unknown> =>
  store('readonly', (values) => {
    const request = values.get(key)
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  })

/** Resolves when the value is on the disk. */
export const writeValue = (store: UseStore, key: string, value: unknown): Promise<void> =>
  store('readwrite', (values) => {
    values.put(value, key)
    const { transaction } = values
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
  })
