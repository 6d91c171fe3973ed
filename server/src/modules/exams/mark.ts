import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { unescapeHtml } from '../../importer/html-text'
import {
  isTold,
  noteOutcomes,
  type Scored,
  scoreMaterial,
  sumUpExam,
  versionsById,
  waitingScore,
} from '../questions/public'

/** An answer that somebody has to read. Names are left out: marking is blind. */
export interface WaitingAnswer {
  attempt: string
  /** Counted from 1, as on the paper; a part of a 材料题 as 5.2. */
  number: string
  question: string
  reference: string
  points: string
  answer: string
  /** Points. */
  full: number
}

/** For a spreadsheet. */
const plain = (html: string) => unescapeHtml(html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).trim()

const waitingRows = (db: Db) =>
  db
    .selectFrom('question_attempts as q')
    .innerJoin('exam_attempts as a', 'a.id', 'q.exam_attempt_id')
    .select(['q.id', 'a.id as attemptId', 'a.uid', 'q.position', 'q.version_id as versionId', 'q.answer', 'q.detail'])
    .select(['q.user_id as userId', 'q.question_id as questionId', 'q.verdict', 'q.score'])

/** What waits of an exam, question by question, so that one is marked after the other by the same measure. */
export async function waitingAnswers(db: Db, slug: string): Promise<WaitingAnswer[]> {
  const rows = await waitingRows(db)
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .where('e.slug', '=', slug)
    .where('q.verdict', '=', 'marking')
    .orderBy('q.position')
    .orderBy('a.uid')
    .execute()
  const versions = await versionsById(
    db,
    rows.map(({ versionId }) => versionId),
  )
  return rows.flatMap((row, i) => {
    const { body, rubric } = versions[i]!
    const given = row.answer
    const bodies = body.type === 'material' ? body.parts : [body]
    const rubrics = rubric.type === 'material' ? rubric.parts : [rubric]
    const answers = given?.type === 'material' ? given.parts : [given]
    return rubrics.flatMap((part, index) => {
      const said = answers[index]
      const verdict = row.detail.type === 'material' ? row.detail.parts[index]!.verdict : row.verdict
      if (part.type !== 'short' || said?.type !== 'short' || verdict !== 'marking') return []
      return [
        {
          attempt: row.uid,
          number: body.type === 'material' ? `${row.position + 1}.${index + 1}` : String(row.position + 1),
          question: plain(bodies[index]!.stem),
          reference: plain(part.reference),
          points: part.points.map(({ score, html }) => `（${score / 100}）${plain(html)}`).join(' '),
          answer: said.text,
          full: part.score / 100,
        },
      ]
    })
  })
}

export interface Mark {
  attempt: string
  number: string
  /** Points. */
  score: number
}

/**
 * Sets a mark. Answers what is wrong with it, or null where it was taken. A mark that was set can be corrected: the
 * sums follow.
 */
export function setMark(db: Db, { attempt, number, score }: Mark, now: number): Promise<string | null> {
  const [, place, part] = /^(\d{1,4})(?:\.(\d{1,3}))?$/.exec(number) ?? []
  if (!place) return Promise.resolve(`题号 ${number} 要写成 5 或 5.2 的样子`)
  return inTransaction(db, async (tx) => {
    const locked = await tx
      .selectFrom('exam_attempts')
      .select('id')
      .where('uid', '=', attempt)
      .forUpdate()
      .executeTakeFirst()
    const row = locked
      ? await waitingRows(tx)
          .where('q.exam_attempt_id', '=', locked.id)
          .where('q.position', '=', Number(place) - 1)
          .executeTakeFirst()
      : undefined
    if (!row) return `没有作答 ${attempt} 的第 ${number} 题`
    const [version] = await versionsById(tx, [row.versionId])
    const { rubric } = version!
    const index = part === undefined ? 0 : Number(part) - 1
    const marked = rubric.type === 'material' ? rubric.parts[index] : part === undefined ? rubric : undefined
    if (marked?.type !== 'short') return `第 ${number} 题不是简答题`
    const hundredths = Math.round(score * 100)
    if (!(hundredths >= 0 && hundredths <= marked.score)) return `得分要在 0 到 ${marked.score / 100} 之间`
    if (row.verdict === 'unanswered') return `第 ${number} 题没有作答，不用批阅`
    const one: Scored<{ type: 'none' }> = {
      verdict: hundredths === marked.score ? 'right' : hundredths === 0 ? 'wrong' : 'partial',
      score: hundredths,
      detail: { type: 'none' },
    }
    const scored =
      row.detail.type === 'material'
        ? scoreMaterial(row.detail.parts.map((before, i) => (i === index ? one : before)))
        : one
    await tx
      .updateTable('question_attempts')
      .set({
        verdict: scored.verdict,
        score: scored.score,
        waiting_score: waitingScore(rubric, scored),
        detail: JSON.stringify(scored.detail),
      })
      .where('id', '=', row.id)
      .execute()
    await sumUpExam(tx, row.attemptId)
    if (await isTold(tx, row.attemptId))
      await noteOutcomes(
        tx,
        [
          {
            userId: row.userId,
            questionId: row.questionId,
            source: 'exam',
            attemptId: row.id,
            verdict: scored.verdict,
          },
        ],
        now,
      )
    return null
  })
}
