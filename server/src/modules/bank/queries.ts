import type { QuestionType } from '@dxx/contract/questions'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { inOpenExam } from '../questions/public'
import { inWrongBook } from './selection'

interface Group {
  chapter: string | null
  title: string | null
  place: number | null
  type: QuestionType
  count: number
  answered: number
  right: number
}

/** Progress in a bank by chapter and type, based on the last answer to each question. */
export async function readBankProgress(db: Db, userId: number, bankId: number, now: number) {
  const { rows } = await sql<Group>`
    select ch.uid as chapter, ch.title, ch.position as place, q.type, count(*) as count, count(last.verdict) as answered,
      count(*) filter (where last.verdict = 'right') as right
    from questions q
    left join chapters ch on ch.id = q.chapter_id
    left join lateral (
      select a.verdict from question_attempts a
      where a.user_id = ${userId} and a.question_id = q.id and a.source <> 'exam' order by a.id desc limit 1
    ) last on true
    where q.curriculum_id = ${bankId} and q.removed_at is null and not ${inOpenExam('q.id', now)}
    group by 1, 2, 3, 4 order by 3, 4`.execute(db)
  const chapters = new Map<string, ReturnType<typeof empty> & { id: string; title: string }>()
  const types = new Map<QuestionType, ReturnType<typeof empty> & { type: QuestionType }>()
  for (const group of rows) {
    if (!types.has(group.type)) types.set(group.type, { type: group.type, ...empty() })
    add(types.get(group.type)!, group)
    if (group.chapter === null) continue
    if (!chapters.has(group.chapter))
      chapters.set(group.chapter, { id: group.chapter, title: group.title!, ...empty() })
    add(chapters.get(group.chapter)!, group)
  }
  const counts = await sql<{ wrong: number; favourites: number }>`
    select (select count(*) from wrong_questions w join questions q on q.id = w.question_id
        join curricula c on c.id = q.curriculum_id
        where q.curriculum_id = ${bankId} and ${inWrongBook(userId, {}, now)}) as wrong,
      (select count(*) from question_favourites f join questions q on q.id = f.question_id
        where f.user_id = ${userId} and q.curriculum_id = ${bankId} and not ${inOpenExam('q.id', now)}) as favourites`.execute(
    db,
  )
  return { chapters: [...chapters.values()], types: [...types.values()], ...counts.rows[0]! }
}

const empty = () => ({ count: 0, answered: 0, right: 0 })

function add(to: ReturnType<typeof empty>, { count, answered, right }: Group): void {
  to.count += count
  to.answered += answered
  to.right += right
}

/** SQL for the number of questions of 错题本 that are due for review. */
export const selectWrongDue = (userId: number, now: number) => sql<number>`(
    select count(*) from wrong_questions w
    join questions q on q.id = w.question_id join curricula c on c.id = q.curriculum_id
    where ${inWrongBook(userId, {}, now)} and w.due_at <= ${now})`

/** SQL for the time when the next question of 错题本 becomes due. */
export const selectNextReview = (userId: number, now: number) => sql<number | null>`(
    select min(due_at) from wrong_questions
    where user_id = ${userId} and removed_at is null and mastered_at is null and due_at > ${now})`

/** Counts the questions of 错题本 that are due for review. */
export async function countDueWrong(db: Db, userId: number, now: number): Promise<number> {
  const { due } = await db.selectNoFrom(selectWrongDue(userId, now).as('due')).executeTakeFirstOrThrow()
  return due
}
