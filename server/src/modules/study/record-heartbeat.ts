import type { Locator } from '@dxx/contract/locator'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'
import { inTransaction } from '../../db/transaction'
import { byDay, type Claim, cover, coveredPercent, credit, lookBackSeconds, percentOf, type Stretch } from './rules'

interface ChapterRef {
  id: number
  revision: number
  /** Length of the chapter's video in seconds; 0 for texts. */
  duration: number
}

export interface Heartbeat extends Claim {
  userId: number
  /** Login time of the reporting device. */
  loginAt: number
  curriculumId: number
  chapter: ChapterRef | null
  session: string
  /** Position in the video (second) and in the text (locator). */
  second: number
  locator: Locator | null
  watched: readonly Stretch[]
  /** Time at which the locator was reached; undefined: the time `at`. */
  placedAt?: number | undefined
  /** Id of the last block of the text that was shown. */
  reached: string
}

/**
 * Records a heartbeat: seconds, progress, history. The only writer of study_events and progress. Serialised per user,
 * so that no second is credited twice.
 */
export function recordHeartbeat(
  db: Db,
  heartbeat: Heartbeat,
  now: number,
): Promise<{ percent: number; done: boolean }> {
  return inTransaction(db, async (tx) => {
    const { userId, curriculumId, chapter } = heartbeat
    await lockName(tx, `study ${userId}`)
    const at = Math.min(heartbeat.at, now)
    const known = await sessionOf(tx, userId, heartbeat.session)
    const { stretches, session } = credit(heartbeat, known, await busySince(tx, userId, now - lookBackSeconds), {
      loginAt: heartbeat.loginAt,
      now,
    })
    const before = chapter && (await progressOf(tx, userId, chapter.id))
    const covered = chapter ? await coverage(tx, heartbeat, chapter, before?.covered ?? [], stretches) : []
    const reached = chapter ? await reachedPercent(tx, heartbeat, chapter, covered) : 0
    const percent = Math.max(before?.percent ?? 0, reached)
    await addEvents(tx, heartbeat, stretches, {
      percent,
      at,
      opened: !known,
      advanced: percent > (before?.percent ?? 0),
    })
    await tx
      .insertInto('study_sessions')
      .values({ user_id: userId, id: heartbeat.session, seconds: session.seconds, last_at: session.lastAt })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id']).doUpdateSet({ seconds: session.seconds, last_at: session.lastAt }),
      )
      .execute()
    const doneAt = before?.done_at ?? (percent === 100 ? at : null)
    const placedAt = Math.min(heartbeat.placedAt ?? at, at)
    if (chapter) await saveProgress(tx, heartbeat, chapter, { percent, doneAt, covered, at: placedAt }, before)
    await noteHistory(tx, userId, curriculumId, at)
    return { percent, done: doneAt !== null }
  })
}

async function sessionOf(tx: Db, userId: number, id: string) {
  const row = await tx
    .selectFrom('study_sessions')
    .select(['seconds', 'last_at'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { seconds: row.seconds, lastAt: row.last_at }
}

async function busySince(tx: Db, userId: number, since: number): Promise<Stretch[]> {
  const { rows } = await sql<{ start_at: number; end_at: number }>`
    select start_at, end_at from study_events
    where int8range(user_id * 17179869184 + start_at, user_id * 17179869184 + end_at)
      && int8range(${userId}::bigint * 17179869184 + ${since}, (${userId}::bigint + 1) * 17179869184)
    order by start_at`.execute(tx)
  return rows.map(({ start_at, end_at }) => [start_at, end_at])
}

function progressOf(tx: Db, userId: number, chapterId: number) {
  return tx
    .selectFrom('progress')
    .select(['percent', 'done_at', 'covered', 'position_at'])
    .where('user_id', '=', userId)
    .where('chapter_id', '=', chapterId)
    .executeTakeFirst()
}

async function coverage(
  tx: Db,
  heartbeat: Heartbeat,
  { id, duration }: ChapterRef,
  covered: Stretch[],
  added: Stretch[],
) {
  if (duration === 0 || heartbeat.watched.length === 0) return covered
  const { credited } = await tx
    .selectFrom('study_events')
    .select(sql<number>`coalesce(sum(end_at - start_at), 0)::bigint`.as('credited'))
    .where('user_id', '=', heartbeat.userId)
    .where('curriculum_id', '=', heartbeat.curriculumId)
    .where('chapter_id', '=', id)
    .executeTakeFirstOrThrow()
  const now = added.reduce((sum, [from, to]) => sum + to - from, 0)
  return cover(covered, heartbeat.watched, { duration, credited: credited + now })
}

async function reachedPercent(tx: Db, { reached }: Heartbeat, { id, duration }: ChapterRef, covered: Stretch[]) {
  if (duration > 0) return coveredPercent(covered, duration)
  if (reached === '') return 0
  const { rows } = await sql<{ part: number; whole: number }>`
    select coalesce(sum(length(p.text) + 1) filter (where p.position <= r.position), 0)::bigint as part,
      coalesce(sum(length(p.text) + 1), 0)::bigint as whole
    from paragraphs p left join paragraphs r on r.chapter_id = p.chapter_id and r.pid = ${reached}
    where p.chapter_id = ${id}`.execute(tx)
  return percentOf(rows[0]!.part, rows[0]!.whole)
}

interface Reached {
  percent: number
  at: number
  opened: boolean
  advanced: boolean
}

/** Stores credited intervals; a continued interval extends its event. Opening and progress are also events. */
async function addEvents(
  tx: Db,
  heartbeat: Heartbeat,
  stretches: Stretch[],
  { percent, at, opened, advanced }: Reached,
) {
  const point: Stretch[] = stretches.length === 0 && (opened || advanced) ? [[at, at]] : []
  for (const stretch of [...stretches, ...point])
    for (const { day, from, to } of byDay(stretch)) {
      const longer = await tx
        .updateTable('study_events')
        .set({ end_at: to, percent })
        .where('user_id', '=', heartbeat.userId)
        .where('curriculum_id', '=', heartbeat.curriculumId)
        .where('chapter_id', 'is not distinct from', heartbeat.chapter?.id ?? null)
        .where('session', '=', heartbeat.session)
        .where('end_at', '=', from)
        .where(sql<boolean>`day = ${day}::date`)
        .returning('id')
        .executeTakeFirst()
      if (!longer)
        await tx
          .insertInto('study_events')
          .values({
            user_id: heartbeat.userId,
            curriculum_id: heartbeat.curriculumId,
            chapter_id: heartbeat.chapter?.id ?? null,
            session: heartbeat.session,
            day,
            start_at: from,
            end_at: to,
            percent,
          })
          .execute()
    }
}

interface NewProgress {
  percent: number
  doneAt: number | null
  covered: Stretch[]
  at: number
}

async function saveProgress(
  tx: Db,
  { userId, curriculumId, second, locator, reached }: Heartbeat,
  chapter: ChapterRef,
  { percent, doneAt, covered, at }: NewProgress,
  before: { position_at: number } | null | undefined,
): Promise<void> {
  // Without a locator the user is idle or only looked up a passage, so the stored position is not replaced.
  const isIdle = locator === null && reached !== ''
  const placedAt = isIdle && !before ? 0 : at
  const place = {
    seconds: chapter.duration > 0 ? Math.min(second, chapter.duration) : 0,
    ...(locator && { position: JSON.stringify(locator), revision: chapter.revision }),
    position_at: placedAt,
    updated_at: placedAt,
  }
  const row = { percent, done_at: doneAt, covered: JSON.stringify(covered) }
  const isLatest = !before || (!isIdle && at >= before.position_at)
  await tx
    .insertInto('progress')
    .values({ user_id: userId, chapter_id: chapter.id, curriculum_id: curriculumId, ...row, ...place })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'chapter_id']).doUpdateSet(isLatest ? { ...row, ...place } : row),
    )
    .execute()
}

async function noteHistory(tx: Db, userId: number, curriculumId: number, at: number): Promise<void> {
  await tx
    .insertInto('browse_records')
    .values({ user_id: userId, curriculum_id: curriculumId, viewed_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'curriculum_id'])
        .doUpdateSet((eb) => ({ viewed_at: eb.fn('greatest', ['browse_records.viewed_at', 'excluded.viewed_at']) })),
    )
    .execute()
  await tx
    .deleteFrom('study_removals')
    .where('user_id', '=', userId)
    .where('curriculum_id', '=', curriculumId)
    .where('removed_at', '<', at)
    .execute()
}
