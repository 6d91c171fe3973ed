import { use, useEffect, useRef } from 'react'
import { create } from 'zustand'
import { hasModifier, isInField } from '../../ui/key-target'
import { DialogContext, isOnTop } from './open-dialogs'

export interface Shortcut {
  /** `event.key` in lower case; with the prefix `mod+` for Ctrl or ⌘. */
  key: string
  label: string
  group: string
  /** Whether the shortcut works now: not while a dialog covers the component that registered it. */
  works(): boolean
  run(): void
}

export const useShortcuts = create<{ list: Shortcut[] }>()(() => ({ list: [] }))

interface ShortcutOptions {
  group?: string
  enabled?: boolean
  /** Works on the page and in every dialog. */
  everywhere?: boolean
}

/**
 * Registers a shortcut while the component is mounted. It works while the dialog that contains the component is the
 * topmost one; outside of dialogs, while no dialog is open. Of two shortcuts with the same key the newer one runs.
 */
export function useShortcut(key: string, label: string, run: () => void, options: ShortcutOptions = {}): void {
  const { group = '本页', enabled = true, everywhere = false } = options
  const dialog = use(DialogContext)
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!enabled) return
    const works = () => everywhere || isOnTop(dialog?.current ?? null)
    const shortcut: Shortcut = { key, label, group, works, run: () => latest.current() }
    useShortcuts.setState(({ list }) => ({ list: [...list, shortcut] }))
    return () => useShortcuts.setState(({ list }) => ({ list: list.filter((one) => one !== shortcut) }))
  }, [key, label, group, enabled, everywhere, dialog])
}

/** Elements that handle Enter and Space themselves. */
const pressed = 'button, a[href], summary, select, [role="menu"], [role="listbox"], input'

function nameOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  return (event.ctrlKey || event.metaKey) && !event.altKey ? `mod+${key}` : key
}

/** Runs the shortcut of a pressed key. Keys without Ctrl do nothing in fields. */
export function runShortcut(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return
  const name = nameOf(event)
  const found = useShortcuts.getState().list.findLast((one) => one.key === name && one.works())
  const path = event.composedPath()
  if (!found) {
    // Outside of a field, the browser would undo the last input in some field of the page.
    if (name === 'mod+z' && !isInField(path)) event.preventDefault()
    return
  }
  const isWithin = (selector: string) => path.some((one) => one instanceof Element && one.matches(selector))
  if (!name.startsWith('mod+')) {
    if (hasModifier(event) || isInField(path) || isWithin('[role="menu"], [role="listbox"]')) return
    if ((name === 'enter' || name === ' ') && isWithin(pressed)) return
  }
  // In a text field the browser undoes the typing.
  else if (name === 'mod+z' && isInField(path)) return
  event.preventDefault()
  found.run()
}

/** Listens for all shortcuts; called once by the shell. */
export function startShortcuts(): void {
  addEventListener('keydown', runShortcut)
}
