import { toast } from '../state/flash'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Reports how many characters of a pasted text do not fit, because browsers silently cut it at `maxlength`. */
export function reportCutPaste(): void {
  document.addEventListener('paste', (event) => {
    const field = event.target
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return
    if (event.defaultPrevented || field.readOnly || field.disabled || field.maxLength < 0) return
    const cut = cutFrom(field, event.clipboardData?.getData('text/plain') ?? '')
    if (cut > 0) toast(`字数超过 ${field.maxLength}，已截去后面 ${cut} 字`)
  })
}

/** Returns the number of pasted characters that exceed `maxlength` after the selection is replaced. */
export function cutFrom(field: TextField, pasted: string): number {
  const text = field instanceof HTMLInputElement ? pasted.replace(/[\r\n]/g, '') : pasted.replace(/\r\n?/g, '\n')
  const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0)
  const room = Math.max(0, field.maxLength - (field.value.length - selected))
  return Math.max(0, text.length - room)
}
