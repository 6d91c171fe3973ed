import { app } from '@dxx/contract/rules/constants'
import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core'
import { hashKey, onlineManager, QueryClient, type QueryKey, type QueryPersister } from '@tanstack/react-query'
import { clear, createStore, del, delMany, entries, get, keys, set } from 'idb-keyval'
import { sessionScope } from '../state/owner'
import { subscribeToken } from '../state/token'
import { ApiError } from './error'

const week = 7 * 24 * 3600 * 1000
/** Some web views never answer an IndexedDB request: after this the network is asked instead. */
const storageWait = 500

/** Cached answers. Every key starts with the scope, see `sessionScope`: nobody is shown another's answers. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 30 * 60_000,
      networkMode: 'offlineFirst',
      refetchOnWindowFocus: false,
      // While offline a failure is told at once instead of waiting unseen; being online again fetches anew.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && error.name === 'network' && onlineManager.isOnline(),
      retryDelay: (failures) => 1000 * 2 ** failures,
    },
  },
})

const store = createStore('dxx-cache', 'answers')
const prefix = 'dxx'
/** How the storage key of an answer begins: the persister joins its prefix and the hash of the query's key. */
const scopePrefix = (scope: string) => `${prefix}-["${scope}"`

/** Runs an access to storage. What is kept there is a convenience: nothing that goes wrong with it may be noticed. */
async function quietly<T>(access: () => Promise<T>): Promise<T | undefined> {
  try {
    return await access()
  } catch {
    return undefined
  }
}

const persister = experimental_createQueryPersister<string>({
  storage: {
    getItem: (key) =>
      Promise.race([
        quietly(() => get<string>(key, store)),
        new Promise<undefined>((resolve) => setTimeout(resolve, storageWait)),
      ]),
    setItem: async (key, value) => {
      // An answer that arrives after its user has left is not kept.
      if (!key.startsWith(scopePrefix(sessionScope()))) return
      try {
        await set(key, value, store)
      } catch {
        // Most likely full. All of it can be fetched again, so start over.
        await quietly(() => clear(store))
      }
    },
    removeItem: async (key) => {
      await quietly(() => del(key, store))
    },
    entries: async () => (await quietly(() => entries<string, string>(store))) ?? [],
  },
  // Of a list only the first page is kept: more would all be fetched again when the list is next opened.
  serialize: (query) => JSON.stringify({ ...query, state: { ...query.state, data: firstPage(query.state.data) } }),
  prefix,
  maxAge: week,
  buster: app.version,
})

function firstPage(data: unknown): unknown {
  const { pages, pageParams } = (data ?? {}) as { pages?: unknown; pageParams?: unknown }
  if (!Array.isArray(pages) || !Array.isArray(pageParams)) return data
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}

/** Keeps successful answers on the device and shows them first next time. Only for calls that write nothing. */
export const persistAnswer = persister.persisterFn as QueryPersister

/** An answer got outside of a query, kept like one. */
export async function keepAnswer(key: QueryKey, data: unknown): Promise<void> {
  queryClient.setQueryData(key, data)
  await persister.persistQueryByKey(key, queryClient)
}

/** The kept answer, if any, for when the network fails. */
export async function keptAnswer<T>(key: QueryKey): Promise<T | undefined> {
  return queryClient.getQueryData<T>(key) ?? (await persister.retrieveQuery<T>(hashKey(key)))
}

/** Forgets, in memory and on the device, what belongs to a login that is over. */
export async function dropEndedSessions(): Promise<void> {
  const scope = sessionScope()
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== scope && queryKey[0] !== 'guest' })
  await quietly(async () => {
    const all = await keys<string>(store)
    const stay = [scopePrefix(scope), scopePrefix('guest')]
    await delMany(
      all.filter((key) => !stay.some((start) => key.startsWith(start))),
      store,
    )
  })
}

subscribeToken(dropEndedSessions)

/** Clears out answers that are too old or of another version, and those of logins that ended unseen. */
export async function sweepAnswers(): Promise<void> {
  await dropEndedSessions()
  await persister.persisterGc()
}
