import { formatClock } from '@dxx/contract/rules/format'
import { sql } from 'kysely'
import type { Storage } from '../../adapters/storage/storage'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'
import type { About } from '../../db/schema/ai'
import { answerText, keyText, type Version } from '../../questions/present'
import type { Given, PartBody } from '../../questions/rubric'
import { partTypes } from '../../questions/types'
import { onSale, ownedBy } from '../catalogue/public'
import { rejectEmbargoed, versionsById } from '../questions/public'
import { readStoredCues, subtitlesAt } from './lesson-text'
import { paragraphPlainText, stemText } from './question-texts'
import { asLine } from './sources'

/** Text a question refers to, limited to what the user may read. */
export interface QuestionContext {
  /** Displayed with the question. */
  quote: string
  /** Text to search for, besides the user's own words. */
  topic: string
  /** Input for the model, without the right answer. */
  text: string
  /** Answer key and analysis, if the user has already seen them; otherwise empty. */
  answerKey: string
  /**
   * The user's last answer to the question, as text; empty if there is none or if the exam does not show its result.
   */
  given: string
  /** Right answers, also if the user may not see them: used to check that a hint does not state them. */
  keys: string[]
}

const nothing: QuestionContext = { quote: '', topic: '', text: '', answerKey: '', given: '', keys: [] }

interface ChapterRow {
  title: string
  book: string
  subtitles: string | null
  plain: string
}

async function readableChapter(db: Db, userId: number, chapterId: string, now: number): Promise<ChapterRow> {
  const { rows } = await sql<ChapterRow>`
    select ch.title, c.title as book, m.key as subtitles, left(ch.plain, 1500) as plain
    from chapters ch join curricula c on c.id = ch.curriculum_id left join media m on m.id = ch.subtitles_id
    where ch.uid = ${chapterId} and ch.removed_at is null and ${onSale(now)} and (ch.free or ${ownedBy({ id: userId })})`.execute(
    db,
  )
  return rows[0] ?? fail('curriculum-not-found')
}

/** Returns a passage selected on the reading page. The user needs access to its chapter; the client sends the quote. */
async function passageText(db: Db, userId: number, { chapterId, quote }: NonNullable<About['passage']>, now: number) {
  const { book, title } = await readableChapter(db, userId, chapterId, now)
  return { ...nothing, quote, topic: quote, text: `《${book}》${title}\n${quote}` }
}

/** Returns the subtitles of a lesson around a second; without subtitles, the text of the lesson. */
async function lessonText(
  { db, storage, userId, now }: ContextOptions,
  { chapterId, second }: NonNullable<About['lesson']>,
): Promise<QuestionContext> {
  const { book, title, subtitles, plain } = await readableChapter(db, userId, chapterId, now)
  const { line, around } = subtitles
    ? subtitlesAt(await readStoredCues(storage, subtitles), second)
    : { line: '', around: plain }
  const at = formatClock(second)
  return {
    ...nothing,
    quote: line ? `${title} ${at}：${line}` : `${title} ${at}`,
    topic: `${title}\n${line}`,
    text: `《${book}》${title}，视频 ${at}，老师在这前后说：\n${around}`,
  }
}

/** SQL: whether the user has answered question `q` and may see the result; some exams never show it. */
const toldTo = (userId: number) => sql<boolean>`exists (
  select from question_attempts a
  left join exam_attempts x on x.id = a.exam_attempt_id
  left join exams e on e.id = x.exam_id
  where a.question_id = q.id and a.user_id = ${userId} and a.verdict <> 'grading' and e.analysis is distinct from 'never')`

/** Shown for a question that was handed in without an answer, for example at the deadline of an exam. */
const blankAnswer = '没有作答'

/** An answer as text: the chosen options in words, because papers shuffle their letters. */
function givenText({ body }: Pick<Version, 'body'>, given: Given | null): string {
  if (!given || given.type === 'material' || body.type === 'material') return answerText(given)
  const type = partTypes[body.type]
  const chosen = type.choices?.(body as never).filter(({ isChosen }) => isChosen(given as never)) ?? []
  return chosen.length > 0
    ? chosen.map(({ label, html }) => paragraphPlainText(html) || label).join('；')
    : answerText(given)
}

/** Right answers as single texts: options, blanks, values. */
function keysOf(version: Pick<Version, 'body' | 'rubric'>): string[] {
  const { body, rubric } = version
  if (rubric.type === 'blank')
    return rubric.blanks
      .flat()
      .map((accepted) => ('text' in accepted ? accepted.text.replaceAll('$', '') : accepted.value))
  if (rubric.type === 'material' && body.type === 'material')
    return rubric.parts.flatMap((part, i) => keysOf({ body: body.parts[i] as PartBody, rubric: part }))
  return keyText(version, paragraphPlainText)
    .replace(/^(参考)?答案：/, '')
    .split('；')
    .filter((key) => key !== '' && key.length < 60)
}

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
  const keyTexts = question.answered
    ? [keyText(version!, paragraphPlainText), paragraphPlainText(version!.rubric.analysis)].filter(Boolean)
    : []
  return {
    quote: asLine(stem.split('\n')[0]!),
    topic: asLine(stem.split('\n')[0]!),
    text: stem,
    answerKey: keyTexts.join('\n'),
    given: question.answered ? givenText(version!, await lastAnswer(db, userId, question.id)) || blankAnswer : '',
    keys: keysOf(version!),
  }
}

/** The user's newest wrong answer whose result is known, or the newest answer if none was wrong. */
async function lastAnswer(db: Db, userId: number, questionId: number): Promise<Given | null> {
  const row = await db
    .selectFrom('question_attempts')
    .select('answer')
    .where('user_id', '=', userId)
    .where('question_id', '=', questionId)
    .where('verdict', '<>', 'grading')
    .orderBy(sql`verdict = 'right'`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.answer ?? null
}

interface ContextOptions {
  db: Db
  storage: Storage
  userId: number
  now: number
}

/** Returns the text that a question refers to. A program is run only when the answer is generated. */
export async function questionContext(options: ContextOptions, about: About): Promise<QuestionContext> {
  const { db, userId, now } = options
  const { passage, questionId, lesson, code } = about
  if (passage) return passageText(db, userId, passage, now)
  if (questionId) return questionText(db, userId, questionId, now)
  if (lesson) return lessonText(options, lesson)
  if (code) {
    const first = code.source.split('\n').find((line) => line.trim() !== '') ?? ''
    return { ...nothing, quote: first.slice(0, 120), text: code.source }
  }
  return nothing
}
