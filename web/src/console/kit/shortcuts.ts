import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { hasModifier, isTyping } from '../../ui/key-target'

export interface Shortcut {
  /** `event.key` in lower case; with the prefix `mod+` for Ctrl or ⌘. */
  key: string
  label: string
  group: string
  run(): void
}

export const useShortcuts = create<{ list: Shortcut[] }>()(() => ({ list: [] }))

interface ShortcutOptions {
  group?: string
  enabled?: boolean
}

/** Registers a shortcut while the component is mounted. Of two shortcuts with the same key the newer one runs. */
export function useShortcut(key: string, label: string, run: () => void, options: ShortcutOptions = {}): void {
  const { group = '本页', enabled = true } = options
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!enabled) return
    const shortcut: Shortcut = { key, label, group, run: () => latest.current() }
    useShortcuts.setState(({ list }) => ({ list: [...list, shortcut] }))
    return () => useShortcuts.setState(({ list }) => ({ list: list.filter((one) => one !== shortcut) }))
  }, [key, label, group, enabled])
}

/** Elements that handle Enter and Space themselves. */
const pressed = 'button, a[href], summary, select, [role="menu"], [role="listbox"], input'

function nameOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  return (event.ctrlKey || event.metaKey) && !event.altKey ? `mod+${key}` : key
}

/** Runs the shortcut of a pressed key. Keys without Ctrl do nothing in fields and while a dialog is open. */
export function runShortcut(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return
  const name = nameOf(event)
  const found = useShortcuts.getState().list.findLast(({ key }) => key === name)
  const path = event.composedPath()
  if (!found) {
    // Outside of a field, the browser would undo the last typing in any field of the page.
    if (name === 'mod+z' && !isTyping(event, path)) event.preventDefault()
    return
  }
  const isWithin = (selector: string) => path.some((one) => one instanceof Element && one.matches(selector))
  if (!name.startsWith('mod+')) {
    if (hasModifier(event) || isTyping(event, path) || isWithin('[role="menu"], [role="listbox"]')) return
    // A dialog loses the focus when its focused button is disabled; the page behind it must still not react.
    if (document.querySelector('dialog[open]')) return
    if ((name === 'enter' || name === ' ') && isWithin(pressed)) return
  } else if (isWithin('dialog') && name !== 'mod+k') return
  // In a text field the browser undoes the typing.
  else if (name === 'mod+z' && isTyping(event, path)) return
  event.preventDefault()
  found.run()
}

/** Listens for all shortcuts; called once by the shell. */
export function startShortcuts(): void {
  addEventListener('keydown', runShortcut)
}
