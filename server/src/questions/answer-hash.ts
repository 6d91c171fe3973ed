import { createHash } from 'node:crypto'
import { normaliseText } from './normalise'
import type { PartGiven } from './rubric'

/**
 * Hash of an answer for manual grading: graders score answers with the same hash together. Two texts have the same hash
 * only if they differ at most in insignificant spaces, character width or a final full stop.
 */
export function answerHash(given: PartGiven | null): string {
  const text =
    given?.type === 'short'
      ? normaliseText(maskSuperscripts(given.text), true).replace(/[。.]+$/u, '')
      : given?.type === 'code'
        ? given.source.replace(/[ \t]+$/gm, '').trim()
        : JSON.stringify(given)
  return createHash('md5').update(text).digest('hex')
}

/** Normalising would turn 10² into 102 and ½ into 1⁄2, so these characters are first replaced by their code points. */
const maskSuperscripts = (text: string) =>
  text.replace(/[\p{No}\u2070-\u209f\u02b0-\u02ff\u1d2c-\u1d6a]/gu, (char) => `<${char.codePointAt(0)!.toString(16)}>`)
