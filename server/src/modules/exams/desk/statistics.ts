import type { ExamStatistics } from '@dxx/contract/calls/staff/exam-results'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { type ResultExam, studentsOfExam } from './results-table'

/** Students of a class with the same score. */
interface Bin {
  classId: string | null
  /** Null without a final score. */
  score: number | null
  students: number
  absent: number
}

interface StatisticsExam extends ResultExam {
  score: number
  pass_score: number
}

/**
 * Statistics of an exam and of its classes. Returns a function of the class; null: all students. The database counts
 * students by class and score, because sorting 5 000 students for quartiles took longer than everything else together.
 */
export async function readStatistics(
  db: Db,
  exam: StatisticsExam,
): Promise<(classId: string | null) => ExamStatistics> {
  const { rows } = await sql<Bin>`
    with ${studentsOfExam(exam)}, bins as (
      select class_id, score, count(*) as students, count(*) filter (where attempt_id is null and ${exam.isOver}) as absent
      from students group by class_id, score
    )
    select k.uid as "classId", b.score, b.students, b.absent
    from bins b left join classes k on k.id = b.class_id order by b.score`.execute(db)
  return (classId) => summary(classId === null ? rows : rows.filter((bin) => bin.classId === classId), exam)
}

const points = (hundredths: number | undefined) => (hundredths === undefined ? null : Math.round(hundredths) / 100)
const sum = <T>(list: T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0)

/** Summarises bins that are sorted by score. */
function summary(bins: Bin[], exam: StatisticsExam): ExamStatistics {
  const scored = bins.flatMap(({ score, students }) => (score === null ? [] : [{ score, students }]))
  const count = sum(scored, ({ students }) => students)
  const average = count > 0 ? sum(scored, ({ score, students }) => score * students) / count : undefined
  const squares = sum(scored, ({ score, students }) => students * (score - (average ?? 0)) ** 2)
  const quartile = (share: number) => points(count > 0 ? quantile(scored, share * (count - 1)) : undefined)
  return {
    students: sum(bins, ({ students }) => students),
    absent: sum(bins, ({ absent }) => absent),
    scored: count,
    average: points(average),
    lowerQuartile: quartile(0.25),
    median: quartile(0.5),
    upperQuartile: quartile(0.75),
    best: points(scored.at(-1)?.score),
    worst: points(scored[0]?.score),
    deviation: points(count > 1 ? Math.sqrt(squares / (count - 1)) : undefined),
    passed: sum(scored, ({ score, students }) => (score >= exam.pass_score ? students : 0)),
    tenths: Array.from({ length: 10 }, (_, tenth) =>
      sum(scored, ({ score, students }) =>
        Math.min(9, Math.floor((score * 10) / exam.score)) === tenth ? students : 0,
      ),
    ),
  }
}

/** Score at a fractional rank (`place`), interpolated between the students before and after it. */
function quantile(scored: { score: number; students: number }[], place: number): number {
  const at = (index: number) => {
    let before = 0
    for (const { score, students } of scored) {
      before += students
      if (before > index) return score
    }
    throw new Error('place outside of the order')
  }
  const low = at(Math.floor(place))
  return low + (at(Math.ceil(place)) - low) * (place - Math.floor(place))
}
