import type { Appeal } from '@dxx/contract/calls/staff/exam-regrade'
import type { WorkDetail } from '@dxx/contract/calls/staff/work'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { readOwnNumbers } from './own-numbers'

interface AppealRow extends Omit<Appeal, 'exam' | 'student' | 'ownNumber'> {
  seed: number
  examRowId: number
  rowId: number
  examId: string
  title: string
  name: string
  studentNo: string
  class: string
}

export async function appealDetail(db: Db, id: number): Promise<Extract<WorkDetail, { kind: 'appeal' }> | null> {
  const [found] = await readAppeals(db, sql<boolean>`p.id = ${id}`, 1)
  return found ? { kind: 'appeal', appeal: found.appeal } : null
}

/** Reads appeals `p` of exams `e` that match a condition. */
export async function readAppeals(db: Db, where: RawBuilder<boolean>, limit: number) {
  const { rows } = await sql<AppealRow>`
    select p.id as "rowId", p.uid as id, e.uid as "examId", e.id as "examRowId", a.seed, e.title, a.uid as attempt, q.uid as question,
      p.position + 1 as number, coalesce(s.name, u.nickname) as name, coalesce(s.student_no, '') as "studentNo",
      coalesce(s.class_name, '') as class, t.score, t.max_score as "maxScore", p.reason, p.created_at as at, p.state,
      p.answer, p.answered_at as "answeredAt", coalesce(b.nickname, '') as "answeredBy"
    from exam_appeals p
      join exam_attempts a on a.id = p.attempt_id join exams e on e.id = a.exam_id
      join question_attempts t on t.exam_attempt_id = a.id and t.position = p.position
      join questions q on q.id = t.question_id join users u on u.id = a.user_id
      left join student_applications s on s.user_id = u.id left join users b on b.id = p.answered_by
    where ${where} order by (p.state <> 'open'), p.id limit ${limit}`.execute(db)
  const ownNumber = await readOwnNumbers(db, [...new Set(rows.map(({ examRowId }) => examRowId))])
  return rows.map(
    ({ rowId, examId, examRowId, seed, title, name, studentNo, class: className, score, maxScore, ...row }) => ({
      rowId,
      appeal: {
        ...row,
        exam: { id: examId, title },
        ownNumber: ownNumber(examRowId, seed, row.question)!,
        student: { name, number: studentNo, class: className },
        score: score / 100,
        maxScore: maxScore / 100,
      } satisfies Appeal,
    }),
  )
}
