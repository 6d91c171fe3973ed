import type { QuestionType } from '@dxx/contract/questions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { PracticeMode } from '../../db/schema/bank'
import { kindIsShown, onSale } from '../catalogue/public'
import { type AttemptSource, inOpenExam } from '../questions/public'

/**
 * Whether the user may see question `q` outside exams: it is free and published, the user owns its curriculum, or the
 * user has answered it without ever owning the curriculum (test of a free chapter, exam). A refund ends the last two
 * cases. Questions of open exams are hidden from all users.
 */
export const mayStudy = (userId: number, now: number) => sql<boolean>`(
  (q.free and exists (select from curricula c where c.id = q.curriculum_id and ${onSale(now)}) or exists (
    select from entitlements e
    where /* check: owned */ e.user_id = ${userId} and e.curriculum_id = q.curriculum_id and e.revoked_at is null
  ) or not exists (
    select from entitlements e where /* check: never-owned */ e.user_id = ${userId} and e.curriculum_id = q.curriculum_id
  ) and exists (select from question_attempts a where a.user_id = ${userId} and a.question_id = q.id))
  and not ${inOpenExam('q.id', now)})`

export interface WrongFilter {
  source?: AttemptSource
  type?: QuestionType
  cause?: string
  /** Curriculum uid. */
  curriculum?: string
}

/** Conditions for rows `w` of 错题本 with their questions `q` and curricula `c`. */
export function inWrongBook(userId: number, { source, type, cause, curriculum }: WrongFilter, now: number) {
  const all: RawBuilder<boolean>[] = [
    sql`w.user_id = ${userId} and w.removed_at is null and w.mastered_at is null`,
    mayStudy(userId, now),
    kindIsShown,
  ]
  if (source) all.push(sql`w.source = ${source}`)
  if (type) all.push(sql`q.type = ${type}`)
  if (cause) all.push(sql`${cause} = any(w.causes)`)
  if (curriculum) all.push(sql`c.uid = ${curriculum}`)
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

export interface Wanted extends WrongFilter {
  mode: Exclude<PracticeMode, 'adaptive' | 'diagnosis'>
  bankId: number | null
  chapter?: string
  count?: number
}

const most = 1000
const few = 20

/** Returns the question versions to practise, in order. */
export async function chooseVersions(db: Db, userId: number, wanted: Wanted, now: number): Promise<number[]> {
  const { mode, bankId, chapter, type, count } = wanted
  const ofBank = bankId === null ? sql`true` : sql`q.curriculum_id = ${bankId}`
  const offered = sql`${ofBank} and q.removed_at is null and ${mayStudy(userId, now)}`
  const ofBook = sql`wrong_questions w join questions q on q.id = w.question_id join curricula c on c.id = q.curriculum_id
    where ${ofBank} and ${inWrongBook(userId, wanted, now)}`
  const from = {
    chapter: sql`questions q where ${offered}
      and q.chapter_id = (select id from chapters where uid = ${chapter ?? null} and removed_at is null)
      order by q.position limit ${count ?? most}`,
    type: sql`questions q where ${offered} and q.type = ${type ?? null} order by q.position limit ${count ?? most}`,
    random: sql`questions q where ${offered} order by random() limit ${count ?? few}`,
    wrong: sql`${ofBook} order by w.last_at desc, q.id limit ${count ?? most}`,
    due: sql`${ofBook} and w.due_at <= ${now} order by w.due_at, q.id limit ${count ?? few}`,
    favourite: sql`question_favourites f join questions q on q.id = f.question_id
      where f.user_id = ${userId} and ${ofBank} and ${mayStudy(userId, now)}
      order by f.created_at desc, q.id limit ${count ?? most}`,
  }[mode]
  const { rows } = await sql<{ id: number }>`select q.version_id as id from ${from}`.execute(db)
  return rows.map(({ id }) => id)
}
