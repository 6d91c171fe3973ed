import { useEffect, useState } from 'react'
import type { Viewport } from './layout/viewport'
import type { PlacedMark } from './marks/placed'
import { selectedText } from './text/text-index'

/** A stretch of the chapter that something can be done with: just selected, or marked earlier. */
export interface Chosen {
  start: number
  end: number
  box: DOMRect
  mark: PlacedMark | null
}

/** Selecting counts as over after this, in milliseconds: fingers drag its ends. */
const rest = 220

/** What is selected in the text. `choose` is for a highlight that was tapped. */
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
      // A highlight that was tapped has no selection of its own.
      else choose((now) => (now?.mark ? now : null))
    }
    const later = () => {
      clearTimeout(timer)
      if (!pressed) timer = setTimeout(look, rest)
    }
    // While a mouse drags nothing is shown under it.
    const down = ({ pointerType }: PointerEvent) => {
      pressed = pointerType === 'mouse'
    }
    const up = () => {
      pressed = false
      later()
    }
    const moved = () => choose(null)
    document.addEventListener('selectionchange', later)
    document.addEventListener('pointerdown', down)
    document.addEventListener('pointerup', up)
    view.scroller.addEventListener('scroll', moved, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', later)
      document.removeEventListener('pointerdown', down)
      document.removeEventListener('pointerup', up)
      view.scroller.removeEventListener('scroll', moved)
    }
  }, [view])

  return [chosen, choose]
}
