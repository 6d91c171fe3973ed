import { z } from 'zod'
import { QuestionType } from '../../questions'
import { Id, UnixSeconds } from '../../shapes'

/** Points with at most two decimals. */
export const Points = z.number()

/** `marking`: closed, and a score is still open; `finished`: every score is final. Drafts have a table of their own. */
export const ExamState = z.enum(['scheduled', 'running', 'marking', 'finished', 'withdrawn'])
export type ExamState = z.infer<typeof ExamState>

export const ClassBrief = z.object({ id: Id, name: z.string(), students: z.int() })

/** Another exam that students of the same classes take at the same time. */
export const Clash = z.object({
  id: Id,
  title: z.string(),
  startsAt: UnixSeconds,
  endsAt: UnixSeconds,
  classes: z.array(z.string()),
})
export type Clash = z.infer<typeof Clash>

export const Pause = z.object({ since: UnixSeconds, reason: z.string() })

/** A question of an exam whose scoring was changed. `give`: 送分; `key`: other answers count as right. */
export const RulingKind = z.enum(['void', 'give', 'key', 'original'])
export type RulingKind = z.infer<typeof RulingKind>

/** Reference to a question of a paper, and to one question part of a 材料题. */
export const QuestionPart = z.object({
  question: Id,
  /** Number of the question part, from 0; null for the question itself. */
  part: z.int().min(0).max(99).nullable().default(null),
})

export const QuestionBrief = z.object({
  id: Id,
  type: QuestionType,
  /** Start of the stem as plain text. */
  text: z.string(),
  difficulty: z.int(),
  tags: z.array(z.string()),
  /** Points in its bank. */
  points: Points,
  bank: z.object({ id: Id, title: z.string() }),
  chapter: z.object({ id: Id, title: z.string() }).nullable(),
  /** Expected share of the points, 0 to 1: measured where at least 20 answers are known, otherwise by difficulty. */
  expected: z.number(),
  measured: z.boolean(),
  /** Exams in scope that contain it, newest first, at most 5. */
  usedIn: z.array(z.object({ id: Id, title: z.string(), startsAt: UnixSeconds })),
  /** Number of other exams that contain it. */
  usedElsewhere: z.int(),
  /** Retired from its bank: it cannot be published any more. */
  removed: z.boolean(),
})
export type QuestionBrief = z.infer<typeof QuestionBrief>

export const RoomMessage = z.object({
  id: Id,
  at: UnixSeconds,
  body: z.string(),
  /** Number of addressed students; null for the whole room. */
  to: z.int().nullable(),
})
