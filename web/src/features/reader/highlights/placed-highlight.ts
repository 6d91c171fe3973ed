import type { Highlight } from '@dxx/contract/calls/reading'
import { anchorLocator } from '@dxx/contract/rules/anchor'
import { locatorRange } from '../text/locator'
import { rangeOf, type TextIndex } from '../text/text-index'

/** A highlight or bookmark with its position in the shown text. */
export interface PlacedHighlight {
  item: Highlight
  start: number
  end: number
  range: Range
  sure: boolean
}

/** Returns the position of a highlight. The server has already anchored highlights whose text changed. */
export function placeHighlight(index: TextIndex, item: Highlight): PlacedHighlight | null {
  if (item.state === 'lost') return null
  const stored = item.state === 'unsure' ? locatorRange(index, item.locator) : null
  const found = stored ? { ...stored, state: 'unsure' as const } : anchorLocator(index, item.locator)
  const range = found && rangeOf(index, found.start, found.end)
  return range && { item, start: found.start, end: found.end, range, sure: found.state === 'sure' }
}
