import type { Passage } from './retrieve'

/** Below this the materials merely share words with the question. */
const enough = 0.45

/** Whether the materials speak of what was asked, rather than of something near it. */
export function isHeld(passages: readonly Passage[]): boolean {
  return passages.slice(0, 3).some(({ covered }) => covered >= enough)
}
