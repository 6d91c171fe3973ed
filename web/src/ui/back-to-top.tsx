import { rpxSizes as sizes } from '@dxx/contract/rules/constants'
import { useEffect, useRef, useState } from 'react'
import { rpxToPx } from './rpx'
import { onScroll, scrollParent } from './scroll-parent'
import { TopButton } from './top-button'
import { scrollBehavior } from './use-media'

/** Distances from the bottom in pixels; the button uses the first at which it covers no field and no other button. */
const heights = [80, 144, 208]

/** Button that appears once the page is scrolled by 400rpx, at a place where it covers no fields or buttons. */
export function BackToTop() {
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [bottom, setBottom] = useState<number | null>(null)

  useEffect(() => {
    if (!root.current) return
    const parent = scrollParent(root.current)
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const far = parent.scrollTop > rpxToPx(sizes.backToTop) && !isKeyboardUp()
        setBottom(far ? (heights.find((height) => isClear(height, button.current)) ?? null) : null)
      })
    }
    look()
    const stop = onScroll(parent, look)
    addEventListener('resize', look)
    window.visualViewport?.addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(frame)
      stop()
      removeEventListener('resize', look)
      window.visualViewport?.removeEventListener('resize', look)
    }
  }, [])

  return (
    <div ref={root}>
      {bottom !== null && (
        <TopButton
          ref={button}
          style={{ bottom: `calc(${bottom}px + env(safe-area-inset-bottom))` }}
          onClick={() => root.current && scrollParent(root.current).scrollTo({ top: 0, behavior: scrollBehavior() })}
          className="fixed right-4 z-20"
        />
      )}
    </div>
  )
}

/** Whether an on-screen keyboard covers a part of the window, whose height has not changed (platform/keyboard.ts). */
const isKeyboardUp = () => Number.parseFloat(document.documentElement.style.getPropertyValue('--keyboard')) > 0

const size = 44
const gap = 16
const used = 'button, input, textarea, select, label, [role="button"], [contenteditable="true"]'

/**
 * Whether no button or other field lies where this button would be. Links are allowed there, because the list can be
 * scrolled.
 */
function isClear(bottom: number, button: Element | null): boolean {
  const [left, right] = [innerWidth - gap - size, innerWidth - gap - 1]
  const [top, low] = [innerHeight - bottom - size, innerHeight - bottom - 1]
  const corners = [left, right].flatMap((x) => [top, low].map((y) => [x, y] as const))
  return [...corners, [(left + right) / 2, (top + low) / 2] as const].every(([x, y]) =>
    (document.elementsFromPoint?.(x, y) ?? []).every((one) => button?.contains(one) || !one.closest(used)),
  )
}
