import { createContext, type RefObject, useLayoutEffect } from 'react'
import { create } from 'zustand'

/**
 * Open dialogs, the topmost last. Elements that must stay usable above all dialogs, such as the undo bar, are rendered
 * inside the topmost one.
 */
const useDialogs = create<{ list: HTMLElement[] }>()(() => ({ list: [] }))

export const useTopDialog = () => useDialogs(({ list }) => list.at(-1))

/** The dialog around a component, if there is one. */
export const DialogContext = createContext<RefObject<HTMLElement | null> | null>(null)

/** Counts a dialog among the open ones while `open`. */
export function useOpenDialog(ref: RefObject<HTMLElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    useDialogs.setState(({ list }) => ({ list: [...list, dialog] }))
    return () => useDialogs.setState(({ list }) => ({ list: list.filter((one) => one !== dialog) }))
  }, [open, ref])
}

/** Whether keys of this dialog, or of the page if it is null, work: no other dialog is above it. */
export function isOnTop(dialog: HTMLElement | null): boolean {
  const { list } = useDialogs.getState()
  const opened = document.querySelectorAll('dialog[open]').length
  // Dialogs that are not in the list, such as the palette, have no shortcuts and open above the others.
  return dialog === null ? opened === 0 : opened === list.length && list.at(-1) === dialog
}
