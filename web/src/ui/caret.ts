/** Moves the caret behind the existing text, because browsers focus a text area at its start. */
export function putCaretAtEnd(element: Element | null): void {
  if (element instanceof HTMLTextAreaElement) element.setSelectionRange(element.value.length, element.value.length)
}
