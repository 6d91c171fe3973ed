import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cx } from '../cx'
import type { Pull, PullActions } from './pull-gesture'

/** Code of the gesture, loaded after the first page (startDeferred) or at the first touch. */
let gesture: typeof import('./pull-gesture') | undefined

export async function loadPullGesture() {
  gesture ??= await import('./pull-gesture')
  return gesture
}

/** List that is refreshed by pulling it down. */
export function PullRefresh({ children, ...actions }: PullActions & { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  const [{ state, distance }, show] = useState<Pull>({ state: 'Default', distance: 0 })
  const current = useEffectEvent(() => actions)

  useEffect(() => {
    const element = root.current!
    let hidden = false
    let stop: (() => void) | undefined
    const begin = (touch?: TouchEvent) => {
      element.removeEventListener('touchstart', begin)
      stop = gesture?.followPull(element, show, () => current(), touch)
      if (!stop) loadPullGesture().then(() => hidden || begin(touch), wait)
    }
    // If the code cannot be loaded, the next touch tries again.
    const wait = () => element.addEventListener('touchstart', begin, { passive: true })
    if (gesture) begin()
    else wait()
    return () => {
      hidden = true
      element.removeEventListener('touchstart', begin)
      stop?.()
    }
  }, [])

  const isFixed = state === 'Default' || state === 'Loading' || state === 'Complete'
  return (
    <div ref={root} className="relative">
      <div
        role="status"
        style={{ height: distance }}
        className="absolute inset-x-0 top-0 flex items-center justify-center gap-2 overflow-hidden text-12 text-ink-3"
      >
        {gesture && distance > 0 && <gesture.RefreshSign state={state} />}
      </div>
      <div
        // Set only while pulled, because a transform would become the containing block of fixed elements inside.
        style={distance ? { transform: `translateY(${distance}px)` } : undefined}
        className={cx(isFixed && 'transition-transform duration-200')}
      >
        {children}
      </div>
    </div>
  )
}
