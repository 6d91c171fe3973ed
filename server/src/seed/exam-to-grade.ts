import { sql } from 'kysely'
import type { Config } from '../config'
import type { Db } from '../db/connection'
import { closeOverdueAttempts, scoreAll } from '../modules/exams/score'
import { prepareAttempts } from '../modules/exams/start'
import { addStudents, examWithClass } from './exam-students'
import { writers, writtenAnswer } from './written-answers'

/** Sample exam whose answers wait for manual grading. */
export const examToGrade = 'basics-quiz'

interface Seeding {
  db: Db
  config: Pick<Config, 'secret'>
  now: number
}

/** Adds attempts that a class has submitted; their 简答 wait for grading. */
export async function seedExamToGrade({ db, config, now }: Seeding): Promise<void> {
  const exam = await examWithClass(db, examToGrade)
  const users = await addStudents(db, exam, writers, 20_240_211)
  await prepareAttempts(
    db,
    exam.id,
    users.map(({ id }) => ({ userId: id, number: 1 })),
  )
  const started = exam.startsAt + 3600
  const { rows: attempts } = await sql<{ id: number }>`
    update exam_attempts set state = 'running', started_at = ${started}::bigint, deadline_at = ${started + 1800}::bigint, epoch = 1
    where exam_id = ${exam.id} and state = 'prepared' and user_id = any(${users.map(({ id }) => id)}::bigint[])
    returning id`.execute(db)
  const steps = attempts
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .flatMap((attempt, student) =>
      Array.from({ length: exam.questionCount }, (_, position) => {
        const text = writtenAnswer(student, position)
        const at = started + 300 * (position + 1) + student
        const answer = text ? JSON.stringify({ type: 'short', text }) : null
        return {
          attempt_id: attempt,
          epoch: 1,
          seq: position + 1,
          position,
          answer,
          flagged: false,
          at,
          received_at: at,
        }
      }),
    )
  await db
    .insertInto('exam_steps')
    .values(steps.map((step) => ({ ...step, fate: 'counted' as const })))
    .execute()
  await closeOverdueAttempts(db, now)
  await sql`update exam_attempts set state = 'submitted' where exam_id = ${exam.id} and state = 'closed'`.execute(db)
  await scoreAll({ db, clock: { now: () => now, nowMs: () => now * 1000 }, config })
}
