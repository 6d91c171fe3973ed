/** Whether keys belong to whatever is being typed in, or to something that is open above the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0]
  if (!(target instanceof Element)) return false
  if (target.closest('textarea, [contenteditable="true"], select, dialog')) return true
  const input = target.closest('input')
  return input !== null && input.type !== 'radio' && input.type !== 'checkbox'
}

const plain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing

/** The option that 1-9 or A-I means, if there is one. */
export function optionOfKey(event: KeyboardEvent, options: readonly string[]): string | undefined {
  if (!plain(event) || event.defaultPrevented || event.repeat || isTyping(event)) return undefined
  const { key } = event
  if (/^[1-9]$/.test(key)) return options[Number(key) - 1]
  if (/^[a-i]$/i.test(key)) return options[key.toLowerCase().charCodeAt(0) - 97]
  return undefined
}

/** Where a key leads in a row of questions: the one before, the next, or nowhere. */
export function stepOfKey(event: KeyboardEvent): -1 | 1 | undefined {
  if (!plain(event) || event.defaultPrevented || event.shiftKey || isTyping(event)) return undefined
  if (event.key === 'ArrowLeft') return -1
  if (event.key === 'ArrowRight') return 1
  // On a button or link, Enter presses it.
  const target = event.composedPath()[0]
  const presses = target instanceof Element && target.closest('button, a, summary, [role="button"]') !== null
  return event.key === 'Enter' && !event.repeat && !presses ? 1 : undefined
}
