import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasModifier, isTyping } from '../../ui/key-target'
import type { PlacedHighlight } from './highlights/placed-highlight'
import type { Viewport } from './layout/viewport'
import { selectedText } from './text/text-index'

/** Character range for which the menu is shown: a selection or an existing highlight. */
export interface Chosen {
  start: number
  end: number
  box: DOMRect
  mark: PlacedHighlight | null
}

/** Milliseconds after which a selection counts as finished, because touch users drag its ends. */
const rest = 220

/** Keys of the menu that work at once. */
const menuKey = /^[hn1-5]$/

/** Current selection in the text. `choose` selects a tapped highlight. */
export function useSelection(view: Viewport | null): [Chosen | null, (chosen: Chosen | null) => void] {
  const [chosen, choose] = useState<Chosen | null>(null)

  useEffect(() => {
    if (!view) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let pressed = false
    const look = () => {
      const selection = document.getSelection()
      const range = selection?.rangeCount ? selection.getRangeAt(0) : null
      const part = range && !range.collapsed ? selectedText(view.index, range) : null
      if (part && range) choose({ ...part, box: range.getBoundingClientRect(), mark: null })
      // Keeps the menu of a tapped highlight, which has no native selection.
      else choose((now) => (now?.mark ? now : null))
    }
    const schedule = () => {
      clearTimeout(timer)
      if (!pressed) timer = setTimeout(look, rest)
    }
    // No menu while a mouse is dragging.
    const down = ({ pointerType }: PointerEvent) => {
      pressed = pointerType === 'mouse'
    }
    const up = () => {
      pressed = false
      schedule()
    }
    // A key of the menu right after the selection does not wait until the selection counts as finished.
    const press = (event: KeyboardEvent) => {
      if (!menuKey.test(event.key) || hasModifier(event) || isTyping(event)) return
      if (document.getSelection()?.isCollapsed !== false) return
      clearTimeout(timer)
      flushSync(look)
    }
    // The menu appears at the selection again when scrolling ends.
    const moved = () => {
      choose(null)
      schedule()
    }
    document.addEventListener('selectionchange', schedule)
    document.addEventListener('pointerdown', down)
    addEventListener('keydown', press, { capture: true })
    document.addEventListener('pointerup', up)
    view.scroller.addEventListener('scroll', moved, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', schedule)
      document.removeEventListener('pointerdown', down)
      removeEventListener('keydown', press, { capture: true })
      document.removeEventListener('pointerup', up)
      view.scroller.removeEventListener('scroll', moved)
    }
  }, [view])

  return [chosen, choose]
}
