/**
 * Minimum number of first answers for students to see how others answered: with fewer, one answer changes the share too
 * much.
 */
export const studentStatisticsFrom = 30

/**
 * Difficulties on the scale of a calibration for the author's levels 1 to 5: shares of the points of 0.9, 0.8, 0.65, 0.5
 * and 0.35 among students whose abilities are normal.
 */
export const levelDifficulties = [-2.55, -1.61, -0.72, 0, 0.72] as const

/** Level from 1 to 5 whose difficulty is nearest. */
export function nearestLevel(difficulty: number): number {
  const distances = levelDifficulties.map((level) => Math.abs(level - difficulty))
  return distances.indexOf(Math.min(...distances)) + 1
}
