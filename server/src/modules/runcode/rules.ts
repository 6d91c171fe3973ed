/** Limits of stored code and its history steps. */
export const history = {
  /** Saves within this time after the first save of a history step belong to the same step. */
  stepSeconds: 30,
  perCell: 50,
  /** History steps of a user in all cells. Limits disk usage; far above what a learner types. */
  perUser: 2_000,
  cellsPerUser: 1_000,
} as const

interface Saved {
  language: string
  source: string
}

/** Returns how a save changes the history with the given newest step. */
export function historyStep(
  newest: (Saved & { startedAt: number }) | undefined,
  saved: Saved,
  now: number,
): 'none' | 'extend' | 'append' {
  if (!newest) return 'append'
  if (newest.source === saved.source && newest.language === saved.language) return 'none'
  return newest.language === saved.language && now - newest.startedAt < history.stepSeconds ? 'extend' : 'append'
}
