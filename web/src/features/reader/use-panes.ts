import { useState } from 'react'
import { readStored, writeStored } from '../../state/local-storage'
import { useDesktop, useMedia } from '../../ui/use-media'
import type { LayoutMode } from './theme'

export type Side = 'left' | 'right'
type Choice = Partial<Record<Side, boolean>>

const key = 'dxx-reader-panes'

/** Parses the stored choice; anything else counts as none. */
export function parseChoice(stored: string | null): Choice {
  try {
    const { left, right } = Object(JSON.parse(stored ?? '{}'))
    return { ...(typeof left === 'boolean' && { left }), ...(typeof right === 'boolean' && { right }) }
  } catch {
    return {}
  }
}

/**
 * Which panes are open. Narrow windows start with both closed, whatever the user chose in a wide window. In paged mode
 * the right pane starts closed until the window has room for two columns beside it.
 */
export function openPanes(choice: Choice, width: 'narrow' | 'wide' | 'widest', layoutMode: LayoutMode) {
  if (width === 'narrow') return { left: false, right: false }
  return { left: choice.left ?? true, right: choice.right ?? (layoutMode === 'scroll' || width === 'widest') }
}

/** Leaves one of two open panes in a window too narrow for both; the right one, because the user asked for it last. */
export function fitPanes(open: Record<Side, boolean>, isNarrow: boolean): Record<Side, boolean> {
  return isNarrow && open.right ? { left: false, right: true } : open
}

/** Panes beside the text on desktops, and the function that opens and closes one. */
export function usePanes(layoutMode: LayoutMode) {
  const wide = useMedia('(min-width: 1100px)')
  const widest = useMedia('(min-width: 1760px)')
  const desktop = useDesktop()
  const [choice, setChoice] = useState(() => parseChoice(readStored(key)))
  /** Panes opened in a narrow window; this choice is never stored. */
  const [opened, setOpened] = useState<Choice>({})
  const width = widest ? 'widest' : wide ? 'wide' : 'narrow'
  const panes = { ...openPanes(choice, width, layoutMode), ...(!wide && opened) }

  function set(side: Side, open: boolean): void {
    if (!wide) {
      setOpened(open && !desktop ? { [side]: true } : { ...opened, [side]: open })
      return
    }
    const next = { ...choice, [side]: open }
    setChoice(next)
    writeStored(key, JSON.stringify(next))
  }

  /** Closes panes that cover or narrow the text of a window below 1100 px. Returns whether one was open. */
  function closeOpened(): boolean {
    setOpened({})
    return !wide && (panes.left || panes.right)
  }

  return { panes, set, closeOpened, isNarrow: !desktop }
}
