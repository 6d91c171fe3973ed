import type { DataOf, InputOf } from '@dxx/contract/call'
import type { AllCalls, Name } from '@dxx/contract/calls'
import { meta } from '@dxx/contract/meta'
import type { Page } from '@dxx/contract/paging'
import { limits } from '@dxx/contract/rules/constants'
import { afterPage, type LoadState } from '@dxx/contract/rules/paging-state'
import {
  type InfiniteData,
  type QueryKey,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { toast } from '../state/flash'
import { sessionScope } from '../state/owner'
import { subscribeToken } from '../state/token'
import { actionKey, forgetActionKey } from './action-keys'
import { callApi } from './client'
import { ApiError } from './error'
import { persistAnswer, queryClient } from './query'

export type GetName = Extract<Name, `GET ${string}`>
export type Input<N extends Name> = InputOf<AllCalls[N]>
export type Data<N extends Name> = DataOf<AllCalls[N]>

/** The calls that answer a list by pages. */
export type PagedName = { [N in GetName]: Data<N> extends Page<unknown> ? N : never }[GetName]
export type ItemOf<N extends PagedName> = Data<N> extends { list: (infer T)[] } ? T : never
/** What a list is asked for; where it goes on is none of the page's business. */
export type PagedInput<N extends PagedName> = Omit<Input<N>, 'pageNo' | 'from' | 'lastItem'>

/** The key that a call's answer is cached under for who is logged in now. */
export function answerKey<N extends GetName>(name: N, input: Input<N>): QueryKey {
  return [sessionScope(), name, input]
}

/** Marks the answers of these calls as out of date: those on screen are fetched again, the others when next shown. */
export async function invalidateCalls(...names: GetName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [sessionScope(), name] })))
}

export interface UseCallOptions {
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number | false
  refetchOnWindowFocus?: boolean
  /** Never shows an earlier answer first: for what is decided on, such as a permission or the state of a payment. */
  fresh?: boolean
}

/** The answer of a call that only reads. A guest's page may use calls that need a login: they wait until there is one. */
export function useCall<N extends GetName>(
  name: N,
  input: Input<N>,
  { enabled = true, fresh = false, ...options }: UseCallOptions = {},
): UseQueryResult<Data<N>, ApiError> {
  const scope = useScope()
  return useQuery<Data<N>, ApiError>({
    ...options,
    ...(fresh ? { staleTime: 0, gcTime: 0 } : { persister: persistAnswer as never }),
    queryKey: [scope, name, input],
    queryFn: ({ signal }) => callApi(name, input, { signal }),
    enabled: enabled && mayAsk(name, scope),
  })
}

interface PageParam {
  pageNo: number
  lastItem?: string
}

const firstParam: PageParam = { pageNo: limits.firstPage }

/** Where the list goes on after a page, if it does. */
function nextParam({ list, pageNo, pageSize, hasMore, lastItem }: Page<unknown>): PageParam | undefined {
  if (!hasMore || afterPage(list.length, pageSize) === 'NoMore') return undefined
  return { pageNo: pageNo + 1, lastItem: lastItem ?? undefined }
}

/** Every item once: an item that moved between two requests arrives with both pages. The first place counts. */
function distinct<T>(items: T[]): T[] {
  const seen = new Set<unknown>()
  return items.filter((item) => {
    const id = (item as { id?: unknown } | null)?.id
    if (id === undefined) return true
    return !seen.has(id) && seen.add(id)
  })
}

export interface PagedCall<T> {
  list: T[]
  /** How many there are on the server; undefined until the first page has arrived. */
  total: number | undefined
  loadState: LoadState
  firstPageFailed: boolean
  refreshing: boolean
  error: ApiError | null
  /** Fetches the first page again and starts over from it; the old list stays in sight meanwhile. */
  refresh(): Promise<void>
  /** Fetches the next page, or tries again what failed. */
  loadMore(): void
}

/** A list that grows page by page. */
export function usePagedCall<N extends PagedName>(
  name: N,
  input: PagedInput<N>,
  { enabled = true }: { enabled?: boolean } = {},
): PagedCall<ItemOf<N>> {
  const scope = useScope()
  const queryKey = [scope, name, input, 'pages']
  const options = {
    queryKey,
    queryFn: ({ pageParam, signal }: { pageParam: PageParam; signal: AbortSignal }) => {
      const known = queryClient.getQueryData(queryKey) !== undefined
      const from = pageParam.pageNo > limits.firstPage ? 'more' : known ? 'refresh' : 'first'
      const page = { pageSize: limits.pageSize, ...input, ...pageParam, from } as Input<N>
      return callApi(name, page, { signal }) as Promise<Page<ItemOf<N>>>
    },
    initialPageParam: firstParam,
    getNextPageParam: nextParam,
    persister: persistAnswer as never,
  }
  // A long list is not fetched again page after page just because it is in sight again.
  const short = ({ state }: { state: { data?: InfiniteData<unknown> } }) => (state.data?.pages.length ?? 0) <= 1
  const query = useInfiniteQuery<
    Page<ItemOf<N>>,
    ApiError,
    InfiniteData<Page<ItemOf<N>>, PageParam>,
    QueryKey,
    PageParam
  >({
    ...options,
    enabled: enabled && mayAsk(name, scope),
    refetchOnMount: short,
    refetchOnReconnect: short,
  })

  const pages = query.data?.pages
  const list = useMemo(() => distinct(pages?.flatMap((page) => page.list) ?? []), [pages])

  return {
    list,
    total: pages?.[pages.length - 1]?.total,
    loadState: footOf(query),
    firstPageFailed: query.isLoadingError,
    refreshing: query.isRefetching && !query.isFetchingNextPage,
    error: query.error,
    async refresh() {
      // A page that arrives late would be added to the new list.
      await queryClient.cancelQueries({ queryKey, exact: true })
      // Told by the query's own state, so there is nothing to catch here.
      await queryClient.fetchInfiniteQuery({ ...options, pages: 1, staleTime: 0 } as never).catch(() => {})
    },
    loadMore() {
      if (query.isLoadingError) query.refetch({ cancelRefetch: false })
      else if (query.hasNextPage) query.fetchNextPage({ cancelRefetch: false })
    },
  }
}

function footOf(query: {
  isPending: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isLoadingError: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
}): LoadState {
  if (query.isFetchingNextPage || (query.isFetching && (query.isPending || query.isLoadingError))) return 'Loading'
  if (query.isLoadingError || query.isFetchNextPageError) return 'Fail'
  if (query.isPending) return 'Default'
  return query.hasNextPage ? 'Default' : 'NoMore'
}

export interface UseActionOptions<N extends Name> {
  onDone?(data: Data<N>, input: Input<N>): void
  /** Instead of the toast with the error's msg. */
  onError?(error: ApiError, input: Input<N>): void
}

export interface Action<N extends Name> {
  /** Resolves with the data, or with undefined when it failed or another run is still under way. */
  run(input: Input<N>): Promise<Data<N> | undefined>
  running: boolean
}

/** Something the user does. Tried again after a lost network it is still the same action, see `actionKey`. */
export function useAction<N extends Name>(name: N, options: UseActionOptions<N> = {}): Action<N> {
  const [running, setRunning] = useState(false)
  const busy = useRef(false)
  const latest = useRef(options)
  latest.current = options

  async function run(input: Input<N>): Promise<Data<N> | undefined> {
    // The state is only seen after the next render, a double click comes before it.
    if (busy.current) return undefined
    busy.current = true
    setRunning(true)
    try {
      const keyed = meta[name][1] === 'keyed'
      const data = await callApi(name, input, keyed ? { idempotencyKey: actionKey(name, input) } : {})
      forgetActionKey(name, input)
      latest.current.onDone?.(data, input)
      return data
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.decided) forgetActionKey(name, input)
      if (latest.current.onError) latest.current.onError(error, input)
      else if (!error.shown) toast(error.msg)
      return undefined
    } finally {
      busy.current = false
      setRunning(false)
    }
  }

  return { run, running }
}

function useScope(): string {
  return useSyncExternalStore(subscribeToken, sessionScope)
}

/** Guards against caching a GET that writes, and against asking as a guest what needs a login. */
function mayAsk(name: Name, scope: string): boolean {
  const [access, writes] = meta[name]
  if (writes) throw new Error(`${name} writes: use useAction`)
  return access === 'public' || scope !== 'guest'
}
