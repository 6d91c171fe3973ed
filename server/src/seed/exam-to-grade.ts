import { sql } from 'kysely'
import type { Config } from '../config'
import type { Db } from '../db/connection'
import { closeDue, scoreAll } from '../modules/exams/score'
import { prepareAttempts } from '../modules/exams/start'
import { writers, writtenAnswer } from './written-answers'

/** Sample exam whose answers wait for a grader. */
export const examToGrade = 'basics-quiz'

interface Seeding {
  db: Db
  config: Pick<Config, 'secret'>
  now: number
}

/** A class takes the exam and submits; its 简答 wait. */
export async function seedExamToGrade({ db, config, now }: Seeding): Promise<void> {
  const exam = await db
    .selectFrom('exams as e')
    .innerJoin('exam_classes as k', 'k.exam_id', 'e.id')
    .innerJoin('classes as c', 'c.id', 'k.class_id')
    .innerJoin('schools as s', 's.id', 'e.school_id')
    .select(['e.id', 'e.starts_at', 'e.question_count', 'e.school_id', 's.name as school'])
    .select(['c.id as class_id', 'c.name as class'])
    .where('e.slug', '=', examToGrade)
    .executeTakeFirstOrThrow()
  const created = exam.starts_at - 30 * 86_400
  const users = await db
    .insertInto('users')
    .values(writers.map((nickname) => ({ nickname, student_status: 'passed' as const, created_at: created })))
    .returning('id')
    .execute()
  await db
    .insertInto('student_applications')
    .values(
      users.map(({ id }, i) => ({
        user_id: id,
        school_id: exam.school_id,
        school_name: exam.school,
        class_id: exam.class_id,
        class_name: exam.class,
        student_no: String(20240211 + i),
        name: writers[i]!,
        submitted_at: created,
        reviewed_at: created,
      })),
    )
    .execute()
  await prepareAttempts(
    db,
    exam.id,
    users.map(({ id }) => ({ userId: id, number: 1 })),
  )
  const started = exam.starts_at + 3600
  const { rows: attempts } = await sql<{ id: number }>`
    update exam_attempts set state = 'running', started_at = ${started}::bigint, deadline_at = ${started + 1800}::bigint, epoch = 1
    where exam_id = ${exam.id} and state = 'prepared' and user_id = any(${users.map(({ id }) => id)}::bigint[])
    returning id`.execute(db)
  const steps = attempts
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .flatMap((attempt, student) =>
      Array.from({ length: exam.question_count }, (_, position) => {
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
  await closeDue(db, now)
  await sql`update exam_attempts set state = 'submitted' where exam_id = ${exam.id} and state = 'closed'`.execute(db)
  await scoreAll({ db, clock: { now: () => now, nowMs: () => now * 1000 }, config })
}
