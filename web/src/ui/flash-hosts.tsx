import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useNotify, useToast } from '../state/flash'

/**
 * Lifts something above an open dialog, which lives in the browser's top layer where no z-index reaches. Repeated for
 * every new text, so that it is above a dialog that opened in between; older web views show it in place.
 */
function useTopLayer(ref: RefObject<HTMLElement | null>, id: number) {
  useLayoutEffect(() => {
    const element = ref.current
    if (!id || !element?.showPopover) return
    element.showPopover()
    return () => {
      if (element.isConnected) element.hidePopover()
    }
  }, [ref, id])
}

/** A word in the middle of the screen, 2 s. */
export function ToastHost() {
  const { id, text } = useToast()
  const ref = useRef<HTMLDivElement>(null)
  useTopLayer(ref, text ? id : 0)
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
          className="pointer-events-none fixed inset-x-0 top-[45%] bottom-auto z-50 mx-auto my-0 w-fit max-w-[min(80vw,320px)] animate-rise rounded-card border-0 bg-toast px-4.5 py-2.5 text-center text-14 text-white"
        >
          {text}
        </div>
      )}
    </>
  )
}

/** A message from the top, 3 s. */
export function NotifyHost() {
  const { id, text } = useNotify()
  const ref = useRef<HTMLDivElement>(null)
  useTopLayer(ref, text ? id : 0)
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
          className="pt-safe pointer-events-none fixed inset-x-0 top-0 bottom-auto z-50 m-0 w-full max-w-none animate-drop border-0 bg-primary p-0 text-on-primary"
        >
          <p className="px-4 py-2.5 text-center text-14">{text}</p>
        </div>
      )}
    </>
  )
}
