import { createHash } from 'node:crypto'
import type { Regrade } from '@dxx/contract/calls/staff/exam-regrade'
import type { RulingKind } from '@dxx/contract/calls/staff/exam-shapes'
import type { Answer } from '@dxx/contract/questions'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { inTransaction } from '../../../db/transaction'
import { enqueue } from '../../../jobs/queue'
import { scoreMaterial } from '../../../questions/material/score'
import { readAnswer } from '../../../questions/present'
import type { Given, Rubric, Scored } from '../../../questions/rubric'
import { type Ruling, rubricFor, scoreRuled } from '../../../questions/ruling'
import { partOfScore } from '../../../questions/shares'
import { conversionOf } from '../../questions/public'
import { type ExamPaper, rulingsOf } from '../papers'
import { PlanError } from '../publish'
import { regradeState } from './regrade-list'

export interface RulingInput {
  kind: RulingKind
  answers: Answer[]
  keepKey: boolean
}

/** Checks a ruling against the paper. Returns undefined if the question is scored as published again. */
export function makeRuling(paper: ExamPaper, position: number, input: RulingInput): Ruling | undefined {
  if (input.kind === 'original') return undefined
  if (input.kind === 'void' && paper.versions.every((_, i) => i === position || paper.voided.has(i)))
    throw new PlanError('至少要留一道题，不能全部作废')
  if (input.kind !== 'key') return { kind: input.kind, rubrics: [], keepKey: true }
  const version = paper.versions[position]!
  if (input.answers.length === 0) throw new PlanError('请给出算对的答案')
  const rubrics = input.answers.map((answer): Rubric => {
    const given = readAnswer(version, answer, paper)
    const rubric = given && rubricFor(version.rubric, given)
    if (!rubric) throw new PlanError('这个答案不能用来改评分：要答完整，简答和编程题请重新批阅、送分或作废')
    return rubric
  })
  return { kind: 'key', rubrics, keepKey: input.keepKey }
}

export interface Scorable {
  id: number
  uid: string
  userId: number
  answerId: number
  questionId: number
  answer: Given | null
  verdict: Scored['verdict']
  score: number
  detail: Scored['detail']
  ruledFrom: Scored | null
  total: number | null
  state: string
  /** Points reached (otherScore) and possible (otherMax) in the other questions that are not void. */
  otherScore: number
  otherMax: number
  fullScore: number
  maxScore: number
  /** Conversion of the totals of the student's paper; null without one. */
  slope: number | null
  intercept: number | null
}

/** Scored attempts with their answer at a position, in order of their id. */
export async function scoredAttempts(db: Db, examId: number, position: number, after: number, limit: number) {
  const { rows } = await sql<Scorable>`
    with scored as (
      select id, uid, user_id, seed, score, score_state from exam_attempts
      where exam_id = ${examId} and id > ${after}::bigint and score_state <> 'scoring' order by id limit ${limit}
    ), sums as (
      select q.exam_attempt_id as id, sum(q.max_score) as full_score,
        coalesce(sum(q.score) filter (where r.kind is null and q.position <> ${position}), 0) as other_score,
        coalesce(sum(q.max_score) filter (where r.kind is null and q.position <> ${position}), 0) as other_max
      from question_attempts q
      left join exam_rulings r on r.exam_id = ${examId} and r.position = q.position and r.kind = 'void'
      where q.exam_attempt_id in (select id from scored) group by 1
    )
    select a.id, a.uid, a.user_id as "userId", q.id as "answerId", q.question_id as "questionId", q.answer, q.verdict,
      q.score, q.detail, q.ruled_from as "ruledFrom", a.score as total, a.score_state as state,
      s.other_score as "otherScore", s.other_max as "otherMax", s.full_score as "fullScore", q.max_score as "maxScore",
      slope::float8, intercept::float8
    from scored a join question_attempts q on q.exam_attempt_id = a.id and q.position = ${position}
      join sums s on s.id = a.id
      cross join lateral ${conversionOf(sql`${examId}::bigint`, sql`a.seed`)} conversion
    order by a.id`.execute(db)
  return rows
}

export const waits = ({ verdict }: { verdict: Scored['verdict'] }) => verdict === 'marking' || verdict === 'grading'

export interface Rescored {
  scored: Scored
  /** Score to restore when the ruling "give all students the points" ends; null without such a ruling. */
  ruledFrom: Scored | null
}

/**
 * Scores a stored answer by a ruling. Manual scores and results of the code runner do not depend on a key, so they do
 * not change. An answer with such a score waits for grading again only if its only score was that given to all
 * students.
 */
export function rescore(row: Scorable, rubric: Rubric, ruling: Ruling | undefined, wasGiven: boolean): Rescored {
  const base: Scored = row.ruledFrom ?? { verdict: row.verdict, score: row.score, detail: row.detail }
  const isBase = row.ruledFrom !== null || !wasGiven
  if (ruling?.kind === 'give')
    return { scored: scoreRuled(rubric, row.answer, ruling), ruledFrom: isBase ? base : null }
  const scored = scoreRuled(rubric, row.answer, ruling)
  if (!isBase) return { scored, ruledFrom: null }
  if (scored.detail.type !== 'material' || base.detail.type !== 'material')
    return { scored: waits(scored) ? base : scored, ruledFrom: null }
  const previousParts = base.detail.parts
  const parts = scored.detail.parts.map((part, i) => (waits(part) ? previousParts[i]! : part))
  return { scored: scoreMaterial(parts), ruledFrom: null }
}

export interface RegradeChange {
  uid: string
  userId: number
  /** Whether the total is a result already: no answer waits for a person or the runner. */
  isFinal: boolean
  before: number
  after: number
  totalBefore: number
  totalAfter: number
}

/** The total by the formula of `sumUpExams`. */
function totalWith(row: Scorable, score: number, isVoid: boolean): number {
  const [sum, max] = isVoid ? [row.otherScore, row.otherMax] : [row.otherScore + score, row.otherMax + row.maxScore]
  const total = partOfScore(sum, row.fullScore, max)
  if (row.slope === null || total === 0 || total === row.fullScore) return total
  return Math.max(0, Math.min(row.fullScore, Math.round(row.slope * total + row.intercept!)))
}

/** Computes a ruling for all scored attempts without storing anything. */
export async function previewRegrade(db: Db, paper: ExamPaper, exam: RegradedExam, position: number, ruling?: Ruling) {
  const { rubric } = paper.versions[position]!
  const wasGiven = (await rulingsOf(db, exam.id)).get(position)?.kind === 'give'
  const rows = await scoredAttempts(db, exam.id, position, 0, 100_000)
  const seen = createHash('sha256')
  const changes: RegradeChange[] = rows.map((row) => {
    seen.update(`${row.id} ${row.score} ${row.total} ${row.state};`)
    const { scored } = rescore(row, rubric, ruling, wasGiven)
    return {
      uid: row.uid,
      userId: row.userId,
      isFinal: row.state === 'scored',
      before: row.score,
      after: scored.score,
      totalBefore: row.total!,
      totalAfter: totalWith(row, scored.score, ruling?.kind === 'void'),
    }
  })
  return { changes, mark: seen.digest('hex').slice(0, 32) }
}

export interface RegradedExam {
  id: number
  uid: string
  title: string
  seed: Buffer
}

/** Whether the job of a regrade has failed too often, so that only an owner can start it again. */
async function isGivenUp(tx: Db, regradeId: number): Promise<boolean> {
  const { rows } = await sql<{ state: Regrade['state'] }>`
    select ${regradeState} as state from exam_regrades r where r.id = ${regradeId}`.execute(tx)
  return rows[0]?.state === 'stopped'
}

interface NewRegrade {
  position: number
  kind: RulingKind
  ruling: Ruling | undefined
  reason: string
  by: number | null
}

interface RulingNotice {
  kind: RulingKind
  previous: RulingKind | null
  reason: string
}

/**
 * Message to students with a running attempt, shown with the question that it is about; null if the ruling changes
 * nothing for them.
 */
function roomText({ kind, previous, reason }: RulingNotice): string | null {
  if (kind === 'void') return `作废，不用再答：不计分，其余题按比例折算到原来的满分。原因：${reason}`
  if (kind === 'give') return `全体送分，答不答都得满分。原因：${reason}`
  if (kind === 'original' && (previous === 'void' || previous === 'give'))
    return `恢复原来的评分，请照常作答；页面上没有这道题时请重新进入考试。原因：${reason}`
  return null
}

/**
 * Stores a ruling and enqueues the job that rescores. The exclusive lock waits for attempts that are being scored by
 * the previous ruling, so that the job finds them.
 */
export function startRegrade(
  db: Db,
  exam: RegradedExam,
  { position, kind, ruling, reason, by }: NewRegrade,
  now: number,
) {
  return inTransaction(db, async (tx) => {
    const { rows: locked } = await sql<{ isOpen: boolean }>`
      select starts_at <= ${now}::bigint and closes_at >= coalesce(paused_at, ${now}::bigint) as "isOpen"
      from exams where id = ${exam.id} for update`.execute(tx)
    const running = await tx
      .selectFrom('exam_regrades')
      .select('id')
      .where('exam_id', '=', exam.id)
      .where('finished_at', 'is', null)
      .executeTakeFirst()
    if (running)
      throw new PlanError(
        (await isGivenUp(tx, running.id))
          ? '上一次改评分没有做完就停了，请所有者在“站点状态”里重试那个任务'
          : '上一次改评分还在进行，请等它完成',
      )
    const previous = (await rulingsOf(tx, exam.id)).get(position)?.kind ?? null
    await tx.deleteFrom('exam_rulings').where('exam_id', '=', exam.id).where('position', '=', position).execute()
    if (ruling)
      await tx
        .insertInto('exam_rulings')
        .values({
          exam_id: exam.id,
          position,
          kind: ruling.kind,
          rubrics: JSON.stringify(ruling.rubrics),
          keep_key: ruling.keepKey,
          reason,
          by_user: by,
          at: now,
        })
        .execute()
    const announcement = locked[0]!.isOpen && roomText({ kind, previous, reason })
    if (announcement)
      await tx
        .insertInto('exam_messages')
        .values({ exam_id: exam.id, body: announcement, position, by_user: by, at: now })
        .execute()
    await sql`update exams set paper_version = paper_version + 1 where id = ${exam.id}`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from exam_attempts where exam_id = ${exam.id} and score_state <> 'scoring'`.execute(tx)
    const regrade = await tx
      .insertInto('exam_regrades')
      .values({
        exam_id: exam.id,
        position,
        kind,
        previous,
        reason,
        by_user: by,
        created_at: now,
        total: rows[0]!.count,
      })
      .returning(['id', 'uid'])
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'regrade_exam', { regrade: regrade.id }, { runAt: now, uniqueKey: `regrade_exam ${regrade.id}` })
    return regrade
  })
}
