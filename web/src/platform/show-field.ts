const typed = 'input:not([type=checkbox], [type=radio], [type=file], [type=range]), textarea, [contenteditable=true]'

/** Scrolls the focused field into the window above the keyboard, with the button that submits it if both fit. */
export function showField(): void {
  const focused = document.activeElement
  // The code editor lives in a shadow root.
  const field = focused?.shadowRoot?.activeElement ?? focused
  if (!field?.matches(typed)) return
  // The button first, so that the field wins where there is no room for both.
  field.closest('form')?.querySelector('[type=submit]')?.scrollIntoView({ block: 'nearest' })
  const line = field.querySelector('.cm-activeLine')
  // In the middle: the lines around it are read while typing, and the bar of symbols covers the lower edge.
  if (line) line.scrollIntoView({ block: 'center' })
  else field.scrollIntoView({ block: 'nearest' })
}
