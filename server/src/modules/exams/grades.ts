import type { GradingState } from '@dxx/contract/calls/staff/exam-grading'
import type { Db } from '../../db/connection'
import { scoreMaterial } from '../../questions/material/score'
import type { PartDetail, Rubric, Scored } from '../../questions/rubric'
import { setQuestionPoints } from '../../questions/scale'
import { publishScore, versionsById, waitingScore } from '../questions/public'
import { recordCorrection, releasedTotal } from './score-corrections'

/** Manual scores. The score of an answer is derived from its live grades (not undone) again after every change. */

export interface NewGrade {
  key: string
  /** Hundredths of a point. */
  score: number
  points: number[]
  /** Rubric that the points refer to, in hundredths; empty for a score without a rubric. */
  rubric: RubricPoint[]
  comment: string
  decisive: boolean
  /** Grader; null: graded on the command line. */
  by: number | null
}

export interface RubricPoint {
  score: number
  html: string
}

export interface LiveGrade {
  id: number
  score: number
  decisive: boolean
  by: number | null
}

interface Doubling {
  double: boolean
  /** Hundredths of a point. */
  difference: number
}

/**
 * Returns the effective score and state. Without double grading the newest grade counts; with double grading the
 * average of the first two graders, unless they differ by more than `difference`. A decisive grade overrides all.
 */
export function effectiveGrade(grades: LiveGrade[], { double, difference }: Doubling) {
  const decisive = grades.findLast((grade) => grade.decisive)
  if (decisive) return { state: 'graded' as const, score: decisive.score, by: [decisive.id] }
  const newest = grades.at(-1)
  if (!newest) return { state: 'waiting' as const, score: null, by: [] }
  if (!double) return { state: 'graded' as const, score: newest.score, by: [newest.id] }
  // The newest grade of each grader, in the order of the graders' first grades.
  const perGrader = [...new Map(grades.map((grade) => [grade.by, grade])).values()]
  const [first, second] = perGrader
  if (!second) return { state: 'second' as const, score: null, by: [] }
  if (Math.abs(first!.score - second.score) > difference) return { state: 'third' as const, score: null, by: [] }
  return {
    state: 'graded' as const,
    score: averageOf([first!, second]),
    by: [first!.id, second.id],
  }
}

/** Average of one or two scores, rounded half up. */
export const averageOf = (grades: { score: number }[]): number =>
  Math.floor(grades.reduce((sum, { score }) => sum + score, 0) / grades.length + 0.5)

/** Appends a grade. Returns false if its key is already stored for this answer. */
export async function addGrade(tx: Db, answerId: number, part: number, grade: NewGrade, now: number): Promise<boolean> {
  const added = await tx
    .insertInto('exam_grades')
    .values({
      key: grade.key,
      question_attempt_id: answerId,
      part,
      score: grade.score,
      points: grade.points,
      rubric: JSON.stringify(grade.rubric),
      comment: grade.comment,
      decisive: grade.decisive,
      by_user: grade.by,
      at: now,
    })
    .onConflict((conflict) => conflict.columns(['question_attempt_id', 'part', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

function liveGrades(db: Db, answerId: number, part: number): Promise<LiveGrade[]> {
  return db
    .selectFrom('exam_grades')
    .select(['id', 'score', 'decisive', 'by_user as by'])
    .where('question_attempt_id', '=', answerId)
    .where('part', '=', part)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute()
}

const single: Doubling = { double: false, difference: 0 }

/**
 * Sets the score of an answer from its live grades, with totals, history and 错题本. The caller has locked the attempt.
 * With `appeal` the student gets no message about the correction, because the answer to the appeal is a message.
 */
export async function deriveScore(tx: Db, answerId: number, part: number, now: number, { appeal = false } = {}) {
  const row = await tx
    .selectFrom('question_attempts as q')
    .leftJoin('exam_attempts as a', 'a.id', 'q.exam_attempt_id')
    .leftJoin('exam_grading_setups as s', (join) =>
      join.onRef('s.exam_id', '=', 'a.exam_id').onRef('s.position', '=', 'q.position').on('s.part', '=', part),
    )
    .select(['q.id', 'q.user_id', 'q.question_id', 'q.source', 'q.test_attempt_id', 'q.exam_attempt_id', 'q.position'])
    .select([
      'q.version_id',
      'q.max_score',
      'q.verdict',
      'q.score',
      'q.detail',
      'q.ruled_from',
      's.double',
      's.difference',
    ])
    .where('q.id', '=', answerId)
    .executeTakeFirstOrThrow()
  const doubling = row.double === null ? single : { double: row.double, difference: row.difference! }
  const { state, score, by } = effectiveGrade(await liveGrades(tx, answerId, part), doubling)
  const [version] = await versionsById(tx, [row.version_id])
  const { rubric } = setQuestionPoints(version!, row.max_score)
  const scored = withPartScore(rubric, row.ruled_from ?? row, part, score)
  const set = row.ruled_from
    ? { ruled_from: JSON.stringify(scored) }
    : {
        verdict: scored.verdict,
        score: scored.score,
        waiting_score: waitingScore(rubric, scored),
        detail: JSON.stringify(scored.detail),
      }
  await tx.updateTable('question_attempts').set(set).where('id', '=', answerId).execute()
  await tx
    .updateTable('exam_grading')
    .set({ state, counted: by.length > 0 ? by : null })
    .where('question_attempt_id', '=', answerId)
    .where('part', '=', part)
    .execute()
  if (!row.ruled_from) {
    const total = await releasedTotal(tx, row.exam_attempt_id)
    await publishScore(tx, { ...row, verdict: scored.verdict }, now)
    if (total) await recordCorrection(tx, total, { position: row.position, before: row, after: scored, appeal }, now)
  }
  return { state: state as GradingState, score }
}

/** Returns the score of an answer after one question part has got a score; null if other parts are not graded yet. */
function withPartScore(rubric: Rubric, before: Scored, index: number, score: number | null): Scored {
  const part = rubric.type === 'material' ? rubric.parts[index]! : rubric
  const detail = before.detail.type === 'material' ? before.detail.parts[index]!.detail : before.detail
  const verdict = score === null ? 'marking' : score === part.score ? 'right' : score === 0 ? 'wrong' : 'partial'
  const one: Scored<PartDetail> = { verdict, score: score ?? 0, detail: detail as PartDetail }
  return before.detail.type === 'material'
    ? scoreMaterial(before.detail.parts.map((other, i) => (i === index ? one : other)))
    : one
}
