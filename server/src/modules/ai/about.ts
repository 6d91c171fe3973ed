import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { fail } from '../../http/errors'
import { onSale, ownedBy } from '../catalogue/public'
import { mustBeOpen, versionsById } from '../questions/public'
import { plainText, stemText } from './question-texts'
import type { About } from './schema'
import { asLine } from './sources'

/** What a question refers to, read with the eyes of the user: what they may not read is not there. */
export interface AboutText {
  /** Shown with the question. */
  quote: string
  /** For whoever answers. */
  text: string
  /** The key and analysis of a question that the user has been told; empty otherwise. */
  told: string
}

/** A passage that was selected in a reader. Its chapter must be readable; the quote is the user's own copy of it. */
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

/** Whether somebody has answered a question `q` and was told how it went: some exams never tell. */
const toldTo = (userId: number) => sql<boolean>`exists (
  select from question_attempts a
  left join exam_attempts x on x.id = a.exam_attempt_id
  left join exams e on e.id = x.exam_id
  where a.question_id = q.id and a.user_id = ${userId} and a.verdict <> 'grading' and e.analysis is distinct from 'never')`

/**
 * A question, with its key and analysis only after the user has answered it and been told. Who met it in an exam without
 * ever having had its curriculum may ask too, as 错题本 shows it to them; a refund takes it away.
 */
async function questionText(db: Db, userId: number, uid: string, now: number): Promise<AboutText> {
  const { rows } = await sql<{ id: number; versionId: number; answered: boolean }>`
    select q.id, q.version_id as "versionId", ${toldTo(userId)} as answered
    from questions q join curricula c on c.id = q.curriculum_id
    where q.uid = ${uid} and q.removed_at is null
      and (${onSale(now)} and (q.free or ${ownedBy({ id: userId })}) or ${toldTo(userId)} and not exists (
        select from entitlements e where e.user_id = ${userId} and e.curriculum_id = q.curriculum_id))`.execute(db)
  const question = rows[0] ?? fail('question-not-found')
  await mustBeOpen(db, [{ questionId: question.id }], now)
  const [version] = await versionsById(db, [question.versionId])
  const stem = stemText(version!.body)
  const told = question.answered ? [keyText(version!), plainText(version!.rubric.analysis)].filter(Boolean) : []
  return { quote: asLine(stem.split('\n')[0]!), text: [stem, ...told].join('\n'), told: told.join('\n') }
}

type Version = Awaited<ReturnType<typeof versionsById>>[number]

function keyText({ body, rubric }: Version): string {
  if (rubric.type === 'judge') return `答案：${rubric.value ? '对' : '错'}`
  if ('right' in rubric && 'options' in body)
    return `答案：${rubric.right.map((i) => plainText(body.options[i]!.html)).join('；')}`
  return rubric.type === 'short' ? `参考答案：${plainText(rubric.reference)}` : ''
}

export async function aboutText(
  db: Db,
  userId: number,
  { passage, questionId }: About,
  now: number,
): Promise<AboutText> {
  if (passage) return passageText(db, userId, passage, now)
  if (questionId) return questionText(db, userId, questionId, now)
  return { quote: '', text: '', told: '' }
}
