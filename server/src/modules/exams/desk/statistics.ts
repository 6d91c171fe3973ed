import type { ExamStatistics } from '@dxx/contract/calls/staff/exam-results'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { rankedStudents } from './results-table'

interface Row {
  /** Null for the whole exam. */
  classId: string | null
  students: number
  absent: number
  scored: number
  average: number | null
  quartiles: number[] | null
  best: number | null
  worst: number | null
  deviation: number | null
  passed: number
  tenths: number[]
}

const points = (hundredths: number | null | undefined) => (hundredths == null ? null : Math.round(hundredths) / 100)

/** Statistics of an exam and of its classes in one query. Returns a function of the class; null: all students. */
export async function readStatistics(
  db: Db,
  { id, score: full, pass_score: pass }: { id: number; score: number; pass_score: number },
  isOver: boolean,
): Promise<(classId: string | null) => ExamStatistics> {
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) =>
      sql`count(*) filter (where r.score is not null and least(9, r.score * 10 / ${full}::int) = ${tenth}::int)`,
  )
  const { rows } = await sql<Row>`
    with ${rankedStudents(id)}
    select case when grouping(s.class_id) = 0 then (select uid from classes k where k.id = s.class_id) end as "classId",
      count(*) as students, count(*) filter (where r.attempt_id is null and ${isOver}) as absent,
      count(r.score) as scored, avg(r.score)::float8 as average,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by r.score) as quartiles,
      max(r.score) as best, min(r.score) as worst, stddev_samp(r.score)::float8 as deviation,
      count(*) filter (where r.score >= ${pass}::int) as passed, array[${sql.join(tenths)}]::int[] as tenths
    from ranked r left join student_applications s on s.user_id = r.user_id
    group by grouping sets ((), (s.class_id))
    having grouping(s.class_id) = 1 or s.class_id is not null`.execute(db)
  return (classId) => {
    const row = rows.find((one) => one.classId === classId)
    return {
      students: row?.students ?? 0,
      absent: row?.absent ?? 0,
      scored: row?.scored ?? 0,
      average: points(row?.average),
      lowerQuartile: points(row?.quartiles?.[0]),
      median: points(row?.quartiles?.[1]),
      upperQuartile: points(row?.quartiles?.[2]),
      best: points(row?.best),
      worst: points(row?.worst),
      deviation: points(row?.deviation),
      passed: row?.passed ?? 0,
      tenths: row?.tenths ?? Array.from({ length: 10 }, () => 0),
    }
  }
}
