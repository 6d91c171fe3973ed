import { createHash } from 'node:crypto'
import { normaliseText } from './normalise'
import type { PartGiven } from './rubric'

/** Hash of an answer that a person scores: equal for texts that differ only in spaces, case, width and punctuation marks. */
export function answerHash(given: PartGiven | null): string {
  const text =
    given?.type === 'short'
      ? normaliseText(given.text, false).replace(/[\s\p{P}]/gu, '')
      : given?.type === 'code'
        ? given.source.replace(/[ \t]+$/gm, '').trim()
        : JSON.stringify(given)
  return createHash('md5').update(text).digest('hex')
}
