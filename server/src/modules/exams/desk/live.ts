import type { LiveStudent } from '@dxx/contract/calls/staff/exam-control'
import type { ExamState } from '@dxx/contract/calls/staff/exam-shapes'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { movedTime } from '../rules'
import { isExpected } from './exam-state'

/** Seconds without a request after which a student counts as offline: two polls of the exam page and a margin. */
export const offlineAfter = 45

interface Row {
  student: string
  attempt: string | null
  name: string
  number: string
  class: string
  state: 'prepared' | 'running' | 'submitted' | 'closed' | null
  rowId: number | null
  savedAt: number | null
  leaves: number
  seenAt: number | null
  startedAt: number | null
  deadlineAt: number | null
  pausedAt: number | null
  submittedAt: number | null
  extension: number
  tries: number
  messagesReadAt: number | null
}

/** Reads the newest attempts of all students of an exam. `countAnswered` counts their answers. */
export const liveQuery = (examId: number) => sql<Row>`
  with attempts as (
    select distinct on (user_id) id, uid, user_id, state, number, started_at, deadline_at, paused_at, submitted_at, extension,
      messages_read_at
    from exam_attempts where exam_id = ${examId} order by user_id, number desc
  ), left_window as (
    select attempt_id, count(*) as leaves from exam_leaves
    where attempt_id in (select id from attempts where state <> 'prepared') group by attempt_id
  )
  select u.uid as student, a.uid as attempt, s.name, s.student_no as number, c.name as class, a.state,
    a.id as "rowId", p.saved_at as "savedAt", coalesce(l.leaves, 0) as leaves, greatest(p.seen_at, a.started_at) as "seenAt",
    a.started_at as "startedAt", a.deadline_at as "deadlineAt", a.paused_at as "pausedAt",
    a.submitted_at as "submittedAt", coalesce(a.extension, 0) as extension,
    case when a.state = 'prepared' then a.number - 1 else coalesce(a.number, 0) end as tries,
    a.messages_read_at as "messagesReadAt"
  from exam_candidates k
    join exams e on e.id = k.exam_id
    join classes c on c.id = k.class_id
    join student_applications s on s.user_id = k.user_id
    join users u on u.id = s.user_id and u.student_status = 'passed' and u.closed_at is null
    left join attempts a on a.user_id = u.id
    left join left_window l on l.attempt_id = a.id
    left join exam_presence p on p.attempt_id = a.id
  where k.exam_id = ${examId} and ${isExpected('k')}
  order by c.position, s.student_no, u.id`

interface Counted {
  answered: number
  /** Time of the newest save included in the count. */
  savedAt: number | null
  countedAt: number
}

/** Cached counts of attempts, per database; the oldest are evicted. */
const counts = new WeakMap<Db, Map<number, Counted>>()
const mostCounts = 50_000
/** Save times are written up to a second late: a count is cached only if made this many seconds after the save. */
const settled = 3

/**
 * Counts answered questions: the newest step of a question decides. The number of the step and whether it has an answer
 * are packed into one number, so that the database need not sort steps.
 */
async function countAnswered(db: Db, rows: Row[], now: number): Promise<Map<number, Counted>> {
  const known = counts.get(db) ?? new Map<number, Counted>()
  counts.set(db, known)
  const isFresh = ({ rowId, savedAt }: Row) => {
    const found = known.get(rowId!)
    return found !== undefined && savedAt !== null && found.savedAt === savedAt && found.countedAt > savedAt + settled
  }
  const stale = rows.filter((row) => row.rowId !== null && row.state !== 'prepared' && !isFresh(row))
  const ids = stale.map(({ rowId }) => rowId!)
  const { rows: found } = await sql<{ id: number; answered: number }>`
    select attempt_id as id, count(*) filter (where newest % 2 = 1) as answered from (
      select s.attempt_id, s.position, max((s.epoch::bigint * 1073741824 + s.seq) * 2 + (s.answer is not null)::int) as newest
      from exam_steps s where s.attempt_id = any(${ids}::bigint[]) and s.fate = 'counted' group by 1, 2
    ) steps group by 1`.execute(db)
  const answered = new Map(found.map((row) => [row.id, row.answered]))
  for (const { rowId, savedAt } of stale) {
    known.delete(rowId!)
    known.set(rowId!, { answered: answered.get(rowId!) ?? 0, savedAt, countedAt: now })
  }
  while (known.size > mostCounts) known.delete(known.keys().next().value!)
  return known
}

export async function liveStudents(db: Db, examId: number, state: ExamState, now: number): Promise<LiveStudent[]> {
  const { rows } = await liveQuery(examId).execute(db)
  const counted = await countAnswered(db, rows, now)
  return rows.map(({ deadlineAt, pausedAt, extension, rowId, savedAt: _, ...row }) => {
    const started = row.state !== null && row.state !== 'prepared'
    const isAnswering = row.state === 'running'
    return {
      ...row,
      answered: (rowId !== null && counted.get(rowId)?.answered) || 0,
      attempt: started ? row.attempt : null,
      state: started
        ? isAnswering
          ? 'answering'
          : (row.state as 'submitted')
        : state === 'scheduled' || state === 'running'
          ? 'waiting'
          : 'absent',
      offline: isAnswering && row.seenAt !== null && now - row.seenAt > offlineAfter,
      deadline: deadlineAt === null ? null : movedTime(deadlineAt, pausedAt, now),
      extensionMinutes: Math.round(extension / 60),
    }
  })
}
