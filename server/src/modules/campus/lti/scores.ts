import { sql } from 'kysely'
import { LtiRefused } from '../../../adapters/lti/lti'
import { retryAfter } from '../../../base/retry-schedule'
import type { Db } from '../../../db/connection'
import type { LtiTargetKind } from '../../../db/schema/campus'
import { totalPercent } from '../../catalogue/public'
import { platformById } from './platforms'
import { callService, type LtiContext } from './services'

const batch = 100
/**
 * Seconds until the score is computed again: short while the student works, then longer; null when it is no longer
 * computed.
 */
const again = (sinceLaunch: number): number | null =>
  sinceLaunch < 3600 ? 60 : sinceLaunch < 86_400 ? 600 : sinceLaunch < 200 * 86_400 ? 7200 : null

interface Reached {
  /** Hundredths of a percent. */
  reached: number
  isFinal: boolean
}

/** Progress of a user at a target; null if there is none yet. */
async function reachedBy(db: Db, userId: number, kind: LtiTargetKind, id: string): Promise<Reached | null> {
  const queries = {
    chapter: sql<Reached>`
      select p.percent * 100 as reached, p.done_at is not null as "isFinal"
      from progress p join chapters h on h.id = p.chapter_id where h.uid = ${id} and p.user_id = ${userId}`,
    curriculum: sql<Reached>`
      select ${totalPercent(userId)} * 100 as reached, ${totalPercent(userId)} >= 100 as "isFinal"
      from curricula c where c.uid = ${id} and exists (
        select from progress where user_id = ${userId} and curriculum_id = c.id)`,
    practice: sql<Reached>`
      select max(s.points)::int as reached, true as "isFinal" from (
        select 10000.0 * (select count(*) from question_attempts a where a.practice_id = p.id and a.verdict = 'right')
          / greatest(cardinality(p.version_ids), 1) as points
        from practices p join curricula c on c.id = p.curriculum_id
        where c.uid = ${id} and p.user_id = ${userId} and p.ended_at is not null and p.way = 'answer') s
      having count(*) > 0`,
    // SQL: only results of which the student was notified.
    exam: sql<Reached>`
      select max(10000.0 * a.score / greatest(e.score, 1))::int as reached, true as "isFinal"
      from exam_attempts a join exams e on e.id = a.exam_id
      where e.uid = ${id} and a.user_id = ${userId} and a.score_state = 'scored' and a.told_at is not null
      having count(*) > 0`,
  } satisfies Record<LtiTargetKind, unknown>
  const { rows } = await queries[kind].execute(db)
  const [row] = rows
  return row ? { reached: Math.min(10_000, Math.max(0, Math.round(Number(row.reached)))), isFinal: row.isFinal } : null
}

/** Computes due scores and sends changed ones. Each row is claimed before the request, so that two servers send once. */
export async function sendDueScores(ctx: LtiContext): Promise<void> {
  for (let count = 0; count < batch; count++) if (!(await sendNext(ctx))) return
}

/** Seconds for one request; after them another server may try. */
const claimSeconds = 120

async function sendNext(ctx: LtiContext): Promise<boolean> {
  const { db, clock, log } = ctx
  const now = clock.now()
  const { rows } = await sql<{ id: number }>`
    update lti_scores set due_at = ${now + claimSeconds}::bigint where id = (
      select id from lti_scores where due_at <= ${now}::bigint order by due_at, id limit 1 for update skip locked)
    returning id`.execute(db)
  if (!rows[0]) return false
  const { id } = rows[0]
  const score = await db
    .selectFrom('lti_scores as s')
    .innerJoin('lti_links as l', 'l.id', 's.link_id')
    .select(['s.user_id', 's.subject', 's.sent', 's.sent_final', 's.failures', 's.last_launch_at'])
    .select(['l.platform_id', 'l.target_kind', 'l.target_id', 'l.line_item'])
    .where('s.id', '=', id)
    .executeTakeFirst()
  const platform = score && (await platformById(db, score.platform_id))
  const update = (values: object) => db.updateTable('lti_scores').set(values).where('id', '=', id).execute()
  if (!score || !platform) {
    await update({ due_at: null })
    return true
  }
  const next = again(now - score.last_launch_at)
  const retry = { due_at: next === null ? null : now + next }
  const found = await reachedBy(db, score.user_id, score.target_kind, score.target_id)
  if (!found || (found.reached === score.sent && found.isFinal === score.sent_final)) {
    await update(retry)
    return true
  }
  const { reached, isFinal } = found
  try {
    const sent = { subject: score.subject, percent: reached / 100, isFinal, at: now }
    await callService(ctx, platform, 'score', (token) => ctx.lti.sendScore(score.line_item, token, sent))
    const values = { reached, is_final: isFinal, sent: reached, sent_final: isFinal, sent_at: now }
    await update({ ...values, failures: 0, last_error: '', ...retry })
  } catch (error) {
    log.warn({ err: error, score: id }, 'a score was not accepted by a learning platform')
    const failures = score.failures + 1
    const wait = error instanceof LtiRefused && error.permanent ? null : retryAfter(failures)
    const due = { due_at: wait === null ? null : now + wait }
    await update({ reached, is_final: isFinal, failures, last_error: String(error).slice(0, 300), ...due })
  }
  return true
}
