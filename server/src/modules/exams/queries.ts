import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { preparedQuery, preparedSql } from '../../db/prepared'
import type { Given } from '../../questions/rubric'
import type { Candidate } from './rules'

const examRows = (db: Db) =>
  db
    .selectFrom('exams as e')
    .innerJoin('schools as s', 's.id', 'e.school_id')
    .select([
      'e.id',
      'e.uid',
      'e.title',
      'e.notice',
      'e.seed',
      'e.analysis',
      'e.rank',
      'e.score',
      'e.duration',
      'e.extension',
      's.name as school',
      'e.school_id as schoolId',
      'e.starts_at as startsAt',
      'e.ends_at as endsAt',
      'e.closes_at as closesAt',
      'e.pass_score as passScore',
      'e.question_count as questionCount',
      'e.attempts_allowed as attemptsAllowed',
      'e.shuffle_questions as shuffleQuestions',
      'e.shuffle_options as shuffleOptions',
      'e.withdrawn_at as withdrawnAt',
      'e.withdrawn_reason as withdrawnReason',
      'e.paused_at as pausedAt',
      'e.pause_reason as pauseReason',
      'e.paper_version as paperVersion',
      sql<number | null>`(e.forms ->> 'scoreRange')::float8`.as('scoreRange'),
      sql<boolean>`coalesce(e.forms ? 'equating', false)`.as('equated'),
      sql<number[]>`(select json_agg(class_id) from exam_classes where exam_id = e.id)`.as('classIds'),
    ])

const examByUid = preparedQuery((db, uid: string) => examRows(db).where('e.uid', '=', uid))

export type ExamRow = Awaited<ReturnType<typeof examByUid>>[number]

/** Returns an exam for taking it; a withdrawn one is rejected with its reason. */
export async function examToTake(db: Db, uid: string): Promise<ExamRow> {
  const [exam = fail('exam-not-found')] = await examByUid(db, uid)
  if (exam.withdrawnAt !== null) fail('exam-not-found', { msg: `《${exam.title}》已撤回：${exam.withdrawnReason}` })
  return exam
}

const selectExam = preparedQuery((db, id: number) => examRows(db).where('e.id', '=', id))

export async function examById(db: Db, id: number): Promise<ExamRow> {
  const [exam] = await selectExam(db, id)
  return exam!
}

interface ListOptions {
  classIds: number[]
  now: number
  status?: number
  offset: number
  limit: number
}

/** SQL: end of exam `e`. If the exam is paused, the end as if the pause ended now. */
export const endsAt = (now: number) =>
  sql<number>`(e.ends_at + greatest(0, ${now}::bigint - coalesce(e.paused_at, ${now}::bigint)))`

const ofClass = (db: Db, { classIds, now, status }: Pick<ListOptions, 'classIds' | 'now' | 'status'>) => {
  const query = examRows(db)
    .where('e.withdrawn_at', 'is', null)
    .where('e.id', 'in', (eb) => eb.selectFrom('exam_classes').select('exam_id').where('class_id', 'in', classIds))
  if (status === 0) return query.where('e.starts_at', '>', now)
  if (status === 1) return query.where('e.starts_at', '<=', now).where(endsAt(now), '>=', now)
  return status === 2 ? query.where(endsAt(now), '<', now) : query
}

/** Returns a page of exams: running exams by end, then upcoming exams (next first), then past exams (latest first). */
export function examPage(db: Db, options: ListOptions) {
  const { now, offset, limit } = options
  return inOrder(ofClass(db, options), now).offset(offset).limit(limit).execute()
}

/** All exams in the order of `examPage`. */
export const examsInOrder = (db: Db, now: number) => inOrder(examRows(db), now)

const inOrder = (query: ReturnType<typeof examRows>, now: number) =>
  query
    .orderBy(sql`case when ${endsAt(now)} < ${now} then 2 when e.starts_at > ${now} then 1 else 0 end`)
    .orderBy(
      sql`case when ${endsAt(now)} < ${now} then -e.ends_at when e.starts_at > ${now} then e.starts_at else e.ends_at end`,
    )
    .orderBy('e.id')

export async function countExams(db: Db, options: Pick<ListOptions, 'classIds' | 'now' | 'status'>): Promise<number> {
  return countRows(db.selectFrom(ofClass(db, options).as('listed')))
}

interface MineOptions {
  userId: number
  /** Empty for users who are no longer students; they still see the exams that they took. */
  classIds: number[]
  now: number
}

/** Open or upcoming exams of the class, and all exams the student has taken. */
const selectOwnExams = (db: Db, { userId, classIds, now }: MineOptions) =>
  examRows(db).where(
    sql<boolean>`(${endsAt(now)} >= ${now} and e.withdrawn_at is null and exists (
        select from exam_classes k where k.exam_id = e.id and k.class_id = any(${classIds}::bigint[]))
      or exists (
        select from exam_attempts a where a.exam_id = e.id and a.user_id = ${userId} and a.state <> 'prepared'))`,
  )

/** Returns a page of the student's exams in the order of `examPage`. */
export function ownExams(db: Db, options: MineOptions, { offset, limit }: { offset: number; limit: number }) {
  return inOrder(selectOwnExams(db, options), options.now).offset(offset).limit(limit).execute()
}

export async function countOwnExams(db: Db, options: MineOptions): Promise<number> {
  return countRows(db.selectFrom(selectOwnExams(db, options).as('listed')))
}

export function typesOf(db: Db, examId: number) {
  return (
    db
      .selectFrom('exam_questions as p')
      .innerJoin('question_versions as v', 'v.id', 'p.version_id')
      .innerJoin('questions as q', 'q.id', 'p.question_id')
      .select((eb) => [
        'q.type',
        eb.fn.countAll<number>().as('count'),
        sql<number>`sum(coalesce(p.points, (v.rubric ->> 'score')::int))`.as('score'),
      ])
      .where('p.exam_id', '=', examId)
      // If students get different papers, the first paper represents all: they have the same sections and points.
      .where(
        sql<boolean>`coalesce((select e.forms #> '{lists,0}' @> to_jsonb(p.position) from exams e where e.id = ${examId}), true)`,
      )
      .groupBy('q.type')
      .orderBy((eb) => eb.fn.min('p.position'))
      .execute()
  )
}

const selectApplication = preparedQuery((db, userId: number) =>
  db
    .selectFrom('student_applications')
    .select([
      'school_id as schoolId',
      sql<number[]>`(select coalesce(json_agg(c.class_id), '[]') from student_classes c
        where c.user_id = student_applications.user_id)`.as('classIds'),
    ])
    .where('user_id', '=', userId),
)

export async function candidate(db: Db, user: { id: number; studentStatus: string }): Promise<Candidate> {
  const [row] = await selectApplication(db, user.id)
  const passed = user.studentStatus === 'passed'
  return { passed, schoolId: row?.schoolId ?? null, classIds: row?.classIds ?? [] }
}

export const attemptRows = (db: Db) =>
  db
    .selectFrom('exam_attempts as a')
    .select([
      'a.id as rowId',
      'a.uid as id',
      'a.exam_id as examId',
      'a.user_id as userId',
      'a.number',
      'a.seed',
      'a.state',
      'a.started_at as startedAt',
      'a.deadline_at as deadlineAt',
      'a.submitted_at as submittedAt',
      'a.epoch',
      'a.answered',
      'a.hash',
      'a.score_state as scoreState',
      'a.score',
      'a.waiting_score as waitingScore',
      'a.paused_at as pausedAt',
      'a.paused_seconds as pausedSeconds',
      'a.extension',
      'a.told_at as toldAt',
    ])

export type AttemptRow = Awaited<ReturnType<typeof listExamAttempts>>[number]

export const listExamAttempts = preparedQuery((db, userId: number, examIds: number[]) =>
  attemptRows(db)
    .where('a.user_id', '=', userId)
    .where(sql<boolean>`a.exam_id = any(${examIds}::bigint[])`)
    .orderBy('a.number'),
)

/** Finds a started attempt of the user. */
export const ownAttempt = preparedQuery((db, userId: number, uid: string) =>
  attemptRows(db).where('a.uid', '=', uid).where('a.user_id', '=', userId).where('a.state', '!=', 'prepared'),
)

/** Locks a started attempt of the user and reads it with its exam. */
export const lockAttempt = preparedQuery((db, userId: number, uid: string) =>
  attemptRows(db)
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .select(['e.title', 'e.question_count as questionCount', 'e.seed as paperSeed'])
    .where('a.uid', '=', uid)
    .where('a.user_id', '=', userId)
    .where('a.state', '!=', 'prepared')
    .forUpdate('a'),
)

/** Finds a submitted attempt of any user, because every holder of a receipt may check the receipt. */
export function attemptByUid(db: Db, uid: string) {
  return attemptRows(db).where('a.uid', '=', uid).where('a.hash', 'is not', null).executeTakeFirst()
}

export interface Effective {
  attemptId: number
  position: number
  answer: Given | null
  flagged: boolean
}

/** Returns the effective answers of attempts: the newest step of every question. */
export const effectiveAnswers = preparedSql(
  (attemptIds: number[]) => sql<Effective>`
    select distinct on (attempt_id, position) attempt_id as "attemptId", position, answer, flagged
    from exam_steps where attempt_id = any(${attemptIds}::bigint[]) and fate = 'counted'
    order by attempt_id, position, epoch desc, seq desc`,
)
