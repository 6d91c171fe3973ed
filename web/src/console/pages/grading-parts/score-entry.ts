/** Scores as typed by a grader: hundredths at most, between 0 and the points of the question. */

const round = (score: number) => Math.round(score * 100) / 100

export const clampScore = (score: number, max: number): number => round(Math.min(max, Math.max(0, score)))

/** Sum of the met rubric points, as the server computes it. */
export function sumOf(rubric: readonly { score: number }[], met: readonly number[], max: number): number {
  const sum = met.reduce((total, point) => total + (rubric[point]?.score ?? 0), 0)
  return clampScore(sum, max)
}

/**
 * Score after a key. Digits are appended while the number fits, otherwise they begin a new one; `.` adds a half;
 * Backspace clears.
 */
export function typeScore(score: number | null, key: string, max: number): number | null {
  if (key === 'Backspace') return null
  if (key === '.') {
    const whole = Math.floor(score ?? 0)
    return whole + 0.5 <= max ? whole + 0.5 : score
  }
  if (!/^\d$/.test(key)) return score
  const digit = Number(key)
  const longer = score !== null && Number.isInteger(score) ? score * 10 + digit : digit
  if (longer <= max) return longer
  return digit <= max ? digit : max
}

/** A typed text as a score; null while it is none. */
export function parseScore(text: string, max: number): number | null {
  if (!/^\d{1,4}(\.\d{0,2})?$/.test(text.trim())) return null
  const score = Number(text)
  return score <= max ? round(score) : null
}
