import * as z from 'zod'
import { QuestionType } from '../../questions'
import { Id, UnixSeconds } from '../../shapes'

/** Points with at most two decimals. */
export const Points = z.number()

/** `marking`: over, but a score is still open; `finished`: every score is final. Drafts are not exams yet. */
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

const Share = z.number().min(0).max(1)

/** Number of questions; null: no bound. */
const TagCount = z.int().min(0).max(500).nullable()

/** Rules for the papers of an exam whose sections are drawn; null: as even as the pool allows. */
export const PaperRules = z.object({
  /** Largest share of the papers that may contain the same drawn question. */
  exposure: Share.min(0.01).nullable(),
  /** Largest share of the drawn questions that two papers may have in common. */
  overlap: Share.nullable(),
  /** Largest share of the drawn questions that a paper may have in common with any paper of the classes' earlier exams. */
  repeated: Share.nullable(),
  /** Groups of questions of which a paper has at most one. */
  enemies: z.array(z.array(Id).min(2).max(50)).max(100, { error: '最多 100 组互斥题' }),
  /** Bounds on the questions of a paper with a knowledge point (tag); absent in rules from before this choice. */
  tags: z
    .array(z.object({ tag: z.string().min(1).max(30), min: TagCount, max: TagCount }))
    .max(50, { error: '最多限定 50 个知识点' })
    .optional(),
  /** Whether the totals are converted to the scale of the first paper. */
  equated: z.boolean(),
})
export type PaperRules = z.infer<typeof PaperRules>
export type TagBound = NonNullable<PaperRules['tags']>[number]

/** Papers of students who get different questions, and how much they differ. */
export const FormsSummary = z.object({
  /** Whether totals are converted; absent in exams from before this choice. */
  equated: z.boolean().optional(),
  count: z.int(),
  /** Largest difference of the expected score at any ability, as a share of the points. */
  scoreRange: z.number(),
  /** Largest difference of the standard error at any ability, as a share. */
  errorRange: z.number(),
  /** Largest number of drawn questions that two papers have in common, of `drawn`. */
  overlap: z.int(),
  drawn: z.int(),
  /** Largest share of the papers that contain one question. */
  exposure: z.number(),
})
export type FormsSummary = z.infer<typeof FormsSummary>

/** A section of a paper for staff, which contains the next `count` questions. */
export const StaffPaperSection = z.object({
  title: z.string(),
  count: z.int(),
  points: Points,
  /** Number of questions that each student gets; absent if all. */
  draw: z.int().optional(),
})

export const Pause = z.object({ since: UnixSeconds, reason: z.string() })

/** How the scoring of a question was changed; see `Ruling` in exam-regrade.ts. `give` is 送分. */
export const RulingKind = z.enum(['void', 'give', 'key', 'original'])
export type RulingKind = z.infer<typeof RulingKind>

/** Reference to a question of a paper, or to one question part of a 材料题. */
export const QuestionPart = z.object({
  question: Id,
  /** Number of the question part, from 0; null for the question itself. */
  part: z.int().min(0).max(99).nullable().default(null),
})

const Interval = z.object({ low: z.number(), high: z.number() })

/** Statistics of a question from the first answer of each user, for exams, chapter tests and practice apart. */
export const ItemStatistics = z.object({
  kind: z.enum(['exam', 'test', 'practice']),
  answers: z.int(),
  /** Average share of the points, 0 to 1, with its 95 % interval. */
  share: z.number(),
  interval: Interval,
  /** Correlation with the other questions of the same paper, with its 95 % interval; null for practice. */
  discrimination: z.number().nullable(),
  discriminationInterval: Interval.nullable(),
  /** Null where times are not measured: in chapter tests. */
  medianSeconds: z.number().nullable(),
  /** Options of the question or, with `part` from 0, of its question parts, with the share of answers that chose them. */
  options: z.array(
    z.object({
      part: z.int().nullable(),
      label: z.string(),
      text: z.string(),
      right: z.boolean(),
      share: z.number(),
    }),
  ),
})
export type ItemStatistics = z.infer<typeof ItemStatistics>

/** Parameters of a question on the scale of its curriculum (2PL), with standard errors and fit. */
export const ItemParameters = z.object({
  /** On the scale of abilities; at 0, students of average ability get half of the points. */
  difficulty: z.number(),
  difficultyError: z.number(),
  discrimination: z.number(),
  discriminationError: z.number(),
  answers: z.int(),
  /** Mean squares of the residuals; 1 is expected. */
  infit: z.number(),
  outfit: z.number(),
  at: UnixSeconds,
})
export type ItemParameters = z.infer<typeof ItemParameters>

export const QuestionBrief = z.object({
  id: Id,
  type: QuestionType,
  /** Start of the stem as plain text. */
  text: z.string(),
  difficulty: z.int(),
  tags: z.array(z.string()),
  /** Points of the question in its bank. */
  points: Points,
  bank: z.object({ id: Id, title: z.string() }),
  chapter: z.object({ id: Id, title: z.string() }).nullable(),
  /** Expected share of the points, 0 to 1: measured where at least 20 first answers are known, otherwise by difficulty. */
  expected: z.number(),
  measured: z.boolean(),
  /** Number of first answers. */
  answers: z.int(),
  /**
   * Correlation between the points of this question and those of the rest of the paper; null below 20 answers in exams
   * and tests.
   */
  discrimination: z.number().nullable(),
  /** Exams in the caller's scope that contain the question, newest first, at most 5. */
  usedIn: z.array(z.object({ id: Id, title: z.string(), startsAt: UnixSeconds })),
  /** Number of exams outside the caller's scope that contain the question. */
  usedElsewhere: z.int(),
  /** Whether the question was retired from its bank, so that it can no longer be published in an exam. */
  removed: z.boolean(),
})
export type QuestionBrief = z.infer<typeof QuestionBrief>

export const RoomMessage = z.object({
  id: Id,
  at: UnixSeconds,
  body: z.string(),
  /** Number of addressed students; null for all students of the exam. */
  to: z.int().nullable(),
  /** Addressed students; null for all students of the exam. */
  students: z.array(Id).nullable(),
  /** Question that the message is about, with its number on the composed paper. */
  question: z.object({ id: Id, number: z.int(), stem: z.string() }).nullable(),
})
