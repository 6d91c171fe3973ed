import { useEffect, useRef } from 'react'

/** What an editor shows of its text. Lines count from 1, with a fraction for the way to the next line. */
export interface EditorPlace {
  /** Line at `share` of the editor's height. */
  line: number
  /** Number of lines of the text. */
  lines: number
  /** Scrolled share of the text: 0 at its start, 1 at its end. */
  share: number
  /** Line of the cursor; null if the cursor is not visible. */
  cursor: number | null
}

/** Passes the place of an editor to the preview beside it without rendering either. */
export class FollowedEditor {
  private place: EditorPlace | null = null
  private follow: (place: EditorPlace) => void = () => {}

  move(place: EditorPlace): void {
    this.place = place
    this.follow(place)
  }

  /** Calls `follow` now and at each move; only the last follower is called. */
  connect(follow: (place: EditorPlace) => void): void {
    this.follow = follow
    if (this.place) follow(this.place)
  }
}

interface BlockTop {
  line: number
  top: number
}

/** Height at which a line is shown. `blocks` are in the order of the text; between two of them, lines are spread evenly. */
export function topOfLine(blocks: readonly BlockTop[], line: number): number {
  const at = blocks.findLastIndex((block) => block.line <= line)
  const [block, next] = [blocks[at], blocks[at + 1]]
  if (!block) return 0
  if (!next || next.line === block.line) return block.top
  return block.top + ((line - block.line) / (next.line - block.line)) * (next.top - block.top)
}

/** Scroll position that shows the same part of the text; the line of the cursor stays in the window. */
export function scrollTopOf(place: EditorPlace, blocks: readonly BlockTop[], height: number): number {
  const top = topOfLine(blocks, place.line) - place.share * height
  if (place.cursor === null) return top
  const margin = 16
  const lowest = topOfLine(blocks, place.cursor) - margin
  const highest = topOfLine(blocks, place.cursor + 1) - height + margin
  return Math.min(Math.max(top, highest), lowest)
}

/**
 * Scrolls a preview with its editor. Returns the ref of the scrolled element, which contains the rendered text;
 * `blockLines` are the source lines of the elements of the text.
 */
export function useFollowedEditor(editor: FollowedEditor | undefined, blockLines: readonly number[]) {
  const scroller = useRef<HTMLDivElement>(null)
  // Without dependencies, because each rendering may change heights.
  useEffect(() => {
    const window = scroller.current
    if (!editor || !window) return
    editor.connect((place) => {
      window.scrollTop = scrollTopOf(place, blockTops(window, blockLines, place.lines), window.clientHeight)
    })
  })
  return scroller
}

function blockTops(window: HTMLElement, blockLines: readonly number[], lines: number): BlockTop[] {
  const start = window.getBoundingClientRect().top - window.scrollTop
  const elements = [...(window.querySelector('.prose')?.children ?? [])]
    // What the preview adds to the text; a hidden element is shown by the one that was added after it.
    .filter((element) => (element as HTMLElement).dataset.mount === undefined)
    .map((element) => ((element as HTMLElement).hidden ? (element.nextElementSibling ?? element) : element))
  return [
    { line: 1, top: 0 },
    ...blockLines.slice(0, elements.length).map((line, at) => ({
      line,
      top: elements[at]!.getBoundingClientRect().top - start,
    })),
    { line: lines + 1, top: window.scrollHeight },
  ]
}
