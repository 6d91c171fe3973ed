import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { closeByBack } from '../router/navigation'

/**
 * A native modal <dialog> that follows `open`. Closing it belongs to the effect's clean-up, so a page that is hidden or
 * leaves while its dialog is open gives the screen back, and focus returns to where it came from.
 */
export function useDialog(open: boolean, onEscape: () => void) {
  const ref: RefObject<HTMLDialogElement | null> = useRef(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const opener = document.activeElement
    if (dialog.showModal) {
      dialog.showModal()
      // The browser takes the first thing that can have it; a ring around a link in the text would look like a mistake.
      if (document.activeElement?.matches('a')) {
        dialog.tabIndex = -1
        dialog.focus()
      }
    } else {
      // Web views without modal dialogs: shown in place, which is still usable.
      dialog.setAttribute('open', '')
      ;(dialog.querySelector<HTMLElement>('[autofocus], button, input, a[href]') ?? dialog).focus()
    }
    return () => {
      if (dialog.close) dialog.close()
      else dialog.removeAttribute('open')
      // After the commit: within it React puts the focus back where it was. And not if something else took it meanwhile.
      queueMicrotask(() => {
        const focused = document.activeElement
        const free = !focused || focused === document.body || dialog.contains(focused)
        if (free && !dialog.open && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    }
  }, [open])

  const leave = useRef(onEscape)
  useEffect(() => {
    leave.current = onEscape
  })
  useEffect(() => (open ? closeByBack(() => leave.current()) : undefined), [open])

  const dismiss = (event: SyntheticEvent) => {
    // The state decides, not the browser: it may want to answer 取消 first.
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  }

  return {
    ref,
    /** Android's back gesture arrives as a cancel event, the keyboard's Esc as a key. */
    onCancel: dismiss,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.nativeEvent.isComposing) dismiss(event)
    },
  }
}
