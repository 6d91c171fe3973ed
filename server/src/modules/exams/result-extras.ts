import { sql } from 'kysely'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { appealsOf, mayAppeal } from './appeals'
import { gradedParts, readSetups, type Setup } from './desk/grading-setup'
import { effectiveGrade } from './grades'
import { type ExamPaper, rulingsOf } from './papers'
import type { AttemptRow, ExamRow } from './queries'

interface Shown {
  attempt: AttemptRow
  exam: ExamRow
  paper: ExamPaper
  /** Whether verdicts are visible. */
  isTold: boolean
}

/** Returns what a result has beyond scores: manual grades, strengths, appeals and earlier totals. Empty parts are omitted. */
export async function moreOf({ db, clock }: Ctx<'user'>, { attempt, exam, paper, isTold }: Shown) {
  const voided = [...paper.voided].sort((a, b) => a - b).map((position) => paper.versions[position]!.uid)
  const rulings = await rulingsOf(db, exam.id)
  const given = paper.versions.flatMap(({ uid }, position) => (rulings.get(position)?.kind === 'give' ? [uid] : []))
  const ruled = { ...(voided.length > 0 && { voided }), ...(given.length > 0 && { given }) }
  if (!isTold) return ruled
  const { rows: history } = await sql<{ at: number; before: number; after: number; reason: string }>`
    select c.at, c.total_before / 100.0::float8 as before, c.total_after / 100.0::float8 as after, r.reason
    from exam_score_changes c join exam_regrades r on r.id = c.regrade_id
    where c.attempt_id = ${attempt.rowId} and c.total_before <> c.total_after order by r.id`.execute(db)
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
}

async function gradesOf(db: Db, attempt: AttemptRow, exam: ExamRow, paper: ExamPaper) {
  const { rows } = await sql<GradeRow>`
    select q.position, g.part, g.id, g.score, g.points, g.comment, g.decisive, g.by_user as by
    from exam_grades g join question_attempts q on q.id = g.question_attempt_id
    where q.exam_attempt_id = ${attempt.rowId} and g.undone_at is null order by g.id`.execute(db)
  if (rows.length === 0) return []
  const setupOf = await readSetups(db, exam.id)
  return gradedParts(paper).flatMap((graded) => {
    const own = rows.filter(({ position, part }) => position === graded.position && part === graded.part)
    const setup = setupOf(graded)
    const { score, by } = effectiveGrade(own, { ...setup, difference: Math.round(setup.difference * 100) })
    if (score === null) return []
    const counted = own.filter(({ id }) => by.includes(id))
    return [
      {
        question: graded.uid,
        part: graded.isPart ? graded.part : null,
        score: score / 100,
        comment: counted
          .map(({ comment }) => comment)
          .filter((comment) => comment !== '')
          .join('\n'),
        rubric: rubricShown(setup, counted),
      },
    ]
  })
}

/** Rubric points with those that every counted grader saw as met. */
const rubricShown = ({ rubric }: Setup, counted: GradeRow[]) =>
  rubric.map((point, i) => ({ ...point, met: counted.length > 0 && counted.every(({ points }) => points.includes(i)) }))

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
