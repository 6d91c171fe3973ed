const typed = 'input:not([type=checkbox], [type=radio], [type=file], [type=range]), textarea, [contenteditable=true]'

/** Scrolls the focused field into the window above the keyboard, with the button that submits it if both fit. */
export function showField(): void {
  const focused = document.activeElement
  // The focused field of the code editor is in a shadow root.
  const field = focused?.shadowRoot?.activeElement ?? focused
  if (!field?.matches(typed)) return
  // Scrolls the button into view before the field, so that the field is visible if there is no room for both.
  field.closest('form')?.querySelector('[type=submit]')?.scrollIntoView({ block: 'nearest' })
  const line = field.querySelector('.cm-activeLine')
  // Scrolls the line into the middle, because the lines around it are read while typing, and the bar of symbols covers
  // the lower edge.
  if (line) line.scrollIntoView({ block: 'center' })
  else field.scrollIntoView({ block: 'nearest' })
}
