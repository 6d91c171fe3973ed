import type { Chapter } from '@dxx/contract/calls/study'
import type { RefObject } from 'react'
import type { ChapterHandle } from './chapter-view'
import type { LayoutMode } from './theme'
import { useTurning } from './use-turning'

interface ReaderMoves {
  active: boolean
  chapter: Chapter
  layoutMode: LayoutMode
  handle: RefObject<ChapterHandle | null>
  onOpen(chapterId: string, to: 'start' | 'end'): void
  /** Called before a page is turned, to hide bars and panels. */
  onTurn(): void
}

/** Whether a page or a chapter follows in a direction. True until the current page is known. */
export function canTurn(
  { previous, next }: Pick<Chapter, 'previous' | 'next'>,
  seen: { page: number; pages: number } | null,
  step: 1 | -1,
): boolean {
  if (!seen || (step > 0 ? next : previous)) return true
  return step > 0 ? seen.page < seen.pages - 1 : seen.page > 0
}

/** Turns pages by taps, keys, swipes and the wheel; beyond the ends of a chapter, the previous or next chapter opens. */
export function useReaderMoves({ active, chapter, layoutMode, handle, onOpen, onTurn }: ReaderMoves) {
  function turn(step: 1 | -1) {
    onTurn()
    if (handle.current?.turn(step)) return
    const next = step > 0 ? chapter.next : chapter.previous
    if (next) onOpen(next.id, step > 0 ? 'start' : 'end')
  }

  const gestures = useTurning({
    active,
    rtl: chapter.rightToLeft || chapter.vertical,
    paged: layoutMode === 'pages',
    turn,
    toEdge: (end) => handle.current?.show(end ? 'end' : 0),
  })

  return {
    gestures,
    turn,
    /** Turns the page if the tap is at an edge. Returns false for a tap in the middle. */
    turnAtEdge: (box: DOMRect, x: number): boolean => {
      const across = (x - box.left) / box.width
      const edge = layoutMode === 'pages' ? (across < 0.28 ? -1 : across > 0.72 ? 1 : 0) : 0
      if (edge) turn((chapter.rightToLeft ? -edge : edge) as 1 | -1)
      return edge !== 0
    },
  }
}
