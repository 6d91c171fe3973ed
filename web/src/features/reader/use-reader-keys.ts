import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../ui/key-target'
import type { ChapterHandle } from './chapter-view'
import { sentenceAt } from './text/locator'
import { rangeOf, selectedText } from './text/text-index'

interface ReaderKeys {
  active: boolean
  handle: RefObject<ChapterHandle | null>
  /** Closes the topmost panel or menu. Returns whether one was open. */
  onEscape(): boolean
  onPane(side: 'left' | 'right'): void
  /** Opens the search in the book. */
  onSearch(): void
}

const moves: Record<string, readonly ['forward' | 'backward', 'character' | 'line']> = {
  ArrowRight: ['forward', 'character'],
  ArrowLeft: ['backward', 'character'],
  ArrowDown: ['forward', 'line'],
  ArrowUp: ['backward', 'line'],
}

/** Keys of the reader besides turning pages: selecting text, searching, closing panels and collapsing panes. */
export function useReaderKeys({ active, handle, onEscape, onPane, onSearch }: ReaderKeys): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.metaKey || document.querySelector('dialog[open]')) return
    const closes = event.key === 'Escape'
    if (isTyping(event) && !(closes && isEmptySearch(event.target))) return
    if (closes) {
      if (onEscape()) event.preventDefault()
      // The closed panel may have had the focus, so the focus moves on. Waits for the render that removes the panel.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) handle.current?.view?.scroller.focus({ preventScroll: true })
      })
    } else if (event.key === '[' || event.key === ']') {
      if (event.ctrlKey || event.altKey) return
      onPane(event.key === '[' ? 'left' : 'right')
      event.preventDefault()
    } else if (event.key === '/' && !event.ctrlKey && !event.altKey) {
      onSearch()
      event.preventDefault()
    } else if (moves[event.key] && handle.current && select(handle.current, event)) event.preventDefault()
  })

  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [active])
}

/** Whether a key event comes from a search input that is empty, so that Escape has nothing to clear in it. */
const isEmptySearch = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value === ''

/**
 * Selects text by keys and returns whether the key was used. Shift with arrows extends the selection (with Ctrl by
 * words), beginning at the first visible character. While text is selected, ArrowUp and ArrowDown select the previous
 * or next sentence.
 */
function select({ view }: ChapterHandle, { key, shiftKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  const selection = document.getSelection()
  if (!view || !selection?.modify) return false
  const [direction, unit] = moves[key]!
  const inText = selection.rangeCount > 0 && view.index.root.contains(selection.anchorNode)
  if (shiftKey) {
    if (!inText) collapseTo(selection, rangeOf(view.index, view.firstSeen(), view.firstSeen() + 1))
    selection.modify('extend', direction, (ctrlKey || altKey) && unit === 'character' ? 'word' : unit)
    return true
  }
  if (unit !== 'line' || ctrlKey || altKey || !inText || selection.isCollapsed) return false
  const chosen = selectedText(view.index, selection.getRangeAt(0))
  if (!chosen) return false
  const from = direction === 'forward' ? chosen.end : sentenceAt(view.index, chosen.start).start - 2
  const { start, end } = sentenceAt(view.index, Math.max(0, from))
  const range = rangeOf(view.index, start, end)
  if (range) {
    selection.removeAllRanges()
    selection.addRange(range)
  }
  return true
}

function collapseTo(selection: Selection, range: Range | null): void {
  if (range) selection.collapse(range.startContainer, range.startOffset)
}
