import { useState } from 'react'

/**
 * Dialog around an element, given by its ref. A modal dialog makes everything outside of it inert, so menus and lists
 * that open from a button of a dialog are drawn inside the dialog.
 */
export function useContainingDialog() {
  const [element, setElement] = useState<Element | null>(null)
  return [setElement, element?.closest('dialog') ?? undefined] as const
}
