import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { closeByBack } from '../router/navigation'
import { putCaretAtEnd } from './caret'

/** Fields that get the initial focus. Not a search field above a list, because the keyboard would cover the list. */
const field =
  '[data-autofocus], textarea, input:not([type=search], [type=checkbox], [type=radio], [type=file], [type=range])'

/**
 * Opens and closes a native modal <dialog> with `open`. The cleanup of the effect closes the dialog and returns the
 * focus to the opener, also if the page is hidden or left while the dialog is open.
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
      // Web views without modal dialogs show the dialog in place, where it is still usable.
      dialog.setAttribute('open', '')
    }
    focusFirst(dialog)
    return () => {
      if (dialog.close) dialog.close()
      else dialog.removeAttribute('open')
      // After React's commit, which restores the focus itself; skipped if another element has taken the focus.
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
    // The browser must not close the dialog by itself, because onEscape decides, for example by answering 取消.
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  }

  return {
    ref,
    /** Android's back gesture triggers a cancel event, Esc a key event. */
    onCancel: dismiss,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.nativeEvent.isComposing) dismiss(event)
    },
  }
}

/**
 * Focuses the first text field, or else the element with `data-dialog-content`, so that Space scrolls the content; in
 * confirmations the first button. Never × or a link in the text: Space would close the dialog, Enter leave the page.
 */
function focusFirst(dialog: HTMLDialogElement): void {
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector)
  const first = find(field) ?? find('[data-dialog-content]') ?? find('button:not([aria-label="关闭"])')
  if (first) {
    first.focus({ preventScroll: true })
    putCaretAtEnd(first)
  } else if (!dialog.contains(document.activeElement)) find('button, a[href]')?.focus()
}
