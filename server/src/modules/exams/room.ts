import { sql } from 'kysely'
import type { Db } from '../../db/connection'

interface Room {
  paused: { since: number; reason: string } | null
  messages: { id: string; at: number; body: string }[]
  voided: string[]
  given: string[]
}

const ruledQuestions = (kind: 'void' | 'give') => sql`
  coalesce((select json_agg(q.uid order by r.position) from exam_rulings r
    join exam_questions p on p.exam_id = r.exam_id and p.position = r.position
    join questions q on q.id = p.question_id
    where r.exam_id = e.id and r.kind = ${kind}), '[]')`

/** Returns what staff did to the exam of an attempt; fields without news are omitted. */
export async function readRoomNews(db: Db, attemptId: number): Promise<Partial<Room>> {
  const { rows } = await sql<Room>`
    select
      case when a.paused_at is not null then json_build_object('since', a.paused_at, 'reason', e.pause_reason) end as paused,
      coalesce((select json_agg(json_build_object('id', m.uid, 'at', m.at, 'body', m.body) order by m.id)
        from exam_messages m
        where m.exam_id = e.id and (m.user_ids is null or a.user_id = any(m.user_ids))), '[]') as messages,
      ${ruledQuestions('void')} as voided, ${ruledQuestions('give')} as given
    from exam_attempts a join exams e on e.id = a.exam_id
    where a.id = ${attemptId}`.execute(db)
  const { paused, messages, voided, given } = rows[0]!
  return {
    ...(paused && { paused }),
    ...(messages.length > 0 && { messages }),
    ...(voided.length > 0 && { voided }),
    ...(given.length > 0 && { given }),
  }
}
