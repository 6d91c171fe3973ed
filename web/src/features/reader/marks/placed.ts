import type { Highlight } from '@dxx/contract/calls/reading'
import { anchor } from '../text/anchor'
import { positionOf } from '../text/locator'
import { rangeOf, type TextIndex } from '../text/text-index'

/** A highlight or bookmark, and where it stands in the text that is shown. */
export interface PlacedMark {
  item: Highlight
  start: number
  end: number
  range: Range
  sure: boolean
}

/** The server has already looked for those whose text changed; here they are put where it found them. */
export function placeMark(index: TextIndex, item: Highlight): PlacedMark | null {
  if (item.state === 'lost') return null
  const told = item.state === 'unsure' ? positionOf(index, item.locator) : null
  const found = told ? { ...told, sure: false } : anchor(index, item.locator)
  const range = found && rangeOf(index, found.start, found.end)
  return range && { item, ...found, range }
}
