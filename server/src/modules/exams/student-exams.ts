import type { ExamCard } from '@dxx/contract/calls/exams'
import type { Page, PageInput } from '@dxx/contract/paging'
import { sql } from 'kysely'
import type { User } from '../../context'
import type { Db } from '../../db/connection'
import { card } from './exam-cards'
import {
  type AttemptRow,
  attemptRows,
  candidate,
  countOwnExams,
  endsAt,
  examsInOrder,
  listExamAttempts,
  ownExams,
} from './queries'

const day = 86_400
const mostDue = 3
/** Days before its start from which an exam is part of the plan on the home page. */
const planDays = 14

async function optionsOf(db: Db, user: User, now: number) {
  const { passed, classIds } = await candidate(db, user)
  return { userId: user.id, classIds: passed ? classIds : [], now }
}

async function cardsOf(db: Db, user: User, rows: Awaited<ReturnType<typeof ownExams>>, now: number) {
  const ids = rows.map(({ id }) => id)
  const attempts = await listExamAttempts(db, user.id, ids)
  return rows.map((exam) => card(exam, attempts, now))
}

/** Lists the exams of a student: open, upcoming and taken. */
export async function listStudentExams(
  db: Db,
  user: User,
  { pageNo, pageSize }: PageInput,
  now: number,
): Promise<Page<ExamCard>> {
  const options = await optionsOf(db, user, now)
  const rows = await ownExams(db, options, { offset: (pageNo - 1) * pageSize, limit: pageSize + 1 })
  return {
    list: await cardsOf(db, user, rows.slice(0, pageSize), now),
    total: await countOwnExams(db, options),
    hasMore: rows.length > pageSize,
    pageNo,
    pageSize,
    lastItem: null,
  }
}

/**
 * Exams for the study tab with the student's attempts: exams of the class or with a running attempt that run now or
 * start within a day.
 */
const selectExamsDue = (db: Db, userId: number, now: number) =>
  examsInOrder(db, now)
    .select(
      sql<AttemptRow[]>`(select coalesce(jsonb_agg(to_jsonb(own) order by own.number), '[]')
        from ${attemptRows(db).where('a.user_id', '=', userId).as('own')} where own."examId" = e.id)`.as('attempts'),
    )
    .where(
      sql<boolean>`e.id in (
        select k.exam_id from student_classes p join exam_classes k on k.class_id = p.class_id
          where p.user_id = ${userId}
        union all select exam_id from exam_attempts where user_id = ${userId} and state = 'running')`,
    )
    .where('e.withdrawn_at', 'is', null)
    .where(sql<boolean>`e.starts_at <= ${now}::bigint + ${sql.lit(day)} and ${endsAt(now)} >= ${now}::bigint`)
    .limit(sql.lit(20))

type ExamDue = Awaited<ReturnType<ReturnType<typeof selectExamsDue>['execute']>>[number]

export interface NextExam {
  id: string
  title: string
  startsAt: number
  endsAt: number
}

/**
 * SQL for the home page: the most urgent exam that runs or starts within two weeks and that the student has not
 * finished, as JSON; null if there is none or the user is not a student.
 */
export const selectNextExam = (userId: number, now: number) => sql<NextExam | null>`(
  select jsonb_build_object('id', e.uid, 'title', e.title, 'startsAt', e.starts_at, 'endsAt', ${endsAt(now)})
  from exams e left join lateral (
    select a.state from exam_attempts a where a.exam_id = e.id and a.user_id = ${userId} and a.started_at is not null
    order by a.number desc limit 1
  ) newest on true
  where e.id in (
      select k.exam_id from student_classes p join exam_classes k on k.class_id = p.class_id where p.user_id = ${userId}
      union all select r.exam_id from exam_attempts r where r.user_id = ${userId} and r.state = 'running')
    and e.withdrawn_at is null and e.starts_at <= ${now}::bigint + ${sql.lit(planDays * day)}
    and ${endsAt(now)} >= ${now}::bigint and coalesce(newest.state, 'running') = 'running'
    and exists (select from users u where u.id = ${userId} and u.student_status = 'passed')
  order by e.starts_at > ${now}::bigint, case when e.starts_at > ${now}::bigint then e.starts_at else e.ends_at end, e.id
  limit 1)`

/** Exams that the student has not finished; for users who are no longer students, only running ones. */
function unfinished(rows: ExamDue[], user: User, now: number): ExamCard[] {
  const passed = user.studentStatus === 'passed'
  return rows
    .map((row) => card(row, row.attempts, now))
    .filter(({ attempt, attemptsUsed }) => attempt?.state === 'running' || (passed && attemptsUsed === 0))
}

export async function examsDue(db: Db, user: User, now: number): Promise<ExamCard[]> {
  return unfinished(await selectExamsDue(db, user.id, now).execute(), user, now).slice(0, mostDue)
}
