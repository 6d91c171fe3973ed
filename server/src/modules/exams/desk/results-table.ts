import type { ResultRow } from '@dxx/contract/calls/staff/exam-results'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection'

export interface Result extends Omit<ResultRow, 'score' | 'passed'> {
  rowId: number
  attemptRowId: number | null
  classId: string | null
  score: number | null
  /** First sort key of the list: final scores first, absent students last. */
  tier: number
  /** Number of students that match the filter. */
  total: number
}

export interface ResultExam {
  id: number
  attempts_allowed: number
  isOver: boolean
}

const attemptColumns = sql`a.user_id, a.id, a.state, a.score_state, case when a.score_state = 'scored' then a.score end as score`

/**
 * One attempt per student: the best with a final score, otherwise the newest. Without sorting if only one is allowed.
 */
const countedAttempts = ({ id, attempts_allowed }: ResultExam) =>
  attempts_allowed === 1
    ? sql`select ${attemptColumns} from exam_attempts a where a.exam_id = ${id} and a.state <> 'prepared'`
    : sql`select distinct on (a.user_id) ${attemptColumns}
        from exam_attempts a where a.exam_id = ${id} and a.state <> 'prepared'
        order by a.user_id, (a.score_state = 'scored') desc nulls last, a.score desc nulls last, a.number desc`

/**
 * SQL: students of an exam with the attempt that counts, including students who took the exam and have left the class.
 * Names are joined later, only for the rows of one page. Users are read only for absent students, by a scalar subquery,
 * because a join would read all users.
 */
export const studentsOfExam = (exam: ResultExam) => sql`
  counted as (${countedAttempts(exam)}), expected as (
    select user_id, class_id from exam_candidates where exam_id = ${exam.id}
      -- Students who joined the class after the exam are not absent; attempts are added below.
      and since <= (select closes_at from exams where id = ${exam.id})
  ), students as (
    select coalesce(t.user_id, c.user_id) as user_id, c.id as attempt_id, c.state, c.score_state, c.score,
      coalesce(t.class_id, (select class_id from student_applications s where s.user_id = c.user_id)) as class_id,
      case when c.id is null then 2 when c.score is not null then 0 else 1 end as tier
    from expected t full join counted c on c.user_id = t.user_id
    where c.id is not null
      or (select u.student_status = 'passed' and u.closed_at is null from users u where u.id = t.user_id)
  )`

/** State of a row of `students`, as SQL. */
const stateOf = (isOver: boolean) => sql`case
  when r.attempt_id is null then case when ${isOver} then 'absent' else 'running' end
  when r.state = 'running' then 'running'
  when r.score_state in ('marking', 'grading') then 'marking' else r.score_state end`

export interface ResultFilter {
  /** Id of a class. */
  classId?: string
  /** LIKE pattern for the name or student number. */
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
    classId !== undefined && sql`r.class_id = (select k.id from classes k where k.uid = ${classId}::uuid)`,
    like !== undefined &&
      sql`exists (select from student_applications s
        where s.user_id = r.user_id and (s.name ilike ${like} or s.student_no ilike ${like}))`,
    state !== undefined && sql`${stateOf(isOver)} = ${state}`,
    passed !== undefined && sql`(r.score >= ${passScore ?? 0}) = ${passed}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`
}

/** Reads results in order of rank. */
export async function readResults(db: Db, exam: ResultExam, filter: ResultFilter): Promise<Result[]> {
  const { after, limit } = filter
  const more = after
    ? sql`(r.tier, -coalesce(r.score, -1), r.user_id) > (${after.tier}::int, ${-(after.score ?? -1)}::int, ${after.rowId}::bigint)`
    : sql`true`
  const matches = filterOf(filter, exam.isOver)
  // Ranks are computed from the number of students per score: a window function would sort all students once more.
  const { rows } = await sql<Result>`
    with ${studentsOfExam(exam)}, scores as (
      select score, count(*) as students from students where score is not null group by score
    ), ranks as (
      select score, 1 + sum(students) over (order by score desc) - students as rank from scores
    ), page as (
      select r.*, ${stateOf(exam.isOver)} as shown_state from students r
      where ${matches} and ${more} order by r.tier, r.score desc nulls last, r.user_id limit ${limit}
    )
    select p.user_id as "rowId", u.uid as student, p.attempt_id as "attemptRowId", a.uid as attempt,
      coalesce(s.name, u.nickname) as name, coalesce(s.student_no, '') as number,
      coalesce(k.name, s.class_name, '') as class, k.uid as "classId", p.shown_state as state, p.score, n.rank::int as rank, p.tier,
      (select count(*) from students r where ${matches}) as total,
      a.submitted_at - a.started_at - a.paused_seconds as seconds, a.submitted_at as "submittedAt",
      (select count(*) from exam_attempts t where t.exam_id = ${exam.id} and t.user_id = p.user_id and t.state <> 'prepared') as tries,
      (select count(*) from exam_leaves l where l.attempt_id = p.attempt_id) as leaves
    from page p join users u on u.id = p.user_id
      left join ranks n on n.score = p.score
      left join exam_attempts a on a.id = p.attempt_id
      left join student_applications s on s.user_id = u.id left join classes k on k.id = p.class_id
    order by p.tier, p.score desc nulls last, p.user_id`.execute(db)
  return rows
}
