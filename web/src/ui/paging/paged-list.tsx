import type { LoadState } from '@dxx/contract/rules/paging-state'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { type Key, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
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

/** Element beside the page's title for the refresh button; null without such an element and in dialogs. */
function useHeadSlot(place: RefObject<HTMLElement | null>): Element | null {
  const [slot, setSlot] = useState<Element | null>(null)
  useLayoutEffect(() => {
    const page = place.current!.closest('dialog, [data-page]')
    setSlot(page?.matches('[data-page]') ? page.querySelector('[data-head-slot]') : null)
  }, [place])
  return slot
}

/** Paged list with pull-to-refresh, loading at its end, and all states. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, loadState, firstPageFailed = false, refresh, loadMore, itemKey, renderItem } = props
  const [refreshing, setRefreshing] = useState(false)
  const busy = useRef(false)
  const place = useRef<HTMLSpanElement>(null)
  const slot = useHeadSlot(place)

  async function press() {
    if (busy.current) return
    busy.current = true
    setRefreshing(true)
    // Ignored, because the list shows the failure.
    await refresh().catch(() => {})
    busy.current = false
    setRefreshing(false)
  }

  const button = (
    <button
      type="button"
      aria-busy={refreshing || undefined}
      aria-label="刷新"
      title="刷新"
      onClick={press}
      // Visible on keyboard focus and, beside the page's title, for mouse users; touch users pull. Screen readers
      // always find the button.
      className={cx(
        'sr-only place-items-center rounded-full text-ink-3 hover:bg-fill focus-visible:not-sr-only focus-visible:grid focus-visible:size-11',
        slot && 'pointer-fine:not-sr-only pointer-fine:grid pointer-fine:size-11',
      )}
    >
      <RotateCw aria-hidden="true" size={18} className={cx(refreshing && 'animate-spin')} />
    </button>
  )

  return (
    <PullRefresh onRefresh={refresh} onSecondFloor={props.onSecondFloor}>
      <span ref={place} hidden />
      {slot ? createPortal(button, slot) : button}
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
        (props.skeleton ?? <SkeletonRows className={props.listClassName} count={props.listClassName ? 6 : 4} />)
      )}
    </PullRefresh>
  )
}
