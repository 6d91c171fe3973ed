import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { preparedSql } from '../../db/prepared'
import { type Graded, gradedParts, readSetups, type Setup } from './desk/grading-setup'
import { averageOf, effectiveGrade, type RubricPoint } from './grades'
import type { ExamPaper } from './papers'

interface GradeRow {
  position: number
  part: number
  id: number
  score: number
  points: number[]
  comment: string
  decisive: boolean
  by: number | null
  name: string | null
  at: number
  rubric: RubricPoint[] | null
  /** Ids of the grades that make up the score; null for scores from before these ids were stored. */
  counted: number[] | null
}

const selectGrades = preparedSql(
  (attemptId: number) => sql<GradeRow>`
    select q.position, g.part, g.id, g.score, g.points, g.comment, g.decisive, g.by_user as by, u.nickname as name, g.at,
      g.rubric, to_jsonb(w.counted) as counted
    from exam_grades g join question_attempts q on q.id = g.question_attempt_id
      left join users u on u.id = g.by_user
      left join exam_grading w on w.question_attempt_id = g.question_attempt_id and w.part = g.part
    where q.exam_attempt_id = ${attemptId} and g.undone_at is null order by g.id`,
)

interface GradedAnswer {
  graded: Graded
  setup: Setup
  grades: GradeRow[]
  /** The grades of `grades` that determine the score. */
  counted: GradeRow[]
}

/** Manual grades of an attempt by question and question part. */
async function readGrades(db: Db, attemptId: number, examId: number, paper: ExamPaper): Promise<GradedAnswer[]> {
  const parts = gradedParts(paper)
  if (parts.length === 0) return []
  const rows = await selectGrades(db, attemptId)
  if (rows.length === 0) return []
  const setupOf = await readSetups(db, examId)
  return parts.map((graded) => {
    const grades = rows.filter(({ position, part }) => position === graded.position && part === graded.part)
    const setup = setupOf(graded)
    // The stored ids are preferred, because the setup may have changed since the score was derived.
    const by =
      grades[0]?.counted ?? effectiveGrade(grades, { ...setup, difference: Math.round(setup.difference * 100) }).by
    return { graded, setup, grades, counted: grades.filter(({ id }) => by.includes(id)) }
  })
}

/** The effective manual scores of an attempt. Graders are not named. */
export async function gradesForStudent(db: Db, attemptId: number, examId: number, paper: ExamPaper) {
  return (await readGrades(db, attemptId, examId, paper)).flatMap(({ graded, setup, counted }) =>
    counted.length === 0
      ? []
      : [
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
        ],
  )
}

/** All manual grades of an attempt for staff, with graders, by position of the question. */
export async function gradesForStaff(db: Db, attemptId: number, examId: number, paper: ExamPaper) {
  return (await readGrades(db, attemptId, examId, paper)).flatMap(({ graded, setup, grades, counted }) =>
    grades.map((grade) => ({
      position: graded.position,
      grade: {
        part: graded.isPart ? graded.part : null,
        score: grade.score / 100,
        comment: grade.comment,
        rubric: rubricShown(setup, [grade]),
        by: grade.name ?? '命令行',
        at: grade.at,
        counts: counted.includes(grade),
      },
    })),
  )
}

/** Rubric points on which a grade is based. */
const rubricOf = (setup: Setup, { rubric }: GradeRow) =>
  rubric?.map(({ score, html }) => ({ score: score / 100, html })) ?? setup.rubric

/**
 * Rubric points; `met` if all counted grades have the point. Grades by different rubrics cannot be combined: then only
 * the newest grade counts.
 */
function rubricShown(setup: Setup, counted: GradeRow[]) {
  const newest = counted.at(-1)!
  const rubric = rubricOf(setup, newest)
  const same = counted.filter((grade) => JSON.stringify(rubricOf(setup, grade)) === JSON.stringify(rubric))
  const graders = same.length === counted.length ? counted : [newest]
  return rubric.map((point, i) => ({ ...point, met: graders.every(({ points }) => points.includes(i)) }))
}
