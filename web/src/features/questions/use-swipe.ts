import { type TouchEvent, useRef } from 'react'

const far = 64

/** Selects elements that handle swipes themselves: they scroll horizontally or are dragged. */
const scrollable = 'pre, table, input, textarea, button, .katex-display, .cm-editor, [data-left]'

/** Detects horizontal swipes. Returns the handlers for the swiped element. */
export function useSwipe(onSwipe: (by: -1 | 1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0]
      const taken = touches.length > 1 || (target instanceof Element && target.closest(scrollable) !== null)
      from.current = touch && !taken ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!from.current || !touch) return
      const x = touch.clientX - from.current.x
      const y = touch.clientY - from.current.y
      from.current = null
      if (Math.abs(x) > far && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
    },
    onTouchCancel: () => {
      from.current = null
    },
  }
}
