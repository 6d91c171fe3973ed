import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { examStatus } from '@dxx/contract/rules/exam-status'
import { sql } from 'kysely'
import type { Config } from '../config'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { readPlan } from '../importer/exam-plan'
import { setManualScore, waitingAnswers } from '../modules/exams/manual-grading'
import { paperOf } from '../modules/exams/papers'
import { type ExamPlan, publishExam } from '../modules/exams/publish'
import { closeOverdueAttempts, recordEndedExams, scoreAll } from '../modules/exams/score'
import { prepareAttempts } from '../modules/exams/start'
import { sampleAnswer } from '../questions/score'
import { appealAsClass, classExam, takeAsClass } from './exam-class'
import { examToGrade, seedExamToGrade } from './exam-to-grade'

/** Results of the sample student and classmates in past exams: share of right answers, minutes, window leaves. */
const taken: {
  exam: string
  by: { mobile?: string; nickname: string; right: number; minutes: number; leaves: number[] }[]
} = {
  exam: 'ds-midterm',
  by: [
    { mobile: '13800000001', nickname: '周同学', right: 0.7, minutes: 64, leaves: [35] },
    { nickname: '许听澜', right: 0.9, minutes: 58, leaves: [] },
    { nickname: '方小满', right: 0.5, minutes: 88, leaves: [12, 80] },
    { nickname: '梁渡', right: 0.35, minutes: 41, leaves: [] },
  ],
}

interface Seeding {
  db: Db
  config: Pick<Config, 'secret'>
  now: number
  folder: string
}

/** Seeds the sample exams, dated from now, and results of past ones. Can run again at any later time. */
export function seedExams(seeding: Seeding): Promise<void> {
  return inTransaction(seeding.db, (db) => seedAll({ ...seeding, db }))
}

async function seedAll(seeding: Seeding): Promise<void> {
  const { db, folder, now } = seeding
  // Locked, because several servers may start at the same time.
  await sql`select pg_advisory_xact_lock(hashtext('sample exams'))`.execute(db)
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.yaml')).sort()
  for (const file of files) {
    const plan = await readPlan(join(folder, file), now)
    const newest = await newestOf(db, plan.slug)
    if (!newest) {
      await announce(db, plan, now)
      if (plan.slug === taken.exam) await takeExam(seeding, plan)
      if (plan.slug === examToGrade) await seedExamToGrade(seeding)
      if (plan.slug === classExam) {
        await takeAsClass(seeding, plan)
        await scoreTaken(seeding, plan)
        await appealAsClass(db, now)
      }
    } else if (examStatus(newest.startsAt, newest.endsAt, now) !== examStatus(plan.startsAt, plan.endsAt, now)) {
      // If the exam has ended or started since, it gets new dates; if students have started it, a new exam is added.
      if (newest.attemptCount === 0) await redate(db, newest.id, plan)
      else await announce(db, { ...plan, slug: `${plan.slug}-${newest.round + 1}` }, now)
    }
  }
}

/** Publishes an exam as if three days before its start; an upcoming one now, if that is earlier. */
const announce = (db: Db, plan: ExamPlan, now: number) =>
  publishExam(db, plan, Math.min(now, plan.startsAt - 3 * 86_400))

interface Newest {
  id: number
  /** 1 for the exam named like its file, 2 for `name-2`, 3 for `name-3`. */
  round: number
  startsAt: number
  endsAt: number
  attemptCount: number
}

async function newestOf(db: Db, slug: string): Promise<Newest | undefined> {
  const { rows } = await sql<Newest>`
    select e.id, coalesce(substring(e.slug from '-(\\d+)$')::int, 1) as round, e.starts_at as "startsAt",
      e.ends_at as "endsAt",
      (select count(*) from exam_attempts a where a.exam_id = e.id and a.state <> 'prepared') as "attemptCount"
    from exams e where e.slug = ${slug} or e.slug ~ ${`^${slug}-\\d+$`}
    order by round desc limit 1`.execute(db)
  return rows[0]
}

async function redate(db: Db, id: number, { startsAt, endsAt }: ExamPlan): Promise<void> {
  await db
    .updateTable('exams')
    .set({
      starts_at: startsAt,
      ends_at: endsAt,
      closes_at: endsAt,
      extension: 0,
      reminded_at: null,
      finished_at: null,
    })
    .where('id', '=', id)
    .execute()
}

async function takeExam({ db, config, now }: Seeding, { startsAt, endsAt }: ExamPlan): Promise<void> {
  const exam = await db
    .selectFrom('exams')
    .select(['id', 'seed', 'duration'])
    .where('slug', '=', taken.exam)
    .executeTakeFirstOrThrow()
  const { versions } = await paperOf({ db, rootDb: db, config }, exam)
  for (const [i, { mobile, nickname, right, minutes, leaves }] of taken.by.entries()) {
    const userId = mobile ? await sampleStudent(db, mobile) : await classmate(db, nickname, startsAt)
    if (userId === undefined) continue
    await prepareAttempts(db, exam.id, [{ userId, number: 1 }])
    const startedAt = startsAt + 3600 + i * 240
    const attempt = await db
      .updateTable('exam_attempts')
      .set({ state: 'running', started_at: startedAt, deadline_at: startedAt + minutes * 60, epoch: 1 })
      .where('exam_id', '=', exam.id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('exam_steps')
      .values(
        versions.map(({ rubric }, position) => {
          const at = startedAt + Math.round(((position + 1) * minutes * 60) / (versions.length + 1))
          // Wrong answers are spread differently for each student, so that not all fail the same question.
          const well = ((position * 7 + i * 3) % 10) / 10 < right
          const answer = JSON.stringify(sampleAnswer(rubric, well))
          return {
            attempt_id: attempt.id,
            epoch: 1,
            seq: position + 1,
            position,
            answer,
            flagged: false,
            at,
            received_at: at,
            fate: 'counted' as const,
          }
        }),
      )
      .execute()
    for (const [seq, seconds] of leaves.entries())
      await db
        .insertInto('exam_leaves')
        .values({ attempt_id: attempt.id, epoch: 1, seq: seq + 1, at: startedAt + 600 * (seq + 1), seconds })
        .execute()
  }
  await scoreTaken({ db, config, now }, { slug: taken.exam, endsAt })
}

/** Scores and grades the attempts of a past exam, dated an hour after its end. */
async function scoreTaken(
  { db, config, now }: Omit<Seeding, 'folder'>,
  { slug, endsAt }: Pick<ExamPlan, 'slug' | 'endsAt'>,
): Promise<void> {
  const exam = await db.selectFrom('exams').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
  // Closes the attempts, then records that the students submitted them at the time set above.
  await closeOverdueAttempts(db, now)
  await db
    .updateTable('exam_attempts')
    .set({ state: 'submitted' })
    .where('exam_id', '=', exam.id)
    .where('state', '=', 'closed')
    .execute()
  // Dated an hour after the end, so that wrong questions and results are as old as the exam.
  const marked = Math.min(now, endsAt + 3600)
  const clock = { now: () => marked, nowMs: () => marked * 1000 }
  await scoreAll({ db, clock, config })
  for (const [i, { attempt, number, full }] of (await waitingAnswers(db, slug)).entries())
    await setManualScore(db, { attempt, number, score: Math.round(full * (0.8 - (i % 3) * 0.1)) }, marked)
  await recordEndedExams(db, marked)
  await sql`update exam_attempts set told_at = ${marked}::bigint where exam_id = ${exam.id}`.execute(db)
}

async function sampleStudent(db: Db, mobile: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('mobile', '=', mobile)
    .where('student_status', '=', 'passed')
    .executeTakeFirst()
  return row?.id
}

/** Creates a classmate who cannot log in, so that the rank is meaningful. */
async function classmate(db: Db, nickname: string, now: number): Promise<number> {
  const row = await db
    .insertInto('users')
    .values({ nickname, created_at: now - 30 * 86_400 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
