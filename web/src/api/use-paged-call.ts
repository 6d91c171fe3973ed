import type { Page } from '@dxx/contract/paging'
import { limits } from '@dxx/contract/rules/constants'
import { afterPage, type LoadState } from '@dxx/contract/rules/paging-state'
import { useMemo } from 'react'
import type { ApiError } from './error'
import * as query from './query'
import { readCall } from './read-call'
import { type Data, type GetName, type Input, mayAsk, staleTimeDefault, useAnswer, useScope } from './use-call'

/** The calls that answer a list by pages. */
export type PagedName = { [N in GetName]: Data<N> extends Page<unknown> ? N : never }[GetName]
export type ItemOf<N extends PagedName> = Data<N> extends { list: (infer T)[] } ? T : never
/** What a list is asked for; where it goes on is none of the page's business. */
export type PagedInput<N extends PagedName> = Omit<Input<N>, 'pageNo' | 'from' | 'lastItem'>

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
