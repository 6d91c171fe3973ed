import { px } from '@dxx/contract/rules/constants'
import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { isPulledFar, leavingTime, type PullPoint, releaseSpeed } from './pulled-far'

/**
 * Lets a bottom sheet be pulled down: by its head, and by its content where that is scrolled to its top. A flick closes
 * it with the speed of the finger.
 */
export function useSheetDrag(
  open: boolean,
  sheet: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  onClose: () => void,
) {
  const [pulled, setPulled] = useState<number | null>(null)
  const [leaving, setLeaving] = useState<number | null>(null)
  const points = useRef<PullPoint[]>([])

  function begin(y: number): void {
    points.current = [{ y, at: performance.now() }]
    setLeaving(null)
    setPulled(0)
  }
  function move(y: number): void {
    points.current.push({ y, at: performance.now() })
    setPulled(distance())
  }
  function end(released: boolean): void {
    const speed = releaseSpeed(points.current, performance.now())
    setPulled(null)
    if (!released || !isPulledFar(distance(), speed)) return
    setLeaving(leavingTime((sheet.current?.offsetHeight ?? 0) - distance(), speed))
    onClose()
  }
  const distance = () => Math.max(0, (points.current.at(-1)?.y ?? 0) - (points.current[0]?.y ?? 0))

  useContentPull(open, content, { begin, move, end })

  const head = {
    onPointerDown: (event: PointerEvent) => {
      if (!event.isPrimary || window.innerWidth >= px.desktopFrom || (event.target as Element).closest('button')) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      begin(event.clientY)
    },
    onPointerMove: (event: PointerEvent) => {
      if (pulled !== null) move(event.clientY)
    },
    onPointerUp: () => {
      if (pulled !== null) end(true)
    },
    onPointerCancel: () => {
      if (pulled !== null) end(false)
    },
  }
  const style: CSSProperties | undefined =
    pulled !== null
      ? { transform: `translateY(${pulled}px)` }
      : leaving !== null && !open
        ? ({ '--sheet-time': `${leaving}ms` } as CSSProperties)
        : undefined
  return { head, style, isDragging: pulled !== null }
}

interface Drag {
  begin(y: number): void
  move(y: number): void
  end(released: boolean): void
}

/** Follows touches that begin in the content and move down while it is scrolled to its top. */
function useContentPull(open: boolean, content: RefObject<HTMLElement | null>, drag: Drag): void {
  const begin = useEffectEvent(drag.begin)
  const onMove = useEffectEvent(drag.move)
  const onEnd = useEffectEvent(drag.end)
  useEffect(() => {
    const element = content.current
    if (!open || !element) return
    let finger: { x: number; y: number; pulls: boolean } | null = null
    const start = ({ touches, target }: TouchEvent) => {
      const [touch] = touches
      if (finger?.pulls) onEnd(false)
      finger = null
      if (touch && touches.length === 1 && window.innerWidth < px.desktopFrom && mayPull(target as Element, element))
        finger = { x: touch.clientX, y: touch.clientY, pulls: false }
    }
    const move = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!finger || !touch) return
      const [x, y] = [touch.clientX - finger.x, touch.clientY - finger.y]
      if (!finger.pulls) {
        // The first movement decides: a horizontal or upward one is left to the browser.
        if (y <= 0 || Math.abs(x) > y) finger = null
        else {
          finger.pulls = true
          begin(touch.clientY)
        }
      } else onMove(touch.clientY)
      if (finger && event.cancelable) event.preventDefault()
    }
    const end = ({ type }: TouchEvent) => {
      if (finger?.pulls) onEnd(type === 'touchend')
      finger = null
    }
    element.addEventListener('touchstart', start, { passive: true })
    // Not passive: the content must not scroll or select while the sheet follows the finger.
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [open, content])
}

/** Whether a touch may pull the sheet: nothing around it scrolls or handles vertical movements itself. */
function mayPull(target: Element, content: Element): boolean {
  if (content.scrollTop > 0 || document.getSelection()?.isCollapsed === false) return false
  for (let node: Element | null = target; node && node !== content; node = node.parentElement) {
    const { touchAction, overflowY } = getComputedStyle(node)
    const scrolls = /auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight + 1
    if (scrolls || touchAction === 'none' || touchAction === 'pan-x') return false
    if (node.matches('input[type=range], textarea, [contenteditable=true]') || node.shadowRoot) return false
  }
  return true
}
