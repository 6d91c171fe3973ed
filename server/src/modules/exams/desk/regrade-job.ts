import type { RulingKind } from '@dxx/contract/calls/staff/exam-shapes'
import { sql } from 'kysely'
import type { Config } from '../../../config'
import type { Db } from '../../../db/connection'
import { inTransaction } from '../../../db/transaction'
import type { Version } from '../../../questions/present'
import type { Rubric, Scored } from '../../../questions/rubric'
import { notifyAll } from '../../messages/public'
import {
  noteOutcomes,
  openGrading,
  retractOutcomes,
  sendToGrading,
  sumUpExams,
  waitingScore,
} from '../../questions/public'
import { paperOf, rulingsOf } from '../papers'
import { readOwnNumbers } from './own-numbers'
import { questionName } from './question-briefs'
import { type Rescored, rescore, type Scorable, scoredAttempts, waits } from './regrade'

const batch = 100

type RegradeContext = { db: Db; config: Pick<Config, 'secret'>; clock: { now(): number } }

/** Job: rescores in batches. Each batch commits with its cursor, so that a restarted job repeats and skips nothing. */
export async function runRegrade(ctx: RegradeContext, { regrade }: { regrade: number }): Promise<void> {
  while (await inTransaction(ctx.db, (tx) => regradeBatch(ctx, tx, regrade)));
}

async function regradeBatch(ctx: RegradeContext, tx: Db, id: number): Promise<boolean> {
  const now = ctx.clock.now()
  const regrade = await tx.selectFrom('exam_regrades').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!regrade || regrade.finished_at !== null) return false
  const exam = await tx.selectFrom('exams').selectAll().where('id', '=', regrade.exam_id).executeTakeFirstOrThrow()
  const { exam_id: examId, position } = regrade
  await sql`
    select id from exam_attempts where exam_id = ${examId} and id > ${regrade.cursor}::bigint and score_state <> 'scoring'
    order by id limit ${batch} for update`.execute(tx)
  const rows = await scoredAttempts(tx, examId, position, regrade.cursor, batch)
  if (rows.length === 0) {
    await tx.updateTable('exam_regrades').set({ finished_at: now }).where('id', '=', id).execute()
    return false
  }
  const paper = await paperOf({ ...ctx, db: tx, rootDb: ctx.db }, exam)
  const ruling = (await rulingsOf(tx, examId)).get(position)
  const { rubric } = paper.versions[position]!
  const rescored = rows.map((row) => ({ row, ...rescore(row, rubric, ruling, regrade.previous === 'give') }))
  await writeScores(tx, rubric, rescored, now)
  await sumUpExams(
    tx,
    rows.map((row) => row.id),
  )
  const changed = await recordChanges(tx, id, rescored, now)
  if (exam.finished_at !== null && exam.analysis !== 'never')
    await correctBook(tx, rescored, { isVoid: ruling?.kind === 'void', wasVoid: regrade.previous === 'void' }, now)
  await tellChanges(tx, { exam, version: paper.versions[position]!, regrade }, changed, now)
  const up = changed.filter(({ before, after }) => after > before).length
  await tx
    .updateTable('exam_regrades')
    .set((eb) => ({
      cursor: rows.at(-1)!.id,
      done: eb('done', '+', rows.length),
      changed: eb('changed', '+', changed.length),
      up: eb('up', '+', up),
      down: eb('down', '+', changed.length - up),
    }))
    .where('id', '=', id)
    .execute()
  return true
}

type Done = Rescored & { row: Scorable }

async function writeScores(tx: Db, rubric: Rubric, rescored: Done[], now: number): Promise<void> {
  const rows = rescored.map(({ row, scored, ruledFrom }) => ({
    id: row.answerId,
    verdict: scored.verdict,
    score: scored.score,
    waiting: waitingScore(rubric, scored),
    detail: scored.detail,
    ruledFrom,
  }))
  await sql`
    update question_attempts q set verdict = r.verdict, score = r.score, waiting_score = r.waiting, detail = r.detail,
      ruled_from = nullif(r."ruledFrom", 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      id bigint, verdict text, score int, waiting int, detail jsonb, "ruledFrom" jsonb)
    where q.id = r.id`.execute(tx)
  const open = rescored.filter(({ scored }) => waits(scored))
  await openGrading(
    tx,
    open.map(({ row, scored }) => ({ id: row.answerId, given: row.answer, ...scored })),
  )
  for (const { row, scored } of open)
    if (scored.verdict === 'grading')
      await sendToGrading(tx, { attemptId: row.answerId, userId: row.userId, source: 'exam' }, now)
}

interface ChangedTotal {
  userId: number
  uid: string
  seed: number
  before: number
  after: number
  final: boolean
}

/** Stores the changed scores. Returns the changed totals that were final before and after. */
async function recordChanges(tx: Db, regradeId: number, rescored: Done[], now: number) {
  const rows = rescored.map(({ row, scored }) => ({
    id: row.id,
    before: row.score,
    after: scored.score,
    total: row.total,
  }))
  await sql`
    insert into exam_score_changes (regrade_id, attempt_id, before, after, total_before, total_after, at)
    select ${regradeId}, a.id, r.before, r.after, r.total, a.score, ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, before int, after int, total int)
      join exam_attempts a on a.id = r.id
    where r.total <> a.score or r.before <> r.after`.execute(tx)
  const { rows: totals } = await sql<ChangedTotal>`
    select a.user_id as "userId", a.uid, a.seed, c.total_before as before, c.total_after as after, a.score_state = 'scored' as final
    from exam_score_changes c join exam_attempts a on a.id = c.attempt_id
    where c.regrade_id = ${regradeId} and c.attempt_id = any(${rows.map(({ id }) => id)}::bigint[])
      and c.total_before <> c.total_after`.execute(tx)
  return totals
}

/** Updates 错题本 to the new verdicts. Answers to a void question are never in 错题本, whatever their verdict. */
async function correctBook(
  tx: Db,
  rescored: Done[],
  { isVoid, wasVoid }: { isVoid: boolean; wasVoid: boolean },
  now: number,
): Promise<void> {
  const isWrong = (verdict: Scored['verdict']) => verdict === 'wrong' || verdict === 'partial'
  const righted = rescored.filter(({ row, scored }) => isVoid || (isWrong(row.verdict) && !isWrong(scored.verdict)))
  await retractOutcomes(
    tx,
    righted.map(({ row }) => row.answerId),
  )
  if (isVoid) return
  const wronged = rescored.filter(({ row, scored }) => (wasVoid || !isWrong(row.verdict)) && isWrong(scored.verdict))
  await noteOutcomes(
    tx,
    wronged.map(({ row, scored }) => ({
      userId: row.userId,
      questionId: row.questionId,
      source: 'exam' as const,
      attemptId: row.answerId,
      verdict: scored.verdict,
    })),
    now,
  )
}

const actions: Record<RulingKind, string> = {
  void: '作废，其余题按比例折算到原满分',
  give: '全体送分',
  key: '改了评分',
  original: '恢复了原来的评分',
}

interface ScoreChangeNotice {
  exam: { id: number; title: string }
  version: Version
  regrade: { kind: RulingKind; reason: string }
}

async function tellChanges(
  tx: Db,
  { exam, version, regrade }: ScoreChangeNotice,
  changed: ChangedTotal[],
  now: number,
): Promise<void> {
  const ownNumber = await readOwnNumbers(tx, [exam.id])
  for (const { userId, uid, seed, before, after, final } of changed) {
    if (!final) continue
    const number = ownNumber(exam.id, seed, version.uid)
    const body = `《${exam.title}》你的第 ${number} 题，${questionName(version)}${actions[regrade.kind]}，你的得分由 ${before / 100} 变为 ${after / 100}。原因：${regrade.reason}`
    await notifyAll(
      tx,
      [userId],
      { kind: 'study', title: '考试成绩有变', body, link: `pages/exam/result?id=${uid}` },
      now,
    )
  }
}
