import { type TouchEvent, useEffect, useEffectEvent, useRef } from 'react'
import { hasModifier, isKeyTaken } from '../../ui/key-target'

interface Turning {
  /** Only the visible page handles keys. */
  active: boolean
  rtl: boolean
  paged: boolean
  turn(step: 1 | -1): void
  toEdge(end: boolean): void
}

const swipe = 60

/** Turns pages by keys, and by a swipe at the first or last page, where the browser does not scroll. */
export function useTurning({ active, rtl, paged, turn, toEdge }: Turning) {
  const from = useRef<{ x: number; y: number; left: number } | null>(null)

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || hasModifier(event) || isKeyTaken(event) || document.querySelector('dialog[open]'))
      return
    const ahead = rtl ? 'ArrowLeft' : 'ArrowRight'
    const back = rtl ? 'ArrowRight' : 'ArrowLeft'
    const space = event.key === ' '
    if (event.key === 'PageDown' || (space && !event.shiftKey) || (paged && event.key === ahead)) turn(1)
    else if (event.key === 'PageUp' || (space && event.shiftKey) || (paged && event.key === back)) turn(-1)
    else if (event.key === 'Home' || event.key === 'End') toEdge(event.key === 'End')
    else return
    event.preventDefault()
  })

  useEffect(() => {
    if (!active) return
    const hear = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [active])

  return {
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
