import type { ExamCard } from '@dxx/contract/calls/exams'
import type { Page, PageInput } from '@dxx/contract/paging'
import { sql } from 'kysely'
import type { User } from '../../context'
import type { Db } from '../../db/connection'
import { card } from './exam-cards'
import { attemptsOf, candidate, countOwnExams, endsAt, ownExams } from './queries'

const day = 86_400
const mostDue = 3

async function optionsOf(db: Db, user: User, now: number) {
  const { passed, classId } = await candidate(db, user)
  return { userId: user.id, classId: passed ? classId : null, now }
}

async function cardsOf(db: Db, user: User, rows: Awaited<ReturnType<typeof ownExams>>, now: number) {
  const ids = rows.map(({ id }) => id)
  const attempts = await attemptsOf(db, user.id, ids)
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

/** Whether examsDue may return an exam: read with other things on pages that rarely show one. */
export const hasExamDue = (userId: number, now: number) => sql<boolean>`(
  exists (select from exam_attempts where user_id = ${userId} and state = 'running')
  or exists (
    select from student_applications s join exam_classes k on k.class_id = s.class_id join exams e on e.id = k.exam_id
    where s.user_id = ${userId} and e.withdrawn_at is null
      and e.starts_at <= ${now}::bigint + ${day} and ${endsAt(now)} >= ${now}::bigint
      and not exists (
        select from exam_attempts a where a.exam_id = e.id and a.user_id = s.user_id and a.state <> 'prepared')))`

/** Returns exams that need attention: running or starting soon, and not finished by the student. */
export async function examsDue(db: Db, user: User, now: number): Promise<ExamCard[]> {
  const rows = await ownExams(db, await optionsOf(db, user, now), { offset: 0, limit: 20 })
  const open = rows.filter(({ startsAt, endsAt }) => endsAt >= now && startsAt <= now + day)
  const cards = await cardsOf(db, user, open, now)
  return cards
    .filter(({ attempt, attemptsUsed }) => attempt?.state === 'running' || attemptsUsed === 0)
    .slice(0, mostDue)
}
