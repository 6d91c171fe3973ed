import { createHash } from 'node:crypto'
import { normaliseText } from './normalise'
import type { PartGiven } from './rubric'

/**
 * Hash of an answer that a person scores. Equal only for texts that differ in insignificant spaces, in the width of
 * characters, or in a full stop at the end: graders score equal answers together.
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

/** The normal form turns 10² into 102 and ½ into 1⁄2, so these characters are replaced by their code point. */
const maskSuperscripts = (text: string) =>
  text.replace(/[\p{No}\u2070-\u209f\u02b0-\u02ff\u1d2c-\u1d6a]/gu, (char) => `<${char.codePointAt(0)!.toString(16)}>`)
