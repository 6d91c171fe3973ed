import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { findSimilarPairs } from '../../../fair/similarity'

/** Share of honest exams in which any pair may be shown. */
const falseAlarmRate = 0.05
/** More students are compared within their classes only: the time grows with the square. */
const comparedTogether = 600
const mostPairs = 50

interface Attempt {
  id: string
  attemptId: number
  name: string
  number: string
  class: string
  /** By position: canonical text of a wrong answer. */
  wrong: Record<string, string>
}

/**
 * The best attempt of each student with its wrong answers. Omits void questions, questions of which all students got
 * the points, and questions answered by a text or program.
 */
async function readAttempts(db: Db, examId: number): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    with counted as (
      select distinct on (user_id) id, uid, user_id from exam_attempts
      where exam_id = ${examId} and score_state = 'scored' order by user_id, score desc, number desc
    )
    select c.uid as id, c.id as "attemptId", coalesce(s.name, u.nickname) as name, coalesce(s.student_no, '') as number,
      coalesce(s.class_name, '') as class, coalesce((
        select jsonb_object_agg(q.position, lower(q.answer::text)) from question_attempts q join questions k on k.id = q.question_id
        where q.exam_attempt_id = c.id and q.verdict in ('wrong', 'partial') and q.answer is not null
          and k.type not in ('short', 'code') and not exists (
            select from exam_rulings r where r.exam_id = ${examId} and r.position = q.position and r.kind <> 'key')), '{}') as wrong
    from counted c join users u on u.id = c.user_id left join student_applications s on s.user_id = u.id
    order by c.id`.execute(db)
  return rows
}

function byClass(attempts: Attempt[]): Attempt[][] {
  const rooms = new Map<string, Attempt[]>()
  for (const one of attempts) rooms.set(one.class, [...(rooms.get(one.class) ?? []), one])
  return [...rooms.values()]
}

/** Pairs of students with more equal wrong answers than chance explains. They are questions to the teacher, never verdicts. */
export async function similarAnswers(db: Db, examId: number, questions: number) {
  const attempts = await readAttempts(db, examId)
  const rooms = attempts.length <= comparedTogether ? [attempts] : byClass(attempts)
  const known = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const found = rooms.map((room) =>
    findSimilarPairs(
      room.map(({ id, wrong }) => ({
        student: id,
        answers: Array.from({ length: questions }, (_, position) => wrong[position] ?? null),
      })),
      () => false,
      falseAlarmRate / rooms.length,
    ),
  )
  const pairs = found.flatMap((room) => room.pairs).sort((a, b) => a.chance - b.chance)
  return {
    students: attempts.length,
    compared: found.reduce((sum, room) => sum + room.compared, 0),
    falseAlarmRate,
    withinClasses: rooms.length > 1,
    more: Math.max(0, pairs.length - mostPairs),
    pairs: pairs.slice(0, mostPairs).map(({ students, ...pair }) => ({
      ...pair,
      students: students.map((id) => {
        const { name, number, class: ofClass } = known.get(id)!
        return { attempt: id, name, number, class: ofClass }
      }),
    })),
  }
}
