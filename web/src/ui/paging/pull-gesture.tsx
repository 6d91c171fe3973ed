import { rpxSizes as sizes } from '@dxx/contract/rules/constants'
import { listTexts } from '@dxx/contract/rules/list-texts'
import { pullState, type RefreshState } from '@dxx/contract/rules/paging-state'
import ArrowDown from 'lucide-react/icons/arrow-down'
import Check from 'lucide-react/icons/check'
import { haptic } from '../../platform/haptic'
import { cx } from '../cx'
import { rpxToPx } from '../rpx'
import { scrollParent } from '../scroll-parent'
import { Spinner } from '../spinner'

export interface Pull {
  state: RefreshState
  /** Pixels by which the content is moved down. */
  distance: number
}

export interface PullActions {
  /** Must reject or resolve with false on failure, because 刷新成功 is shown only on success. */
  onRefresh(): Promise<unknown>
  /** If given, a pull of 200rpx calls this (二楼) instead of `onRefresh`. */
  onSecondFloor?: () => void
}

/** Ratio of the content's movement to the finger's, as in native lists. */
const follow = 0.5
/** Display time of 刷新成功, in milliseconds. */
const completeFor = 500

/**
 * Handles pulling the list down from its top, and refreshes if the finger is lifted after a sufficient distance.
 * `first` is a touch that has already begun. Returns a function that removes the listeners.
 */
export function followPull(
  element: Element,
  show: (pull: Pull) => void,
  actions: () => PullActions,
  first?: TouchEvent,
): () => void {
  let state: RefreshState = 'Default'
  let timer: ReturnType<typeof setTimeout> | undefined
  // Start of the touch; `pulls` is true once the touch has moved down.
  let finger: { id: number; x: number; y: number; pulls: boolean } | undefined

  const set = (next: RefreshState, distance: number) => {
    state = next
    show({ state, distance })
  }
  const rest = () => set('Default', 0)

  const refresh = async () => {
    set('Loading', rpxToPx(sizes.pullThreshold))
    try {
      if ((await actions().onRefresh()) === false) return rest()
      set('Complete', rpxToPx(sizes.pullThreshold))
      timer = setTimeout(rest, completeFor)
    } catch {
      // Only resets the gesture; the list itself shows the failure.
      rest()
    }
  }

  const start = (event: TouchEvent) => {
    const touch = event.touches[0]
    finger = undefined
    const busy = state === 'Loading' || state === 'Complete'
    if (!touch || event.touches.length > 1 || busy || !atTop(event.target as Element, element)) return
    finger = { id: touch.identifier, x: touch.clientX, y: touch.clientY, pulls: false }
  }
  const move = (event: TouchEvent) => {
    const touch = event.touches[0]
    if (!finger || !touch || touch.identifier !== finger.id) return
    const [x, y] = [touch.clientX - finger.x, touch.clientY - finger.y]
    // The first movement decides: a horizontal or upward one is left to the browser.
    if (!finger.pulls && (y <= 0 || Math.abs(x) > y)) {
      finger = undefined
      return
    }
    finger.pulls = true
    if (event.cancelable) event.preventDefault()
    const moved = Math.min(y * follow, rpxToPx(sizes.secondFloor) * 1.3)
    const secondFloor = actions().onSecondFloor && rpxToPx(sizes.secondFloor)
    const next = pullState(moved, { refresh: rpxToPx(sizes.pullThreshold), secondFloor })
    if (next !== state && next !== 'pulling') haptic()
    set(next, Math.max(0, moved))
  }
  const end = (event: TouchEvent) => {
    if (!finger?.pulls) return
    finger = undefined
    const reached = event.type === 'touchend' ? state : 'Default'
    if (reached === 'ReleaseToRefresh') return void refresh()
    rest()
    if (reached === 'GoF2') actions().onSecondFloor?.()
  }

  const listeners = [
    ['touchstart', start, { passive: true }],
    // Not passive, because the browser's own bounce and reload must be prevented during a pull.
    ['touchmove', move, { passive: false }],
    ['touchend', end, undefined],
    ['touchcancel', end, undefined],
  ] as const
  for (const [name, listener, options] of listeners) element.addEventListener(name, listener as EventListener, options)
  if (first) start(first)
  return () => {
    for (const [name, listener] of listeners) element.removeEventListener(name, listener as EventListener)
    clearTimeout(timer)
    // Resets the gesture, in case the page is hidden during a pull or refresh.
    rest()
  }
}

const words: Record<RefreshState, string> = {
  Default: listTexts.pullDown,
  pulling: listTexts.pullDown,
  ReleaseToRefresh: listTexts.releaseToRefresh,
  GoF2: listTexts.secondFloor,
  Loading: listTexts.refreshing,
  Complete: listTexts.refreshed,
}

/** Indicator above a pulled list. */
export function RefreshSign({ state }: { state: RefreshState }) {
  return (
    <>
      <RefreshIcon state={state} />
      {words[state]}
    </>
  )
}

function RefreshIcon({ state }: { state: RefreshState }) {
  if (state === 'Loading') return <Spinner />
  if (state === 'Complete') return <Check aria-hidden="true" size={16} className="text-success" />
  const turned = state === 'ReleaseToRefresh' || state === 'GoF2'
  return <ArrowDown aria-hidden="true" size={16} className={cx('transition-transform', turned && 'rotate-180')} />
}

/** Whether nothing between the touched element and the page's container is scrolled. */
function atTop(target: Element, root: Element): boolean {
  for (let node: Element | null = target; node && node !== root; node = node.parentElement) {
    if (node.scrollTop > 0) return false
  }
  return scrollParent(root).scrollTop <= 0
}
