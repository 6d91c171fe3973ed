import { randomUUID } from 'node:crypto'
import type { PartType } from '@dxx/contract/questions'
import { scoringMethods } from '@dxx/contract/rules/question-names'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import type { Given, PartDetail, PartGiven, PartRubric, Rubric, Scored } from '../../questions/rubric'
import { setQuestionPoints } from '../../questions/scale'
import { partTypes } from '../../questions/types'
import { unescapeHtml } from '../../text/html-text'
import { questionPlainText } from '../../text/question-text'
import { lockExam, lockTest, versionsById } from '../questions/public'
import { addGrade, deriveScore } from './grades'

/** An answer for manual grading: 简答, or a program that automatic grading gave up. Without names: grading is blind. */
export interface WaitingAnswer {
  attempt: string
  /** From 1, as on the paper; question parts of a 材料题 as 5.2. */
  number: string
  question: string
  reference: string
  points: string
  answer: string
  /** Points. */
  full: number
}

/** The source of a program that is stored as HTML. */
export const plainCode = (html: string) => unescapeHtml(html.replace(/<[^>]*>/g, '')).trim()

const waitingRows = (db: Db) =>
  db
    .selectFrom('question_attempts as q')
    .leftJoin('exam_attempts as a', 'a.id', 'q.exam_attempt_id')
    .select(['q.id', 'q.uid', 'a.uid as examUid', 'q.position', 'q.version_id as versionId', 'q.answer', 'q.detail'])
    .select([
      'q.max_score',
      'q.user_id',
      'q.question_id',
      'q.source',
      'q.test_attempt_id',
      'q.exam_attempt_id',
      'q.verdict',
      'q.score',
    ])

type WaitingRow = Awaited<ReturnType<ReturnType<typeof waitingRows>['executeTakeFirstOrThrow']>>

/** Returns the ungraded answers of an exam, sorted by question for consistent grading. */
export function waitingAnswers(db: Db, slug: string): Promise<WaitingAnswer[]> {
  const rows = waitingRows(db)
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .where('e.slug', '=', slug)
    .where('q.verdict', '=', 'marking')
    .orderBy('q.position')
    .orderBy('a.uid')
  return describeAll(db, rows)
}

/** Programs of practice and chapter tests that automatic grading gave up, oldest first. 简答 is not graded there. */
export function waitingPrograms(db: Db): Promise<WaitingAnswer[]> {
  return describeAll(db, manualPrograms(waitingRows(db)).where('q.verdict', '=', 'marking').orderBy('q.id'))
}

const manualPrograms = (rows: ReturnType<typeof waitingRows>) =>
  rows.where('q.grading_manual', '=', true).where('q.exam_attempt_id', 'is', null)

async function describeAll(db: Db, query: { execute(): Promise<WaitingRow[]> }): Promise<WaitingAnswer[]> {
  const rows = await query.execute()
  const versions = await versionsById(
    db,
    rows.map(({ versionId }) => versionId),
  )
  return rows.flatMap((row, i) => {
    const { body, rubric } = setQuestionPoints(versions[i]!, row.max_score)
    const bodies = body.type === 'material' ? body.parts : [body]
    const answers = row.answer?.type === 'material' ? row.answer.parts : [row.answer]
    // A single practice answer belongs to no paper.
    const place = row.examUid === null ? 1 : row.position + 1
    return partsOf(rubric).flatMap((part, index) => {
      const { verdict, detail } = partScore(row, index)
      const gradable = verdict === 'marking' ? forPerson(part, answers[index] ?? null, detail) : null
      if (!gradable || (row.examUid === null && scoringMethods[part.type] !== 'program')) return []
      return [
        {
          attempt: row.examUid ?? row.uid,
          number: body.type === 'material' ? `${place}.${index + 1}` : String(place),
          question: questionPlainText(bodies[index]!.stem),
          ...gradable,
          full: part.score / 100,
        },
      ]
    })
  })
}

const partsOf = (rubric: Rubric) => (rubric.type === 'material' ? rubric.parts : [rubric])
const partScore = ({ detail, verdict, score }: WaitingRow, index: number): Scored<PartDetail> =>
  detail.type === 'material' ? detail.parts[index]! : { verdict, score, detail }

/**
 * Returns the part of an answer that was scored automatically, as text for the grader; empty for answers that are only
 * scored manually.
 */
export const scoringNote = (type: PartType, detail: PartDetail): string => partTypes[type].manual?.note(detail) ?? ''

const htmlReader = { prose: questionPlainText, program: plainCode }

/** Returns the data that a grader needs; null if the answer is not graded manually. */
function forPerson(part: PartRubric, given: Given | null, detail: PartDetail) {
  const type = partTypes[part.type]
  if (!type.manual?.isDue(detail) || given?.type !== part.type) return null
  const points = type.manual.points(part).map(({ score, html }) => `（${score / 100}）${questionPlainText(html)}`)
  return {
    reference: type.manual.reference(part, htmlReader),
    points: [...points, type.manual.note(detail)].filter(Boolean).join(' '),
    answer: type.asText(given as PartGiven),
  }
}

export interface ManualScore {
  attempt: string
  number: string
  /** Points. */
  score: number
}

/** Why a manual score was not changed; shown to staff. */
class ManualScoreError extends Error {}

/** Runs a change in a transaction. Returns the problem that prevented it, or null. */
async function orProblem(db: Db, change: (tx: Db) => Promise<void>): Promise<string | null> {
  try {
    await inTransaction(db, change)
    return null
  } catch (error) {
    if (error instanceof ManualScoreError) return error.message
    throw error
  }
}

/** Locks an answer or question part that a person scores. */
async function lockPart(tx: Db, { attempt, number }: Omit<ManualScore, 'score'>) {
  const [, place, part] = /^(\d{1,4})(?:\.(\d{1,3}))?$/.exec(number) ?? []
  if (!place) throw new ManualScoreError(`题号 ${number} 要写成 5 或 5.2 的样子`)
  const row = await lockAnswer(tx, attempt, Number(place))
  if (!row) throw new ManualScoreError(`没有作答 ${attempt} 的第 ${number} 题`)
  const [version] = await versionsById(tx, [row.versionId])
  const { rubric } = setQuestionPoints(version!, row.max_score)
  const index = part === undefined ? 0 : Number(part) - 1
  const scored = rubric.type === 'material' ? rubric.parts[index] : part === undefined ? rubric : undefined
  const refused = refusal(scored, scored && partScore(row, index), row, number)
  if (refused) throw new ManualScoreError(refused)
  return { answerId: row.id, index, full: scored!.score }
}

/**
 * Sets the manual score of an answer. Returns the problem, or null if it was stored. Manual scores can be corrected;
 * the totals follow.
 */
export const setManualScore = (db: Db, { score, ...place }: ManualScore, now: number): Promise<string | null> =>
  orProblem(db, async (tx) => {
    const { answerId, index, full } = await lockPart(tx, place)
    const hundredths = Math.round(score * 100)
    if (!(hundredths >= 0 && hundredths <= full)) throw new ManualScoreError(`得分要在 0 到 ${full / 100} 之间`)
    const key = randomUUID()
    const grade = { key, score: hundredths, points: [], rubric: [], comment: '', decisive: true, by: null }
    await addGrade(tx, answerId, index, grade, now)
    await deriveScore(tx, answerId, index, now)
  })

/** Undoes the newest manual score of an answer; the score before it counts again. Returns the problem, or null. */
export const undoManualScore = (db: Db, place: Omit<ManualScore, 'score'>, now: number): Promise<string | null> =>
  orProblem(db, async (tx) => {
    const { answerId, index } = await lockPart(tx, place)
    const { numUpdatedRows } = await tx
      .updateTable('exam_grades')
      .set({ undone_at: now })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('exam_grades')
          .select('id')
          .where('question_attempt_id', '=', answerId)
          .where('part', '=', index)
          .where('undone_at', 'is', null)
          .orderBy('id', 'desc')
          .limit(1),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ManualScoreError(`第 ${place.number} 题还没有批阅，没有可以撤销的`)
    await deriveScore(tx, answerId, index, now)
  })

/** Locks and returns an answer with its totals, by exam attempt and position or by the id of a practice answer. */
async function lockAnswer(tx: Db, attempt: string, place: number): Promise<WaitingRow | undefined> {
  const exam = await tx.selectFrom('exam_attempts').select('id').where('uid', '=', attempt).executeTakeFirst()
  if (exam) {
    await lockExam(tx, exam.id)
    return waitingRows(tx)
      .where('q.exam_attempt_id', '=', exam.id)
      .where('q.position', '=', place - 1)
      .executeTakeFirst()
  }
  const programsOfAttempt = () => manualPrograms(waitingRows(tx)).where('q.uid', '=', attempt)
  const row = place === 1 ? await programsOfAttempt().executeTakeFirst() : undefined
  if (row && row.test_attempt_id !== null) await lockTest(tx, row.test_attempt_id)
  return row && programsOfAttempt().forUpdate('q').executeTakeFirst()
}

function refusal(
  part: PartRubric | undefined,
  before: Scored<PartDetail> | undefined,
  row: WaitingRow,
  number: string,
): string | null {
  const manual = part && partTypes[part.type].manual
  if (!part || !before || !manual) return `第 ${number} 题由系统评分，不用批阅`
  if (!manual.isDue(before.detail)) return `第 ${number} 题由测试评分，没有转人工，不用批阅`
  return row.verdict === 'unanswered' ? `第 ${number} 题没有作答，不用批阅` : null
}
