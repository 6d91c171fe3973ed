import { z } from 'zod'

/**
 * A place in a chapter: where it is, and what is written there, so that it can be found again after edits.
 *
 * `pid` is the block's `data-p`; it survives edits. Offsets count UTF-16 units in the text of that block as the server
 * writes it: runs of white space are one space and none stands at the ends (in `pre` all of it stays but a last line
 * end), a formula is `$source$`, `br` is a space, note marks, `rt` and `rp` are left out, an image is its `alt` and a
 * space, a table cell ends with a space; a block inside another is not part of the outer one's text. The texts of
 * several blocks are joined by a line end, which `exact`, `prefix` and `suffix` therefore may hold; none of them is cut inside a character.
 */
export const Locator = z.object({
  pid: z.string().max(64),
  /** From the start of the block `pid`. */
  start: z.int().min(0),
  /** Where the place ends, if in another block. */
  endPid: z.string().max(64).optional(),
  /** From the start of the block `endPid`, or else `pid`. Equal to `start` for a point. */
  end: z.int().min(0),
  exact: z.string().max(2000),
  prefix: z.string().max(64),
  suffix: z.string().max(64),
})
export type Locator = z.infer<typeof Locator>
