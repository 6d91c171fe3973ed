import { useLayoutEffect, useRef } from 'react'
import type { useToast } from '../state/flash'

interface FlashHostProps {
  /** Hook of the texts to show; a host keeps its hook. */
  use: typeof useToast
  /** Position and colours. */
  className: string
}

/** Shows short texts that go away by themselves. */
export function FlashHost({ use, className }: FlashHostProps) {
  const { id, text } = use()
  const ref = useRef<HTMLDivElement>(null)
  const shown = text ? id : 0
  // Above an open dialog, which lives in the browser's top layer where no z-index reaches. Repeated for every new text,
  // since a dialog may have opened in between; older web views show it in place.
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
