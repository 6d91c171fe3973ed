import * as z from 'zod'
import { Count } from './shapes'

/**
 * Position in a chapter with its quoted text, so that it can be found again after edits.
 *
 * `pid` is the block's `data-p`, which survives edits. Offsets count UTF-16 units in the text that the server derives
 * from that block:
 * - White space is collapsed to one space and trimmed; `pre` keeps all of it except a final line break.
 * - A formula is `$source$`, `br` is a space, an image is its `alt` and a space, a table cell ends with a space.
 * - Note references, `rt`, `rp` and nested blocks are omitted.
 *
 * The texts of several blocks are joined by a line break, so `exact`, `prefix` and `suffix` may contain one; none of
 * them splits a character.
 */
export const Locator = z.object({
  pid: z.string().max(64),
  /** Offset from the start of block `pid`. */
  start: Count,
  /** Block in which the range ends, if not `pid`. */
  endPid: z.string().max(64).optional(),
  /** Offset from the start of block `endPid`, or of `pid` if there is no `endPid`. Equal to `start` for a point. */
  end: Count,
  exact: z.string().max(2000),
  prefix: z.string().max(64),
  suffix: z.string().max(64),
})
export type Locator = z.infer<typeof Locator>
