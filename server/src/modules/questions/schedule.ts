import { createEmptyCard, fsrs, type Grade, Rating, State } from 'ts-fsrs'

/** Review schedule of a wrong question by the FSRS memory model. */
export interface Schedule {
  dueAt: number
  /** Days until the probability of recall falls to 90 %. */
  stability: number
  hardness: number
  reviews: number
  lapses: number
  reviewedAt: number | null
}

/** Number of consecutive right answers, each given when due, after which a question leaves 错题本. */
export const rightAnswersToLeave = 3

// Whole days, because students practise once a day. Without random fuzz, because all servers must compute the same
// date.
const model = fsrs({ enable_fuzz: false, enable_short_term: false })

const grades = { wrong: Rating.Again, partial: Rating.Hard, right: Rating.Good } as const satisfies Record<
  string,
  Grade
>

export function review(before: Schedule | null, verdict: keyof typeof grades, now: number): Schedule {
  const at = new Date(now * 1000)
  const known = before?.reviewedAt != null ? before : null
  const card = known
    ? {
        ...createEmptyCard(at),
        due: new Date(known.dueAt * 1000),
        stability: known.stability,
        difficulty: known.hardness,
        reps: known.reviews,
        lapses: known.lapses,
        state: State.Review,
        last_review: new Date(known.reviewedAt! * 1000),
      }
    : createEmptyCard(at)
  const { card: next } = model.next(card, at, grades[verdict])
  return {
    dueAt: Math.floor(next.due.getTime() / 1000),
    stability: next.stability,
    hardness: next.difficulty,
    reviews: next.reps,
    lapses: next.lapses,
    reviewedAt: now,
  }
}

interface Remembered {
  /** Schedule of a question that was answered wrong once. */
  stability: number | null
  reviewedAt: number | null
  /** Last right answer. */
  rightAt: number | null
}

/** Probability that a student still remembers a question; 0 if it was never answered. */
export function recallOf({ stability, reviewedAt, rightAt }: Remembered, now: number): number {
  if (stability !== null && stability > 0 && reviewedAt !== null)
    return model.forgetting_curve(Math.max(0, now - reviewedAt) / 86_400, stability)
  if (rightAt === null) return 0
  return model.forgetting_curve(Math.max(0, now - rightAt) / 86_400, review(null, 'right', rightAt).stability)
}
