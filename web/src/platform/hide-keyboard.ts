/** Hides the on-screen keyboard after a search, because it would cover the results. A real keyboard keeps its focus. */
export function hideKeyboard(): void {
  const { activeElement } = document
  if (window.matchMedia?.('(pointer: coarse)').matches && activeElement instanceof HTMLElement) activeElement.blur()
}
