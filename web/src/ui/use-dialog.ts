import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { closeByBack } from '../router/navigation'
import { putCaretAtEnd } from './caret'

/** Fields that get the initial focus. A search over a list is excluded: its keyboard would cover the list. */
const field =
  '[data-autofocus], textarea, input:not([type=search], [type=checkbox], [type=radio], [type=file], [type=range])'

/**
 * Native modal <dialog> that follows `open`. The effect's cleanup closes it, so that a page that is hidden or left with
 * an open dialog releases the screen, and the focus returns to its origin.
 */
export function useDialog(open: boolean, onEscape: () => void) {
  const ref: RefObject<HTMLDialogElement | null> = useRef(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const opener = document.activeElement
    if (dialog.showModal) {
      dialog.showModal()
    } else {
      // Web views without modal dialogs: shown in place, still usable.
      dialog.setAttribute('open', '')
    }
    focusFirst(dialog)
    return () => {
      if (dialog.close) dialog.close()
      else dialog.removeAttribute('open')
      // After the commit, since React restores the focus during it; skipped if another element took the focus.
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
    // The state decides, not the browser: it may resolve with 取消 first.
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  }

  return {
    ref,
    /** Android's back gesture arrives as a cancel event, Esc as a key. */
    onCancel: dismiss,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.nativeEvent.isComposing) dismiss(event)
    },
  }
}

/**
 * Focuses the text field if there is one. Otherwise the content named by `data-dialog-content`, so that Space scrolls
 * it: on the × it would close the dialog. Confirmations keep the browser's choice, their first button.
 */
function focusFirst(dialog: HTMLDialogElement): void {
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector)
  const first = find(field) ?? find('[data-dialog-content]')
  if (first) {
    first.focus({ preventScroll: true })
    putCaretAtEnd(first)
  } else if (!dialog.contains(document.activeElement)) find('button, a[href]')?.focus()
}
