/** Scores typed by a grader: at most two decimals, from 0 to the points of the question. */

const round = (score: number) => Math.round(score * 100) / 100

export const clampScore = (score: number, max: number): number => round(Math.min(max, Math.max(0, score)))

/** Sum of the met rubric points, as the server computes it. */
export function sumOf(rubric: readonly { score: number }[], met: readonly number[], max: number): number {
  const sum = met.reduce((total, point) => total + (rubric[point]?.score ?? 0), 0)
  return clampScore(sum, max)
}

/**
 * Returns the typed text after one more key, outside of an input; null if the key is refused. A digit is appended while
 * the number is at most `max`, otherwise it begins a new number. `.` means a half, and only 5 or 0 may follow, so that
 * `2.5` is never read as 5. Backspace clears the text. Without a text, `.` adds a half to the shown score.
 */
export function appendScoreKey(typed: string, key: string, max: number, shown: number | null = null): string | null {
  if (key === 'Backspace') return ''
  if (key === '.') {
    if (typed.includes('.')) return typed
    const whole = typed === '' ? Math.floor(shown ?? 0) : Number(typed)
    return whole + 0.5 <= max ? `${whole}.` : null
  }
  if (!/^\d$/.test(key)) return typed
  if (typed.endsWith('.')) return key === '5' || key === '0' ? typed + key : null
  // The text already has a decimal, and scores have at most one here.
  if (typed.includes('.')) return null
  const longer = Number(typed + key)
  if (longer <= max) return String(longer)
  return String(Math.min(Number(key), max))
}

/** Score of a text typed with `appendScoreKey`; null for an empty text. */
export function parseTypedScore(typed: string): number | null {
  if (typed === '') return null
  return typed.endsWith('.') ? Number(typed) + 0.5 : Number(typed)
}

/** Parses the text of the score field; null if it is not a valid score. */
export function parseScore(text: string, max: number): number | null {
  if (!/^\d{1,4}(\.\d{0,2})?$/.test(text.trim())) return null
  const score = Number(text)
  return score <= max ? round(score) : null
}
