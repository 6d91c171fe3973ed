import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'
import type { About } from '../../db/schema/ai'
import { keyText } from '../../questions/present'
import { onSale, ownedBy } from '../catalogue/public'
import { rejectEmbargoed, versionsById } from '../questions/public'
import { paragraphPlainText, stemText } from './question-texts'
import { asLine } from './sources'

/** Text a question refers to, limited to what the user may read. */
export interface QuestionContext {
  /** Displayed with the question. */
  quote: string
  /** Input for the model. */
  text: string
  /** Answer key and analysis, if the user has already seen them; otherwise empty. */
  told: string
}

/** Returns a passage selected on the reading page. The user needs access to its chapter; the client sends the quote. */
async function passageText(db: Db, userId: number, { chapterId, quote }: NonNullable<About['passage']>, now: number) {
  const { rows } = await sql<{ title: string; book: string }>`
    select ch.title, c.title as book from chapters ch join curricula c on c.id = ch.curriculum_id
    where ch.uid = ${chapterId} and ch.removed_at is null and ${onSale(now)} and (ch.free or ${ownedBy({ id: userId })})`.execute(
    db,
  )
  const [chapter] = rows
  if (!chapter) fail('curriculum-not-found')
  return { quote, text: `《${chapter.book}》${chapter.title}\n${quote}`, told: '' }
}

/** Whether the user has answered question `q` and seen the result; some exams never show it. */
const toldTo = (userId: number) => sql<boolean>`exists (
  select from question_attempts a
  left join exam_attempts x on x.id = a.exam_attempt_id
  left join exams e on e.id = x.exam_id
  where a.question_id = q.id and a.user_id = ${userId} and a.verdict <> 'grading' and e.analysis is distinct from 'never')`

/**
 * Returns a question, with key and analysis only after the user has answered it and seen the result. As in 错题本,
 * users may also ask about an exam question whose curriculum they never owned; after a refund they may not.
 */
async function questionText(db: Db, userId: number, uid: string, now: number): Promise<QuestionContext> {
  const { rows } = await sql<{ id: number; versionId: number; answered: boolean }>`
    select q.id, q.version_id as "versionId", ${toldTo(userId)} as answered
    from questions q join curricula c on c.id = q.curriculum_id
    where q.uid = ${uid} and q.removed_at is null
      and (${onSale(now)} and (q.free or ${ownedBy({ id: userId })}) or ${toldTo(userId)} and not exists (
        select from entitlements e where e.user_id = ${userId} and e.curriculum_id = q.curriculum_id))`.execute(db)
  const question = rows[0] ?? fail('question-not-found')
  await rejectEmbargoed(db, [{ questionId: question.id }], now)
  const [version] = await versionsById(db, [question.versionId])
  const stem = stemText(version!.body)
  const told = question.answered
    ? [keyText(version!, paragraphPlainText), paragraphPlainText(version!.rubric.analysis)].filter(Boolean)
    : []
  return { quote: asLine(stem.split('\n')[0]!), text: [stem, ...told].join('\n'), told: told.join('\n') }
}

export async function questionContext(
  db: Db,
  userId: number,
  { passage, questionId }: About,
  now: number,
): Promise<QuestionContext> {
  if (passage) return passageText(db, userId, passage, now)
  if (questionId) return questionText(db, userId, questionId, now)
  return { quote: '', text: '', told: '' }
}
