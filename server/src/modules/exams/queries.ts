import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { Given } from '../questions/public'
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
      sql<number[]>`(select json_agg(class_id) from exam_classes where exam_id = e.id)`.as('classIds'),
    ])

export type ExamRow = NonNullable<Awaited<ReturnType<typeof examByUid>>>

export function examByUid(db: Db, uid: string) {
  return examRows(db).where('e.uid', '=', uid).executeTakeFirst()
}

export function examById(db: Db, id: number) {
  return examRows(db).where('e.id', '=', id).executeTakeFirstOrThrow()
}

interface ListOptions {
  classId: number
  now: number
  status?: number
  offset: number
  limit: number
}

const ofClass = (db: Db, { classId, now, status }: Pick<ListOptions, 'classId' | 'now' | 'status'>) => {
  const query = examRows(db).where('e.id', 'in', (eb) =>
    eb.selectFrom('exam_classes').select('exam_id').where('class_id', '=', classId),
  )
  if (status === 0) return query.where('e.starts_at', '>', now)
  if (status === 1) return query.where('e.starts_at', '<=', now).where('e.ends_at', '>=', now)
  return status === 2 ? query.where('e.ends_at', '<', now) : query
}

/** Those that run first, by their end; then those to come, the next first; then what is over, the latest first. */
export function examPage(db: Db, options: ListOptions) {
  const { now, offset, limit } = options
  return inOrder(ofClass(db, options), now).offset(offset).limit(limit).execute()
}

const inOrder = (query: ReturnType<typeof examRows>, now: number) =>
  query
    .orderBy(sql`case when e.ends_at < ${now} then 2 when e.starts_at > ${now} then 1 else 0 end`)
    .orderBy(
      sql`case when e.ends_at < ${now} then -e.ends_at when e.starts_at > ${now} then e.starts_at else e.ends_at end`,
    )
    .orderBy('e.id')

export async function countExams(db: Db, options: Pick<ListOptions, 'classId' | 'now' | 'status'>): Promise<number> {
  const { total } = await db
    .selectFrom(ofClass(db, options).as('listed'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

interface MineOptions {
  userId: number
  /** Null for those who are no students any more: what they took is still theirs. */
  classId: number | null
  now: number
}

/** What is open or comes for a class, and what the student has taken, wherever that was. */
const mine = (db: Db, { userId, classId, now }: MineOptions) =>
  examRows(db).where(
    sql<boolean>`(e.ends_at >= ${now} and exists (
        select from exam_classes k where k.exam_id = e.id and k.class_id = ${classId}::bigint)
      or exists (
        select from exam_attempts a where a.exam_id = e.id and a.user_id = ${userId} and a.state <> 'prepared'))`,
  )

/** In the order of examPage. */
export function ownExams(db: Db, options: MineOptions, { offset, limit }: { offset: number; limit: number }) {
  return inOrder(mine(db, options), options.now).offset(offset).limit(limit).execute()
}

export async function countOwnExams(db: Db, options: MineOptions): Promise<number> {
  const { total } = await db
    .selectFrom(mine(db, options).as('listed'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export function typesOf(db: Db, examId: number) {
  return db
    .selectFrom('exam_questions as p')
    .innerJoin('question_versions as v', 'v.id', 'p.version_id')
    .innerJoin('questions as q', 'q.id', 'p.question_id')
    .select((eb) => [
      'q.type',
      eb.fn.countAll<number>().as('count'),
      sql<number>`sum((v.rubric ->> 'score')::int)`.as('score'),
    ])
    .where('p.exam_id', '=', examId)
    .groupBy('q.type')
    .orderBy((eb) => eb.fn.min('p.position'))
    .execute()
}

export async function candidate(db: Db, user: { id: number; studentStatus: string }): Promise<Candidate> {
  const row = await db
    .selectFrom('student_applications')
    .select(['school_id as schoolId', 'class_id as classId'])
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  const passed = user.studentStatus === 'passed'
  return { passed, schoolId: row?.schoolId ?? null, classId: row?.classId ?? null }
}

const attemptRows = (db: Db) =>
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
    ])

export type AttemptRow = Awaited<ReturnType<typeof attemptsOf>>[number]

export function attemptsOf(db: Db, userId: number, examIds: number[]) {
  return attemptRows(db)
    .where('a.user_id', '=', userId)
    .where(sql<boolean>`a.exam_id = any(${examIds}::bigint[])`)
    .orderBy('a.number')
    .execute()
}

/** One that its owner has begun. */
export function ownAttempt(db: Db, userId: number, uid: string) {
  return attemptRows(db)
    .where('a.uid', '=', uid)
    .where('a.user_id', '=', userId)
    .where('a.state', '!=', 'prepared')
    .executeTakeFirst()
}

export function lockAttempt(tx: Db, userId: number, uid: string) {
  return attemptRows(tx)
    .where('a.uid', '=', uid)
    .where('a.user_id', '=', userId)
    .where('a.state', '!=', 'prepared')
    .forUpdate()
    .executeTakeFirst()
}

/** Whoever holds it: for the receipt. */
export function attemptByUid(db: Db, uid: string) {
  return attemptRows(db).where('a.uid', '=', uid).where('a.hash', 'is not', null).executeTakeFirst()
}

export interface Effective {
  attemptId: number
  position: number
  answer: Given | null
  flagged: boolean
}

/** What counts of some attempts: of every question the newest step. */
export async function effectiveAnswers(db: Db, attemptIds: number[]): Promise<Effective[]> {
  const { rows } = await sql<Effective>`
    select distinct on (attempt_id, position) attempt_id as "attemptId", position, answer, flagged
    from exam_steps where attempt_id = any(${attemptIds}::bigint[]) and fate = 'counted'
    order by attempt_id, position, epoch desc, seq desc`.execute(db)
  return rows
}

export async function countLeaves(db: Db, attemptId: number): Promise<number> {
  const row = await db
    .selectFrom('exam_leaves')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return row.count
}
