import type { LoadState } from '@dxx/contract/rules/paging-state'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { type Key, type ReactNode, useRef, useState } from 'react'
import { cx } from '../cx'
import { Empty } from '../empty'
import { SkeletonRows } from '../skeleton-shapes'
import { LoadMore } from './load-more'
import { PullRefresh } from './pull-refresh'

/** Fields of `usePagedCall`, and how to render them. */
export interface PagedListProps<Item> {
  list: readonly Item[]
  loadState: LoadState
  firstPageFailed?: boolean
  /** Error of the first page. */
  error?: { msg: string } | null
  /** Must reject or resolve with false on failure. */
  refresh(): Promise<unknown>
  loadMore(): void
  itemKey(item: Item): Key
  renderItem(item: Item, index: number): ReactNode
  /** Shown while the first page is loading. */
  skeleton?: ReactNode
  empty?: ReactNode
  onSecondFloor?: () => void
  /** Layout of the list, for example a grid; a column with 10 px gaps by default. */
  listClassName?: string
  /** Renders the list instead of the plain `<ul>`, for virtualised lists. */
  renderList?(list: readonly Item[]): ReactNode
}

/** Paged list with pull-to-refresh, loading at its end, and all states. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, loadState, firstPageFailed = false, refresh, loadMore, itemKey, renderItem } = props
  const [refreshing, setRefreshing] = useState(false)
  const busy = useRef(false)

  async function press() {
    if (busy.current) return
    busy.current = true
    setRefreshing(true)
    // Ignored, because the list shows the failure.
    await refresh().catch(() => {})
    busy.current = false
    setRefreshing(false)
  }

  return (
    <PullRefresh onRefresh={refresh} onSecondFloor={props.onSecondFloor}>
      <div className="flex justify-end">
        <button
          type="button"
          aria-busy={refreshing || undefined}
          onClick={press}
          // Visible for mouse users and on keyboard focus; touch users pull. Screen readers always find the button.
          className="sr-only items-center gap-1.5 rounded-item text-13 text-ink-3 focus-visible:not-sr-only focus-visible:inline-flex focus-visible:min-h-11 focus-visible:px-2 pointer-fine:not-sr-only pointer-fine:inline-flex pointer-fine:min-h-11 pointer-fine:px-2"
        >
          <RotateCw aria-hidden="true" size={14} className={cx(refreshing && 'animate-spin')} />
          刷新
        </button>
      </div>
      {list.length > 0 ? (
        <>
          {props.renderList?.(list) ?? (
            <ul className={props.listClassName ?? 'space-y-2.5'}>
              {list.map((item, index) => (
                <li key={itemKey(item)}>{renderItem(item, index)}</li>
              ))}
            </ul>
          )}
          <LoadMore state={loadState} onLoadMore={loadMore} />
        </>
      ) : firstPageFailed || loadState === 'Fail' ? (
        <Empty type="error" text={props.error?.msg} onRetry={press} />
      ) : loadState === 'NoMore' ? (
        (props.empty ?? <Empty />)
      ) : (
        (props.skeleton ?? <SkeletonRows />)
      )}
    </PullRefresh>
  )
}
