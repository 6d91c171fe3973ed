import type { Practice } from '@dxx/contract/calls/bank'
import type { QuestionType, Verdict } from '@dxx/contract/questions'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { PracticeMode, Way } from '../../db/schema/bank'

interface PracticeRow {
  rowId: number
  id: string
  mode: PracticeMode
  way: Way
  title: string
  seed: Buffer
  position: number
  at: number
  ended: boolean
  bankId: string | null
  bankTitle: string | null
  bankRowId: number | null
  scope: string
  isPlanned: boolean
  count: number
  answered: number
  right: number
}

const columns = sql`
  p.id as "rowId", p.uid as id, p.mode, p.way, p.title, p.seed, p.position, p.created_at as at,
  p.ended_at is not null as ended, c.uid as "bankId", c.title as "bankTitle",
  p.curriculum_id as "bankRowId", p.scope, p.planned is not null as "isPlanned",
  coalesce(p.planned, cardinality(p.version_ids)) as count,
  (select count(*) from question_attempts a where a.practice_id = p.id) as answered,
  (select count(*) from question_attempts a where a.practice_id = p.id and a.verdict = 'right') as right
  from practices p left join curricula c on c.id = p.curriculum_id`

export async function practiceByUid(db: Db, userId: number, uid: string): Promise<PracticeRow | undefined> {
  const { rows } = await sql<PracticeRow>`select ${columns} where p.user_id = ${userId} and p.uid = ${uid}`.execute(db)
  return rows[0]
}

export async function openPractice(db: Db, userId: number, scope: string): Promise<PracticeRow | undefined> {
  const { rows } = await sql<PracticeRow>`
    select ${columns} where p.user_id = ${userId} and p.scope = ${scope} and p.ended_at is null`.execute(db)
  return rows[0]
}

export async function openPractices(db: Db, userId: number, bankId: number): Promise<PracticeRow[]> {
  const { rows } = await sql<PracticeRow>`
    select ${columns} where p.user_id = ${userId} and p.curriculum_id = ${bankId} and p.ended_at is null
    order by p.id desc limit 10`.execute(db)
  return rows
}

export function practice(row: PracticeRow): Practice {
  const { id, mode, way, title, count, position, answered, right, at, bankId, bankTitle } = row
  const bank = bankId === null ? null : { id: bankId, title: bankTitle! }
  return { id, mode, way, title, bank, count, position, answered, right, at }
}

interface CardRow {
  index: number
  versionId: number
  questionId: number
  question: string
  type: QuestionType
  verdict: Verdict | null
  answerId: string | null
  favourite: boolean
}

/** Returns the questions of a practice in order, with their results in this practice. */
export async function cardsOf(db: Db, userId: number, practiceId: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select v.index - 1 as index, v.version_id as "versionId", q.id as "questionId", q.uid as question, q.type,
      a.verdict, a.uid as "answerId", f.user_id is not null as favourite
    from practices p
    cross join unnest(p.version_ids) with ordinality as v(version_id, index)
    join question_versions qv on qv.id = v.version_id
    join questions q on q.uid = qv.question_uid
    left join question_attempts a on a.practice_id = p.id and a.question_id = q.id
    left join question_favourites f on f.user_id = ${userId} and f.question_id = q.id
    where p.id = ${practiceId}
    order by v.index`.execute(db)
  return rows
}

/** Ends the practice if all questions are answered. */
export async function endIfDone(tx: Db, practiceId: number, now: number): Promise<void> {
  await sql`
    update practices p set ended_at = ${now}
    where p.id = ${practiceId} and p.ended_at is null and coalesce(p.planned, cardinality(p.version_ids)) <=
      (select count(*) from question_attempts a where a.practice_id = p.id)`.execute(tx)
}
