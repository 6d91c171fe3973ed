/** Lets typing continue an existing text: browsers focus a text area at its start. */
export function putCaretAtEnd(element: Element | null): void {
  if (element instanceof HTMLTextAreaElement) element.setSelectionRange(element.value.length, element.value.length)
}
