import type { Appeal } from '@dxx/contract/calls/staff/exam-regrade'
import type { WorkDetail } from '@dxx/contract/calls/staff/work'
import type { QuestionType } from '@dxx/contract/questions'
import { numbersOnPaper } from '@dxx/contract/rules/exam-order'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection'

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
  const papers = await readOrders(db, [...new Set(rows.map(({ examRowId }) => examRowId))])
  return rows.map(
    ({ rowId, examId, examRowId, seed, title, name, studentNo, class: className, score, maxScore, ...row }) => ({
      rowId,
      appeal: {
        ...row,
        exam: { id: examId, title },
        ownNumber: numbersOnPaper(ownQuestions(papers.get(examRowId)!, seed), {
          seed,
          shuffle: { questions: papers.get(examRowId)!.shuffle, options: false },
        }).get(row.question)!,
        student: { name, number: studentNo, class: className },
        score: score / 100,
        maxScore: maxScore / 100,
      } satisfies Appeal,
    }),
  )
}

/** Questions of the student's paper, if students get different ones. */
function ownQuestions({ questions, forms }: PaperOrder, seed: number) {
  return forms ? forms[seed % forms.length]!.map((position) => questions[position]!) : questions
}

interface PaperOrder {
  id: number
  shuffle: boolean
  questions: { id: string; type: QuestionType }[]
  forms: number[][] | null
}

/** Questions of exams in the order of the composed paper, to compute the numbers of a student. */
async function readOrders(db: Db, examIds: number[]): Promise<Map<number, PaperOrder>> {
  const { rows } = await sql<PaperOrder>`
    select e.id, e.shuffle_questions as shuffle, e.forms -> 'lists' as forms,
      (select json_agg(json_build_object('id', q.uid, 'type', q.type) order by p.position)
        from exam_questions p join questions q on q.id = p.question_id where p.exam_id = e.id) as questions
    from exams e where e.id = any(${examIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
