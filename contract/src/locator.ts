import { z } from 'zod'
import { Count } from './shapes'

/**
 * Position in a chapter with its quoted text, so that it can be anchored again after edits.
 *
 * `pid` is the block's `data-p`; it survives edits. Offsets count UTF-16 units in the text of that block as the server
 * writes it: white space is collapsed to one space and trimmed (`pre` keeps all but a last line break), a formula is
 * `$source$`, `br` is a space, note references, `rt` and `rp` are omitted, an image is its `alt` and a space, a table
 * cell ends with a space; a nested block is not part of the outer block's text. The texts of several blocks are joined
 * by a line break, so `exact`, `prefix` and `suffix` may contain one; none of them splits a character.
 */
export const Locator = z.object({
  pid: z.string().max(64),
  /** Offset from the start of block `pid`. */
  start: Count,
  /** Block in which the range ends, if different. */
  endPid: z.string().max(64).optional(),
  /** Offset from the start of block `endPid`, or else `pid`. Equal to `start` for a point. */
  end: Count,
  exact: z.string().max(2000),
  prefix: z.string().max(64),
  suffix: z.string().max(64),
})
export type Locator = z.infer<typeof Locator>
