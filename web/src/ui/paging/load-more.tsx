import { listTexts } from '@dxx/contract/rules/list-texts'
import type { LoadState } from '@dxx/contract/rules/paging-state'
import { useEffect, useEffectEvent, useRef } from 'react'
import { scrollParent } from '../scroll-parent'
import { Spinner } from '../spinner'

export interface LoadMoreProps {
  state: LoadState
  onLoadMore(): void
}

/** Distance from the visible area at which the next page is loaded. */
const ahead = '0px 0px 400px'

/** List footer: loads the next page on click, and, except after a failure, when it comes near the visible area. */
export function LoadMore({ state, onLoadMore }: LoadMoreProps) {
  const root = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(onLoadMore)

  useEffect(() => {
    const element = root.current
    if (state !== 'Default' || !element || !('IntersectionObserver' in window)) return
    const parent = scrollParent(element)
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        load()
      },
      { root: parent === document.scrollingElement ? null : parent, rootMargin: ahead },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [state])

  return (
    <div ref={root} role="status" className="grid min-h-12 place-items-center text-12 text-ink-3">
      {state === 'NoMore' ? (
        <p className="flex items-center gap-3 before:h-px before:w-8 before:bg-line after:h-px after:w-8 after:bg-line">
          {listTexts.noMore}
        </p>
      ) : (
        <button
          type="button"
          aria-busy={state === 'Loading' || undefined}
          onClick={() => state !== 'Loading' && onLoadMore()}
          className="inline-flex min-h-11 items-center gap-2 rounded-item px-4"
        >
          {state === 'Loading' && <Spinner />}
          {{ Default: listTexts.loadMore, Loading: listTexts.loading, Fail: listTexts.loadFailed }[state]}
        </button>
      )}
    </div>
  )
}
