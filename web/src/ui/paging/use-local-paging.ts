import { appLimits, timing } from '@dxx/contract/rules/constants'
import type { LoadState } from '@dxx/contract/rules/paging-state'
import { useEffect, useRef, useState } from 'react'

/** Hook that shows a complete local list page by page, with the delay of the specification. */
export function useLocalPaging<Item>(items: readonly Item[]) {
  const [count, setCount] = useState<number>(appLimits.pageSize)
  const [loading, setLoading] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      // Resets the state, so that loading can start again after the page was hidden.
      setLoading(false)
    },
    [],
  )
  const isComplete = count >= items.length

  function loadMore(): void {
    if (loading || isComplete) return
    setLoading(true)
    timer.current = setTimeout(() => {
      setCount((shown) => shown + appLimits.pageSize)
      setLoading(false)
    }, timing.localPaging)
  }

  const loadState: LoadState = isComplete ? 'NoMore' : loading ? 'Loading' : 'Default'
  return { list: items.slice(0, count), loadState, loadMore, isPaged: items.length > appLimits.pageSize }
}
