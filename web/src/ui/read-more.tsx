import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx'
import { rpxToPx } from './rpx'

/** Clips long content at `height` rpx until it is expanded. Content that is only slightly longer is not clipped. */
export function ReadMore({ height = 400, children }: { height?: number; children: ReactNode }) {
  const id = useId()
  const content = useRef<HTMLDivElement>(null)
  const [long, setLong] = useState(false)
  const [open, setOpen] = useState(false)
  const most = rpxToPx(height)

  useLayoutEffect(() => {
    const element = content.current
    if (!element) return
    const measure = () => setLong(element.scrollHeight > rpxToPx(height) + 40)
    measure()
    if (!('ResizeObserver' in window)) return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [height])

  const cut = long && !open
  return (
    <div>
      <div
        id={id}
        // Clips only visually, so that screen readers read all of the content.
        style={cut ? { maxHeight: most } : undefined}
        className={cx('relative', cut && 'overflow-hidden mask-b-from-60% mask-b-to-100%')}
      >
        <div ref={content}>{children}</div>
      </div>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 w-full items-center justify-center gap-1 text-13 text-primary"
        >
          {open ? '收起' : '展开阅读全文'}
          <ChevronDown aria-hidden="true" size={16} className={cx('transition-transform', open && 'rotate-180')} />
        </button>
      )}
    </div>
  )
}
