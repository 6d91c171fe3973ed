import { type RawBuilder, sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { prepared } from '../../db/prepared'
import { questionStem } from './desk/question-briefs'

interface Room {
  paused: { since: number; reason: string } | null
  messages: { id: string; at: number; body: string; question?: { id: string; stem: string } }[]
  voided: string[]
  given: string[]
}

/** SQL: whether the question at a position is on the paper of attempt `a`, see `prepareAttempts`. */
const isOnPaper = (position: RawBuilder<unknown>) => sql<boolean>`(e.forms is null
  or e.forms -> 'lists' -> (a.seed % jsonb_array_length(e.forms -> 'lists'))::int @> to_jsonb(${position}))`

const ruledQuestions = (kind: 'void' | 'give') => sql`
  coalesce((select json_agg(q.uid order by r.position) from exam_rulings r
    join exam_questions p on p.exam_id = r.exam_id and p.position = r.position
    join questions q on q.id = p.question_id
    where r.exam_id = e.id and r.kind = ${kind} and ${isOnPaper(sql`r.position`)}), '[]')`

interface MessageRow {
  id: string
  at: number
  body: string
  question: { id: string; html: string } | null
}

/** Returns the actions of staff on the exam of an attempt; omits fields without news. */
export async function readRoomNews(db: Db, attemptId: number): Promise<Partial<Room>> {
  const { rows } = await sql<Omit<Room, 'messages'> & { messages: MessageRow[] }>`
    select
      case when a.paused_at is not null then json_build_object('since', a.paused_at, 'reason', e.pause_reason) end as paused,
      coalesce((select json_agg(json_build_object('id', m.uid, 'at', m.at, 'body', m.body, 'question',
            case when q.id is not null then json_build_object('id', q.uid, 'html', v.body ->> 'stem') end) order by m.id)
        from exam_messages m
          left join exam_questions p on p.exam_id = m.exam_id and p.position = m.position
          left join questions q on q.id = p.question_id left join question_versions v on v.id = p.version_id
        where m.exam_id = e.id and (m.user_ids is null or a.user_id = any(m.user_ids))
          and (m.position is null or ${isOnPaper(sql`m.position`)})), '[]') as messages,
      ${ruledQuestions('void')} as voided, ${ruledQuestions('give')} as given
    from exam_attempts a join exams e on e.id = a.exam_id
    where a.id = ${attemptId}`.execute(db)
  const { paused, messages, voided, given } = rows[0]!
  return {
    ...(paused && { paused }),
    ...(messages.length > 0 && { messages: messages.map(quoted) }),
    ...(voided.length > 0 && { voided }),
    ...(given.length > 0 && { given }),
  }
}

const quoted = ({ question, ...message }: MessageRow) => ({
  ...message,
  ...(question && { question: { id: question.id, stem: questionStem(question.html) } }),
})

/** Stores that a student confirmed the messages up to one of them. */
const confirm = prepared<{ id: number }>(`
  update exam_attempts a set messages_read_at = greatest(coalesce(a.messages_read_at, 0), m.at)
  from exam_messages m
  where a.uid = $1 and a.user_id = $2 and a.state <> 'prepared' and m.uid = $3 and m.exam_id = a.exam_id
    and (m.user_ids is null or a.user_id = any(m.user_ids))
  returning a.id`)

export async function confirmMessages({ db, user }: Ctx<'student'>, input: { attempt: string; message: string }) {
  const [confirmed] = await confirm(db, input.attempt, user.id, input.message)
  if (!confirmed) fail('attempt-not-found')
  return {}
}
