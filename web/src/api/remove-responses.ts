import { clear, delMany, entries, keys, type UseStore } from 'idb-keyval'

/** Removal of cached responses. Loaded after the first page, which only reads and writes them. */

/** Removes the responses whose slots do not begin with one of these texts. */
export async function removeOthers(store: UseStore, stay: string[]): Promise<void> {
  const all = await keys<string>(store)
  await delMany(
    all.filter((slot) => !stay.some((start) => slot.startsWith(start))),
    store,
  )
}

/** Removes the responses with an unwanted text. */
export async function removeTexts(store: UseStore, isWanted: (text: string) => boolean): Promise<void> {
  const all = await entries<string, string>(store)
  await delMany(
    all.filter(([, text]) => !isWanted(text)).map(([slot]) => slot),
    store,
  )
}

export const removeAll = (store: UseStore): Promise<void> => clear(store)
