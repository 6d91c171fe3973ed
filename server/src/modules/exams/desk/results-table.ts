import type { ResultRow } from '@dxx/contract/calls/staff/exam-results'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection'

export interface Result extends Omit<ResultRow, 'score' | 'passed'> {
  rowId: number
  attemptRowId: number | null
  classId: string | null
  score: number | null
  /** Order of the list: final scores first, absent students last. */
  tier: number
  /** Number of students that match the filter. */
  total: number
}

/**
 * Students of an exam with the attempt that counts: the best final one, otherwise the newest. Students who left the class
 * but took the exam are included. Narrow rows: names are joined after the page was cut.
 */
export const rankedStudents = (examId: number) => sql`
  counted as (
    select distinct on (a.user_id) a.user_id, a.id, a.state, a.score_state,
      case when a.score_state = 'scored' then a.score end as score
    from exam_attempts a where a.exam_id = ${examId} and a.state <> 'prepared'
    order by a.user_id, (a.score_state = 'scored') desc nulls last, a.score desc nulls last, a.number desc
  ), students as (
    select s.user_id from exam_classes k join exams e on e.id = k.exam_id
      join student_applications s on s.class_id = k.class_id and s.school_id = e.school_id
      join users u on u.id = s.user_id and u.student_status = 'passed' and u.closed_at is null
    where k.exam_id = ${examId}
    union select user_id from counted
  ), ranked as (
    select t.user_id, c.id as attempt_id, c.state, c.score_state, c.score,
      case when c.score is not null then rank() over (order by c.score desc nulls last) end as rank,
      case when c.id is null then 2 when c.score is not null then 0 else 1 end as tier
    from students t left join counted c on c.user_id = t.user_id
  )`

/** State of a row of `ranked`, as SQL. */
const stateOf = (isOver: boolean) => sql`case
  when r.attempt_id is null then case when ${isOver} then 'absent' else 'running' end
  when r.state = 'running' then 'running'
  when r.score_state in ('marking', 'grading') then 'marking' else r.score_state end`

export interface ResultFilter {
  /** Id of a class. */
  classId?: string
  /** Part of the name or number. */
  like?: string
  state?: string
  passed?: boolean
  passScore?: number
  /** Last row of the previous page. */
  after?: { tier: number; score: number | null; rowId: number }
  limit: number
}

function filterOf({ classId, like, state, passed, passScore }: ResultFilter, isOver: boolean): RawBuilder<boolean> {
  const parts = [
    classId !== undefined &&
      sql`exists (select from student_applications s join classes k on k.id = s.class_id
        where s.user_id = r.user_id and k.uid = ${classId}::uuid)`,
    like !== undefined &&
      sql`exists (select from student_applications s
        where s.user_id = r.user_id and (s.name ilike ${like} or s.student_no ilike ${like}))`,
    state !== undefined && sql`${stateOf(isOver)} = ${state}`,
    passed !== undefined && sql`(r.score >= ${passScore ?? 0}) = ${passed}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`
}

/** Reads results in order of rank. */
export async function readResults(
  db: Db,
  exam: { id: number; isOver: boolean },
  filter: ResultFilter,
): Promise<Result[]> {
  const { after, limit } = filter
  const more = after
    ? sql`(f.tier, -coalesce(f.score, -1), f.user_id) > (${after.tier}::int, ${-(after.score ?? -1)}::int, ${after.rowId}::bigint)`
    : sql`true`
  const { rows } = await sql<Result>`
    with ${rankedStudents(exam.id)}, filtered as (
      select r.user_id, r.attempt_id, r.score, r.rank, r.tier, ${stateOf(exam.isOver)} as state, count(*) over () as total
      from ranked r where ${filterOf(filter, exam.isOver)}
    ), page as (
      select f.* from filtered f where ${more} order by f.tier, f.score desc nulls last, f.user_id limit ${limit}
    )
    select p.user_id as "rowId", u.uid as student, p.attempt_id as "attemptRowId", a.uid as attempt,
      coalesce(s.name, u.nickname) as name, coalesce(s.student_no, '') as number,
      coalesce(k.name, s.class_name, '') as class, k.uid as "classId", p.state, p.score, p.rank, p.tier, p.total,
      a.submitted_at - a.started_at - a.paused_seconds as seconds, a.submitted_at as "submittedAt",
      (select count(*) from exam_attempts t where t.exam_id = ${exam.id} and t.user_id = p.user_id and t.state <> 'prepared') as tries,
      (select count(*) from exam_leaves l where l.attempt_id = p.attempt_id) as leaves
    from page p join users u on u.id = p.user_id
      left join exam_attempts a on a.id = p.attempt_id
      left join student_applications s on s.user_id = u.id left join classes k on k.id = s.class_id
    order by p.tier, p.score desc nulls last, p.user_id`.execute(db)
  return rows
}
