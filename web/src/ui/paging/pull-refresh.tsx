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
  /** Rejects, or answers false, when it failed: 刷新成功 is said only when it is true. */
  onRefresh(): Promise<unknown>
  /** Given, a pull of 200rpx opens the second floor. */
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

/** The content follows at half the finger's way, as lists on phones do. */
const follow = 0.5
/** How long 刷新成功 is to be read. */
const completeFor = 500

export function PullRefresh({ onRefresh, onSecondFloor, children }: PullRefreshProps) {
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
        // The list itself says what failed.
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
    // The one finger that may pull; `pulls` once its direction is known.
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
      // The first movement decides: sideways or upwards belongs to the browser.
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
    // Not passive: while the list is pulled the browser's own bounce and reload must keep still.
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
      clearTimeout(timer.current)
      // A page that is hidden in between comes back at rest.
      rest()
    }
  }, [rest])

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
        // Only while pulled: a transform would make itself the frame of everything fixed inside.
        style={distance ? { transform: `translateY(${distance}px)` } : undefined}
        className={cx(held && 'transition-transform duration-200')}
      >
        {children}
      </div>
    </div>
  )
}

/** What the space above a pulled list says. */
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

/** Nothing between the finger and the page's container is scrolled down. */
function atTop(target: Element, root: Element): boolean {
  for (let node: Element | null = target; node && node !== root; node = node.parentElement) {
    if (node.scrollTop > 0) return false
  }
  return scrollParent(root).scrollTop <= 0
}
