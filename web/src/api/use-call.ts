import type { DataOf, InputOf } from '@dxx/contract/call'
import type { AllCalls, Name } from '@dxx/contract/calls'
import { meta } from '@dxx/contract/meta'
import type { Page } from '@dxx/contract/paging'
import { limits } from '@dxx/contract/rules/constants'
import { afterPage, type LoadState } from '@dxx/contract/rules/paging-state'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { toast } from '../state/flash'
import { sessionScope } from '../state/owner'
import { subscribeToken } from '../state/token'
import { actionKey, forgetActionKey } from './action-keys'
import { callApi } from './client'
import { ApiError } from './error'
import * as query from './query'
import { readCall } from './read-call'

export type GetName = Extract<Name, `GET ${string}`>
export type Input<N extends Name> = InputOf<AllCalls[N]>
export type Data<N extends Name> = DataOf<AllCalls[N]>

/** The calls that answer a list by pages. */
export type PagedName = { [N in GetName]: Data<N> extends Page<unknown> ? N : never }[GetName]
export type ItemOf<N extends PagedName> = Data<N> extends { list: (infer T)[] } ? T : never
/** What a list is asked for; where it goes on is none of the page's business. */
export type PagedInput<N extends PagedName> = Omit<Input<N>, 'pageNo' | 'from' | 'lastItem'>

/** The key that a call's answer is cached under for who is logged in now. */
export function answerKey<N extends GetName>(name: N, input: Input<N>): query.Key {
  return [sessionScope(), name, input]
}

/** Marks the answers of these calls as out of date: those on screen are fetched again, the others when next shown. */
export async function invalidateCalls(...names: GetName[]): Promise<void> {
  await Promise.all(names.map(query.invalidate))
}

/**
 * Shows what an action will bring about before the server has answered, in all cached answers of a call (of a list: in
 * each page). Answers the way back, for when the action fails; once it is done, `invalidateCalls` fetches the truth.
 */
export function changeAnswers<N extends GetName>(
  name: N,
  change: (data: Data<N>, input: Input<N>) => Data<N>,
): () => void {
  return query.changeAnswers(name, change as (data: unknown, input: unknown) => unknown)
}

/** Milliseconds for which an answer is shown again without being asked for again. */
const staleTimeDefault = 30_000

export interface UseCallOptions {
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number | false
  refetchOnWindowFocus?: boolean
  /** Never shows an earlier answer first: for what is decided on, such as a permission or the state of a payment. */
  fresh?: boolean
}

export interface CallResult<T> {
  /** Stays while it is fetched again, and when that fails. */
  data: T | undefined
  error: ApiError | null
  /** Neither data nor error yet. */
  isPending: boolean
  isFetching: boolean
  /** Resolves with whether an answer came. */
  refetch(): Promise<boolean>
}

/** The answer of a call that only reads. A guest's page may use calls that need a login: they wait until there is one. */
export function useCall<N extends GetName>(
  name: N,
  input: Input<N>,
  {
    enabled = true,
    fresh = false,
    staleTime,
    refetchInterval = false,
    refetchOnWindowFocus = false,
  }: UseCallOptions = {},
): CallResult<Data<N>> {
  const scope = useScope()
  const key: query.Key = fresh ? [scope, name, input, 'fresh'] : [scope, name, input]
  const load: query.Load = (signal) => readCall(name, input, signal)
  const { data, error, fetching } = useAnswer<Data<N>>(key, {
    load,
    enabled: enabled && mayAsk(name, scope),
    staleTime: fresh ? 0 : (staleTime ?? staleTimeDefault),
    interval: refetchInterval,
    onFocus: refetchOnWindowFocus,
  })
  return {
    data,
    error,
    isPending: data === undefined && error === null,
    isFetching: fetching !== null,
    refetch: () => query.ask(key, load, 'load', data !== undefined),
  }
}

function useAnswer<T>(key: query.Key, options: Omit<query.Watcher, 'changed'>): query.Answer<T> {
  const hash = query.hashOf(key)
  const { enabled, staleTime, interval, onFocus } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the key and what is loaded for it
  const subscribe = useCallback(
    (changed: () => void) => query.watch(key, { ...options, changed }),
    [hash, enabled, staleTime, interval, onFocus],
  )
  const answer = useSyncExternalStore(subscribe, () => query.stateOf(hash)) as query.Answer<T>
  // It is asked for right after this render: a page must not flicker over the moment in between.
  const starting = enabled && answer.data === undefined && answer.error === null
  return starting && !answer.fetching ? { ...answer, fetching: 'load' } : answer
}

interface PageParam {
  pageNo: number
  lastItem?: string
}

/** Where the list goes on after its pages, if it does. */
function nextParam(pages: Page<unknown>[]): PageParam | undefined {
  const last = pages[pages.length - 1]
  if (!last) return { pageNo: limits.firstPage }
  const { list, pageNo, pageSize, hasMore, lastItem } = last
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

export interface PagedCall<T, Answer = unknown> {
  list: T[]
  /** The last page as it came, for what it carries beside the list. */
  answer: Answer | undefined
  /** How many there are on the server; undefined until the first page has arrived. */
  total: number | undefined
  loadState: LoadState
  firstPageFailed: boolean
  refreshing: boolean
  error: ApiError | null
  /**
   * Fetches the first page again and starts over from it; the old list stays in sight meanwhile. Resolves with whether it
   * came: a failure is told by `error`, never thrown.
   */
  refresh(): Promise<boolean>
  /** Fetches the next page, or tries again what failed. */
  loadMore(): void
}

/** A list that grows page by page. */
export function usePagedCall<N extends PagedName>(
  name: N,
  input: PagedInput<N>,
  { enabled = true }: { enabled?: boolean } = {},
): PagedCall<ItemOf<N>, Data<N>> {
  type Pages = Page<ItemOf<N>>[]
  const scope = useScope()
  const key: query.Key = [scope, name, input, 'pages']

  /** Goes on after the pages there are until there are `count`, or no more. */
  async function extend(pages: Pages, count: number, signal: AbortSignal, known: unknown): Promise<Pages> {
    const param = nextParam(pages)
    if (!param || pages.length >= count) return pages
    const from = pages.length > 0 ? 'more' : known ? 'refresh' : 'first'
    const page = { pageSize: limits.pageSize, ...input, ...param, from } as Input<N>
    const next = (await readCall(name, page, signal)) as Page<ItemOf<N>>
    return extend([...pages, next], count, signal, known)
  }
  const reload: query.Load = (signal, known) => extend([], (known as Pages | undefined)?.length ?? 1, signal, known)

  const current = () => query.stateOf(query.hashOf(key)) as query.Answer<Pages>

  const answer = useAnswer<Pages>(key, {
    load: reload,
    enabled: enabled && mayAsk(name, scope),
    // A long list is not fetched again page after page just because it is in sight again.
    staleTime: (current().data?.length ?? 0) > 1 ? Number.POSITIVE_INFINITY : staleTimeDefault,
    interval: false,
    onFocus: false,
  })

  async function loadMore(): Promise<void> {
    const { data, fetching } = current()
    // The next page follows what is being fetched now.
    if (!data || fetching === 'load') await query.ask(key, reload)
    const pages = current().data
    if (data && pages && nextParam(pages)) {
      await query.ask(key, (signal) => extend(pages, pages.length + 1, signal, pages), 'more')
    }
  }

  const pages = answer.data
  const list = useMemo(() => distinct(pages?.flatMap((page) => page.list) ?? []), [pages])

  return {
    list,
    answer: pages?.[pages.length - 1] as Data<N> | undefined,
    total: pages?.[pages.length - 1]?.total,
    loadState: footOf(answer),
    firstPageFailed: !pages && answer.error !== null,
    refreshing: pages !== undefined && answer.fetching === 'load',
    error: answer.error,
    // A page that arrives late would be added to the new list, so it is given up.
    refresh: () => query.ask(key, (signal, known) => extend([], 1, signal, known), 'load', true),
    loadMore: () => void loadMore(),
  }
}

function footOf({ data: pages, fetching, failed }: query.Answer<Page<unknown>[]>): LoadState {
  if (fetching === 'more' || (fetching && !pages)) return 'Loading'
  if (failed === 'more' || (failed && !pages)) return 'Fail'
  if (!pages) return 'Default'
  return nextParam(pages) ? 'Default' : 'NoMore'
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
