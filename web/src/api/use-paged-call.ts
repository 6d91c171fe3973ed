import type { Page } from '@dxx/contract/paging'
import { appLimits } from '@dxx/contract/rules/constants'
import { afterPage, type LoadState } from '@dxx/contract/rules/paging-state'
import { useMemo } from 'react'
import type { ApiError } from './error'
import * as query from './query'
import { readCall } from './read-call'
import {
  type CallData,
  type CallInput,
  canSendCall,
  type GetName,
  staleTimeDefault,
  useAnswer,
  useScope,
} from './use-call'

/** Calls that return a paged list. */
export type PagedName = { [N in GetName]: CallData<N> extends Page<unknown> ? N : never }[GetName]
export type ItemOf<N extends PagedName> = CallData<N> extends { list: (infer T)[] } ? T : never
/** Input of a list without the paging fields. */
export type PagedInput<N extends PagedName> = Omit<CallInput<N>, 'pageNo' | 'from' | 'lastItem'>

interface PageParam {
  pageNo: number
  lastItem?: string
}

/** Returns the parameters of the next page, if any. */
function nextParam(pages: Page<unknown>[]): PageParam | undefined {
  const last = pages[pages.length - 1]
  if (!last) return { pageNo: appLimits.firstPage }
  const { list, pageNo, pageSize, hasMore, lastItem } = last
  if (!hasMore || afterPage(list.length, pageSize) === 'NoMore') return undefined
  return { pageNo: pageNo + 1, lastItem: lastItem ?? undefined }
}

/** Removes duplicates, which occur if an item moves to the next page between two requests. Keeps the first position. */
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
  /** The last page as received, for responses that have fields besides the list. */
  answer: Answer | undefined
  /** Total on the server; undefined until the first page has arrived. */
  total: number | undefined
  loadState: LoadState
  firstPageFailed: boolean
  refreshing: boolean
  error: ApiError | null
  /**
   * Refetches the first page and restarts the list with it; the old list stays visible meanwhile. Resolves with whether
   * the request succeeded; a failure is not thrown but set as `error`.
   */
  refresh(): Promise<boolean>
  /** Loads the next page, or retries after a failure. */
  loadMore(): void
  /** Returns all items, also of pages that are not loaded; the shown list stays as it is. Rejects on a failure. */
  readAll(): Promise<T[]>
}

/** Hook for a list that is loaded page by page. */
export function usePagedCall<N extends PagedName>(
  name: N,
  input: PagedInput<N>,
  { enabled = true }: { enabled?: boolean } = {},
): PagedCall<ItemOf<N>, CallData<N>> {
  type Pages = Page<ItemOf<N>>[]
  const scope = useScope()
  const key: query.ResponseKey = [scope, name, input, 'pages']

  /** Loads further pages until the list has `count` pages or ends. */
  async function extend(pages: Pages, count: number, signal: AbortSignal, known: unknown): Promise<Pages> {
    const param = nextParam(pages)
    if (!param || pages.length >= count) return pages
    const from = pages.length > 0 ? 'more' : known ? 'refresh' : 'first'
    const page = { pageSize: appLimits.pageSize, ...input, ...param, from } as CallInput<N>
    const next = (await readCall(name, page, signal)) as Page<ItemOf<N>>
    return extend([...pages, next], count, signal, known)
  }
  const reload: query.Load = (signal, known) => extend([], (known as Pages | undefined)?.length ?? 1, signal, known)

  const current = () => query.stateOf(query.hashOf(key)) as query.ResponseState<Pages>

  const answer = useAnswer<Pages>(key, {
    load: reload,
    enabled: enabled && canSendCall(name, scope),
    // A list of several pages never counts as stale, so that it is not refetched just because it is shown again.
    staleTime: (current().data?.length ?? 0) > 1 ? Number.POSITIVE_INFINITY : staleTimeDefault,
    interval: false,
    onFocus: false,
  })

  async function loadMore(): Promise<void> {
    const { data, fetching } = current()
    // Waits for a running request of the whole list before loading the next page.
    if (!data || fetching === 'load') await query.requestResponse(key, reload)
    const pages = current().data
    if (data && pages && nextParam(pages)) {
      await query.requestResponse(key, (signal) => extend(pages, pages.length + 1, signal, pages), 'more')
    }
  }

  const pages = answer.data
  const list = useMemo(() => distinct(pages?.flatMap((page) => page.list) ?? []), [pages])

  return {
    list,
    answer: pages?.[pages.length - 1] as CallData<N> | undefined,
    total: pages?.[pages.length - 1]?.total,
    loadState: footOf(answer),
    firstPageFailed: !pages && answer.error !== null,
    refreshing: pages !== undefined && answer.fetching === 'load',
    error: answer.error,
    // Aborts a running request, because its page would be added to the new list.
    refresh: () => query.requestResponse(key, (signal, known) => extend([], 1, signal, known), 'load', true),
    loadMore: () => void loadMore(),
    readAll: async () => {
      const all = await extend(pages ?? [], Number.POSITIVE_INFINITY, new AbortController().signal, pages)
      return distinct(all.flatMap((page) => page.list))
    },
  }
}

function footOf({ data: pages, fetching, failed }: query.ResponseState<Page<unknown>[]>): LoadState {
  if (fetching === 'more' || (fetching && !pages)) return 'Loading'
  if (failed === 'more' || (failed && !pages)) return 'Fail'
  if (!pages) return 'Default'
  return nextParam(pages) ? 'Default' : 'NoMore'
}
