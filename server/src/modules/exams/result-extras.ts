import { sql } from 'kysely'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { appealsOf, mayAppeal } from './appeals'
import { gradedParts, readSetups, type Setup } from './desk/grading-setup'
import { averageOf, effectiveGrade, type RubricPoint } from './grades'
import { type ExamPaper, rulingsOf } from './papers'
import type { AttemptRow, ExamRow } from './queries'
import { correctionsOf } from './score-corrections'

interface Shown {
  attempt: AttemptRow
  exam: ExamRow
  paper: ExamPaper
  /** Whether verdicts are visible. */
  isTold: boolean
}

/** Returns the fields of a result besides scores: rulings, manual grades, strengths, appeals and earlier totals. */
export async function moreOf({ db, clock }: Ctx<'user'>, { attempt, exam, paper, isTold }: Shown) {
  const voided = [...paper.voided].sort((a, b) => a - b).map((position) => paper.versions[position]!.uid)
  const rulings = await rulingsOf(db, exam.id)
  const given = paper.versions.flatMap(({ uid }, position) => (rulings.get(position)?.kind === 'give' ? [uid] : []))
  const ruled = { ...(voided.length > 0 && { voided }), ...(given.length > 0 && { given }) }
  if (!isTold) return ruled
  const { rows: history } = await sql<{ at: number; before: number; after: number; reason: string }>`
    select at, total_before / 100.0::float8 as before, total_after / 100.0::float8 as after, reason from (
      select c.at, c.regrade_id as id, c.total_before, c.total_after, r.reason
      from exam_score_changes c join exam_regrades r on r.id = c.regrade_id where c.attempt_id = ${attempt.rowId}
      union all select at, id, total_before, total_after, reason from (${correctionsOf(attempt.rowId)}) m
    ) changes where total_before <> total_after order by at, id`.execute(db)
  return {
    ...ruled,
    grades: await gradesOf(db, attempt, exam, paper),
    strengths: await strengthsOf(db, attempt, paper),
    appeals: await appealsOf(db, attempt.rowId),
    mayAppeal: mayAppeal(attempt, exam, clock.now()),
    history,
  }
}

interface GradeRow {
  position: number
  part: number
  id: number
  score: number
  points: number[]
  comment: string
  decisive: boolean
  by: number | null
  rubric: RubricPoint[] | null
  /** Ids of the grades that make up the score; null for scores from before these ids were stored. */
  counted: number[] | null
}

async function gradesOf(db: Db, attempt: AttemptRow, exam: ExamRow, paper: ExamPaper) {
  const { rows } = await sql<GradeRow>`
    select q.position, g.part, g.id, g.score, g.points, g.comment, g.decisive, g.by_user as by, g.rubric,
      to_jsonb(w.counted) as counted
    from exam_grades g join question_attempts q on q.id = g.question_attempt_id
      left join exam_grading w on w.question_attempt_id = g.question_attempt_id and w.part = g.part
    where q.exam_attempt_id = ${attempt.rowId} and g.undone_at is null order by g.id`.execute(db)
  if (rows.length === 0) return []
  const setupOf = await readSetups(db, exam.id)
  return gradedParts(paper).flatMap((graded) => {
    const own = rows.filter(({ position, part }) => position === graded.position && part === graded.part)
    const setup = setupOf(graded)
    // The stored ids are preferred, because the setup may have changed since the score was derived.
    const by = own[0]?.counted ?? effectiveGrade(own, { ...setup, difference: Math.round(setup.difference * 100) }).by
    const counted = own.filter(({ id }) => by.includes(id))
    if (counted.length === 0) return []
    return [
      {
        question: graded.uid,
        part: graded.isPart ? graded.part : null,
        score: averageOf(counted) / 100,
        comment: counted
          .map(({ comment }) => comment)
          .filter((comment) => comment !== '')
          .join('\n'),
        rubric: rubricShown(setup, counted),
      },
    ]
  })
}

/**
 * Rubric points; `met` if all counted grades have the point. Grades by different rubrics cannot be combined: then only
 * the newest grade counts.
 */
function rubricShown(setup: Setup, counted: GradeRow[]) {
  const rubricOf = ({ rubric }: GradeRow) =>
    rubric?.map(({ score, html }) => ({ score: score / 100, html })) ?? setup.rubric
  const newest = counted.at(-1)!
  const rubric = rubricOf(newest)
  const same = counted.filter((grade) => JSON.stringify(rubricOf(grade)) === JSON.stringify(rubric))
  const graders = same.length === counted.length ? counted : [newest]
  return rubric.map((point, i) => ({ ...point, met: graders.every(({ points }) => points.includes(i)) }))
}

/** Points by knowledge point, lowest share first. Void questions do not count. */
async function strengthsOf(db: Db, attempt: AttemptRow, { versions, voided }: ExamPaper) {
  const rows = await db
    .selectFrom('question_attempts')
    .select(['position', 'score', 'max_score as maxScore'])
    .where('exam_attempt_id', '=', attempt.rowId)
    .execute()
  const sums = new Map<string, { score: number; maxScore: number }>()
  for (const { position, score, maxScore } of rows)
    if (!voided.has(position))
      for (const tag of versions[position]!.tags) {
        const sum = sums.get(tag) ?? { score: 0, maxScore: 0 }
        sums.set(tag, { score: sum.score + score, maxScore: sum.maxScore + maxScore })
      }
  return [...sums]
    .map(([tag, { score, maxScore }]) => ({ tag, score: score / 100, maxScore: maxScore / 100 }))
    .sort((a, b) => a.score / a.maxScore - b.score / b.maxScore || (a.tag < b.tag ? -1 : 1))
}
