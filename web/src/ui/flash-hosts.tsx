import { useLayoutEffect, useRef } from 'react'
import type { useToast } from '../state/flash'

interface FlashHostProps {
  /** Hook that returns the text to show; must not change between renders. */
  use: typeof useToast
  /** Position and colours. */
  className: string
}

/** Shows toasts or notifications, which disappear by themselves. */
export function FlashHost({ use, className }: FlashHostProps) {
  const { id, text } = use()
  const ref = useRef<HTMLDivElement>(null)
  const shown = text ? id : 0
  // Shown as a popover, because an open dialog is in the browser's top layer, above every z-index. Repeated for every
  // new text, because a dialog may have opened in between. Older web views show the text in place.
  useLayoutEffect(() => {
    const element = ref.current
    if (!shown || !element?.showPopover) return
    element.showPopover()
    return () => {
      if (element.isConnected) element.hidePopover()
    }
  }, [shown])
  return (
    <>
      <p role="status" className="sr-only">
        {text}
      </p>
      {text && (
        <div
          ref={ref}
          key={id}
          popover="manual"
          aria-hidden="true"
          className={`pointer-events-none fixed inset-x-0 bottom-auto z-50 border-0 p-0 ${className}`}
        >
          <p className="px-4.5 py-2.5 text-center text-14">{text}</p>
        </div>
      )}
    </>
  )
}
