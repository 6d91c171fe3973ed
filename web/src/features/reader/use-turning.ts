import { type TouchEvent, useEffect, useEffectEvent, useRef, type WheelEvent } from 'react'
import { hasModifier, isKeyTaken } from '../../ui/key-target'
import { restingWheel, turnByWheel } from './layout/wheel-rule'

interface Turning {
  /** Only the visible page handles keys. */
  active: boolean
  rtl: boolean
  paged: boolean
  turn(step: 1 | -1): void
  toEdge(end: boolean): void
}

const swipe = 60

/** Whether an element inside the page can scroll further itself, such as a long table. */
function scrollsItself(target: Element, page: Element, delta: number): boolean {
  for (let box: Element | null = target; box && box !== page; box = box.parentElement) {
    const room = delta > 0 ? box.scrollHeight - box.clientHeight - box.scrollTop : box.scrollTop
    if (room > 1 && /auto|scroll/.test(getComputedStyle(box).overflowY)) return true
  }
  return false
}

/** Distance of a wheel event that turns pages: downwards, or sideways where the browser cannot scroll further. */
function turningDelta({ target, deltaX, deltaY, ctrlKey, deltaMode }: WheelEvent, rtl: boolean): number {
  const page = (target as Element).closest('.reader-scroller')
  // With Ctrl, the wheel zooms.
  if (!page || ctrlKey) return 0
  const unit = deltaMode === 0 ? 1 : 40
  if (Math.abs(deltaY) >= Math.abs(deltaX)) return scrollsItself(target as Element, page, deltaY) ? 0 : deltaY * unit
  const ahead = rtl ? -deltaX : deltaX
  const passed = Math.abs(page.scrollLeft)
  const isAtEnd = ahead > 0 ? passed >= page.scrollWidth - page.clientWidth - 2 : passed <= 2
  return isAtEnd ? ahead * unit : 0
}

/** Turns pages by keys and wheel, and by a swipe at the first or last page, where the browser does not scroll. */
export function useTurning({ active, rtl, paged, turn, toEdge }: Turning) {
  const from = useRef<{ x: number; y: number; left: number } | null>(null)
  const wheel = useRef(restingWheel)

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || hasModifier(event) || isKeyTaken(event) || document.querySelector('dialog[open]'))
      return
    const ahead = rtl ? 'ArrowLeft' : 'ArrowRight'
    const back = rtl ? 'ArrowRight' : 'ArrowLeft'
    const space = event.key === ' '
    if (event.key === 'PageDown' || (space && !event.shiftKey) || (paged && !event.shiftKey && event.key === ahead))
      turn(1)
    else if (event.key === 'PageUp' || (space && event.shiftKey) || (paged && !event.shiftKey && event.key === back))
      turn(-1)
    else if (event.key === 'Home' || event.key === 'End') toEdge(event.key === 'End')
    else return
    event.preventDefault()
  })

  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [active])

  return {
    onWheel: (event: WheelEvent) => {
      const delta = paged ? turningDelta(event, rtl) : 0
      if (delta === 0) return
      const [next, step] = turnByWheel(wheel.current, delta, event.timeStamp)
      wheel.current = next
      if (step !== 0) turn(step)
    },
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches[0]
      const box = (event.target as Element).closest('.reader-scroller')
      from.current =
        touch && event.touches.length === 1 && box ? { x: touch.clientX, y: touch.clientY, left: box.scrollLeft } : null
    },
    onTouchEnd: (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      const start = from.current
      const box = (event.target as Element).closest('.reader-scroller')
      from.current = null
      if (!paged || !start || !touch || !box || box.scrollLeft !== start.left) return
      if (document.getSelection()?.isCollapsed === false) return
      const across = touch.clientX - start.x
      if (Math.abs(across) < swipe || Math.abs(touch.clientY - start.y) > Math.abs(across)) return
      turn(across < 0 === !rtl ? 1 : -1)
    },
  }
}
