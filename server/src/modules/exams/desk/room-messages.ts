import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { questionStem } from './question-briefs'

type RoomMessage = StaffExam['messages'][number]

interface Row extends Omit<RoomMessage, 'to' | 'question'> {
  question: { id: string; number: number; html: string } | null
}

/** Reads messages `m` to the students of an exam, newest first. */
export async function readMessages(db: Db, where: RawBuilder<boolean>): Promise<RoomMessage[]> {
  const { rows } = await sql<Row>`
    select m.uid as id, m.at, m.body,
      case when m.user_ids is not null then array(select u.uid from users u where u.id = any(m.user_ids)) end as students,
      case when q.id is not null then json_build_object('id', q.uid, 'number', m.position + 1, 'html', v.body ->> 'stem') end as question
    from exam_messages m
      left join exam_questions p on p.exam_id = m.exam_id and p.position = m.position
      left join questions q on q.id = p.question_id left join question_versions v on v.id = p.version_id
    where ${where} order by m.at desc, m.id desc`.execute(db)
  return rows.map(({ question, ...message }) => ({
    ...message,
    to: message.students?.length ?? null,
    question: question && { id: question.id, number: question.number, stem: questionStem(question.html) },
  }))
}
