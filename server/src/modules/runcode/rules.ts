/** How much typed code is kept, and what counts as one step of its history. */
export const history = {
  /** Saves within this time of a step's first are the same step. */
  stepSeconds: 30,
  perCell: 50,
  /** Across all cells, so that nobody fills the disk; far above what a learner types. */
  perUser: 2_000,
  cellsPerUser: 1_000,
} as const

interface Saved {
  language: string
  source: string
}

/** What a save does to the history whose newest step is given. */
export function historyStep(
  newest: (Saved & { startedAt: number }) | undefined,
  saved: Saved,
  now: number,
): 'none' | 'extend' | 'append' {
  if (!newest) return 'append'
  if (newest.source === saved.source && newest.language === saved.language) return 'none'
  return newest.language === saved.language && now - newest.startedAt < history.stepSeconds ? 'extend' : 'append'
}
