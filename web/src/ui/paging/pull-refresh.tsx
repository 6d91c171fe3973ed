import { rpx as sizes, texts } from '@dxx/contract/rules/constants'
import { pullState, type RefreshState } from '@dxx/contract/rules/paging-state'
import ArrowDown from 'lucide-react/icons/arrow-down'
import Check from 'lucide-react/icons/check'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cx } from '../cx'
import { rpx } from '../rpx'
import { scrollParent } from '../scroll-parent'
import { Spinner } from '../spinner'

export interface PullRefreshProps {
  /** Rejects or resolves with false on failure: 刷新成功 is shown only on success. */
  onRefresh(): Promise<unknown>
  /** If given, a pull of 200rpx opens the second floor. */
  onSecondFloor?: () => void
  children: ReactNode
}

const words: Record<RefreshState, string> = {
  Default: texts.pullDown,
  pulling: texts.pullDown,
  ReleaseToRefresh: texts.releaseToRefresh,
  GoF2: texts.secondFloor,
  Loading: texts.refreshing,
  Complete: texts.refreshed,
}

/** Ratio of the content's movement to the finger's, as in native lists. */
const follow = 0.5
/** Display time of 刷新成功, in milliseconds. */
const completeFor = 500

/** Follows a finger that pulls the list down from its top, and refreshes when it lets go far enough. */
function usePull({ onRefresh, onSecondFloor }: Omit<PullRefreshProps, 'children'>) {
  const root = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<RefreshState>('Default')
  const [distance, setDistance] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const rest = useCallback(() => {
    setState('Default')
    setDistance(0)
  }, [])

  const pull = useEffectEvent((fingerWay: number) => {
    const moved = Math.min(fingerWay * follow, rpx(sizes.secondFloor) * 1.3)
    setDistance(Math.max(0, moved))
    const thresholds = {
      refresh: rpx(sizes.pullThreshold),
      secondFloor: onSecondFloor && rpx(sizes.secondFloor),
    }
    setState(pullState(moved, thresholds))
  })

  const release = useEffectEvent(async (completed: boolean) => {
    if (completed && state === 'ReleaseToRefresh') {
      setState('Loading')
      setDistance(rpx(sizes.pullThreshold))
      try {
        if ((await onRefresh()) === false) return rest()
        setState('Complete')
        timer.current = setTimeout(rest, completeFor)
      } catch {
        // The list itself shows the failure.
        rest()
      }
      return
    }
    rest()
    if (completed && state === 'GoF2') onSecondFloor?.()
  })

  const busy = useEffectEvent(() => state === 'Loading' || state === 'Complete')

  useEffect(() => {
    const element = root.current
    if (!element) return
    // The pulling finger; `pulls` is set once its direction is known.
    let finger: { id: number; x: number; y: number; pulls: boolean } | undefined

    const start = (event: TouchEvent) => {
      const touch = event.touches[0]
      finger = undefined
      if (!touch || event.touches.length > 1 || busy() || !atTop(event.target as Element, element)) return
      finger = { id: touch.identifier, x: touch.clientX, y: touch.clientY, pulls: false }
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!finger || !touch || touch.identifier !== finger.id) return
      const [x, y] = [touch.clientX - finger.x, touch.clientY - finger.y]
      // The first movement decides: horizontal or upward ones belong to the browser.
      if (!finger.pulls && (y <= 0 || Math.abs(x) > y)) {
        finger = undefined
        return
      }
      finger.pulls = true
      if (event.cancelable) event.preventDefault()
      pull(y)
    }
    const end = (event: TouchEvent) => {
      if (!finger) return
      const pulled = finger.pulls
      finger = undefined
      if (pulled) void release(event.type === 'touchend')
    }

    element.addEventListener('touchstart', start, { passive: true })
    // Not passive: while pulling, the browser's own bounce and reload must be prevented.
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
      clearTimeout(timer.current)
      // A page that was hidden meanwhile returns to the idle state.
      rest()
    }
  }, [rest])

  return [root, state, distance] as const
}

export function PullRefresh({ children, ...actions }: PullRefreshProps) {
  const [root, state, distance] = usePull(actions)
  const held = state === 'Default' || state === 'Loading' || state === 'Complete'
  return (
    <div ref={root} className="relative">
      <div
        role="status"
        style={{ height: distance }}
        className="absolute inset-x-0 top-0 flex items-center justify-center gap-2 overflow-hidden text-12 text-ink-3"
      >
        {distance > 0 && <RefreshSign state={state} />}
      </div>
      <div
        // Only while pulled: a transform becomes the containing block of fixed elements inside.
        style={distance ? { transform: `translateY(${distance}px)` } : undefined}
        className={cx(held && 'transition-transform duration-200')}
      >
        {children}
      </div>
    </div>
  )
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
