import type { Locator } from '@dxx/contract/locator'
import { type AnchorState, anchorLocator, chapterText, type Position, positionAt } from '@dxx/contract/rules/anchor'

export interface Block {
  pid: string
  text: string
}

type HighlightState = AnchorState | 'lost'

export interface AnchoredPosition {
  place: Position
  state: HighlightState
}

/** Finds the position of a locator in a chapter's blocks. If the text is not found, the last position is returned. */
export function anchorInBlocks(blocks: readonly Block[], locator: Locator, hint: Position = locator): AnchoredPosition {
  const chapter = chapterText(blocks)
  const found = anchorLocator(chapter, locator, hint)
  if (found) return { place: positionAt(chapter, found.start, found.end), state: found.state }
  const { pid, start, endPid, end } = hint
  return { place: { pid, start, ...(endPid && { endPid }), end }, state: 'lost' }
}
