import type { Locator } from '@dxx/contract/locator'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'
import { preparedSql } from '../../db/prepared'
import { inTransaction } from '../../db/transaction'
import {
  byDay,
  type Claim,
  coveredPercent,
  coverWatched,
  creditSeconds,
  type HeartbeatSession,
  lookBackSeconds,
  percentOf,
  type TimeSpan,
} from './rules'

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
  watched: readonly TimeSpan[]
  /** Time at which the locator was reached; undefined: the time `at`. */
  placedAt?: number | undefined
  /** Id of the last block of the text that was shown. */
  reached: string
}

/**
 * Records a heartbeat: seconds, progress, history. The only writer of study_events and progress. Serialised per user,
 * so that no second is credited twice: one statement reads after the lock, one writes.
 */
export function recordHeartbeat(
  db: Db,
  heartbeat: Heartbeat,
  now: number,
): Promise<{ percent: number; done: boolean }> {
  return inTransaction(db, async (tx) => {
    const { userId, chapter } = heartbeat
    await lockName(tx, `study ${userId}`)
    const at = Math.min(heartbeat.at, now)
    const before = await readBefore(tx, heartbeat, now)
    const { known, progress } = before
    const { stretches, session } = creditSeconds(heartbeat, known ?? undefined, before.busy, {
      loginAt: heartbeat.loginAt,
      now,
    })
    const covered = chapter ? coverage(heartbeat, chapter, before, stretches) : []
    const reached = chapter ? reachedPercent(chapter, before, covered) : 0
    const percent = Math.max(progress?.percent ?? 0, reached)
    const isNews = !known || percent > (progress?.percent ?? 0)
    const point: TimeSpan[] = stretches.length === 0 && isNews ? [[at, at]] : []
    const doneAt = progress?.doneAt ?? (percent === 100 ? at : null)
    const placedAt = Math.min(heartbeat.placedAt ?? at, at)
    const changes: Changes = {
      intervals: [...stretches, ...point].flatMap(byDay),
      at,
      sessionSeconds: session.seconds,
      lastAt: session.lastAt,
      percent,
      doneAt,
      doneRecordedAt: doneAt !== null && !progress?.doneAt ? now : null,
      covered,
      ...placeOf(heartbeat, progress, placedAt),
    }
    await write(tx, userId, heartbeat.curriculumId, chapter?.id ?? null, heartbeat.session, JSON.stringify(changes))
    return { percent, done: doneAt !== null }
  })
}

interface Before {
  known: HeartbeatSession | null
  /** Credited intervals of all devices, sorted. */
  busy: TimeSpan[]
  progress: { percent: number; doneAt: number | null; covered: TimeSpan[]; positionAt: number } | null
  /** Credited seconds of the chapter; null unless the heartbeat reports watched ranges. */
  credited: number | null
  /** Characters up to the last block shown and of the whole text; null unless the heartbeat names the block. */
  read: { part: number; whole: number } | null
}

const selectBefore = preparedSql(
  (
    userId: number,
    session: string,
    since: number,
    curriculumId: number,
    chapterId: number | null,
    watches: boolean,
    reached: string,
  ) => sql<Before>`
    select
      (select jsonb_build_object('seconds', seconds, 'lastAt', last_at) from study_sessions
        where user_id = ${userId} and id = ${session} limit 1) as known,
      (select coalesce(jsonb_agg(jsonb_build_array(start_at, end_at) order by start_at), '[]') from study_events
        where int8range(user_id * 17179869184 + start_at, user_id * 17179869184 + end_at)
          && int8range(${userId}::bigint * 17179869184 + ${since}, (${userId}::bigint + 1) * 17179869184)) as busy,
      (select jsonb_build_object('percent', percent, 'doneAt', done_at, 'covered', covered, 'positionAt', position_at)
        from progress where user_id = ${userId} and chapter_id = ${chapterId}::bigint limit 1) as progress,
      case when ${watches}::boolean then (
        select coalesce(sum(end_at - start_at), 0)::bigint from study_events
        where /* check: credited */ user_id = ${userId} and curriculum_id = ${curriculumId}::bigint and chapter_id = ${chapterId}::bigint
      ) end as credited,
      case when ${reached} <> '' then (
        select jsonb_build_object(
          'part', coalesce(sum(length(p.text) + 1) filter (where p.position <= r.position), 0),
          'whole', coalesce(sum(length(p.text) + 1), 0))
        from paragraphs p left join paragraphs r on r.chapter_id = p.chapter_id and r.pid = ${reached}
        where p.chapter_id = ${chapterId}::bigint
      ) end as read`,
)

async function readBefore(tx: Db, heartbeat: Heartbeat, now: number): Promise<Before> {
  const { userId, session, curriculumId, chapter, watched, reached } = heartbeat
  const isVideo = chapter !== null && chapter.duration > 0
  const [row] = await selectBefore(
    tx,
    userId,
    session,
    now - lookBackSeconds,
    curriculumId,
    chapter?.id ?? null,
    isVideo && watched.length > 0,
    isVideo ? '' : reached,
  )
  return row!
}

function coverage(heartbeat: Heartbeat, { duration }: ChapterRef, { progress, credited }: Before, added: TimeSpan[]) {
  const covered = progress?.covered ?? []
  if (credited === null) return covered
  const now = added.reduce((sum, [from, to]) => sum + to - from, 0)
  return coverWatched(covered, heartbeat.watched, { duration, credited: credited + now })
}

function reachedPercent({ duration }: ChapterRef, { read }: Before, covered: TimeSpan[]): number {
  if (duration > 0) return coveredPercent(covered, duration)
  return read ? percentOf(read.part, read.whole) : 0
}

interface NewProgress {
  percent: number
  doneAt: number | null
  /** Now if this heartbeat completes the chapter; otherwise the stored time stays. */
  doneRecordedAt: number | null
  covered: TimeSpan[]
  seconds: number
  position: Locator | null
  revision: number | null
  positionAt: number
  /** Whether the position is later than the stored one and replaces it. */
  isLatest: boolean
}

function placeOf(
  { chapter, second, locator, reached }: Heartbeat,
  before: Before['progress'],
  at: number,
): Omit<NewProgress, 'percent' | 'doneAt' | 'doneRecordedAt' | 'covered'> {
  // Without a locator the user is idle or only looked up a passage, so the stored position is not replaced.
  const isIdle = locator === null && reached !== ''
  const duration = chapter?.duration ?? 0
  return {
    seconds: duration > 0 ? Math.min(second, duration) : 0,
    position: locator,
    revision: locator && chapter ? chapter.revision : null,
    positionAt: isIdle && !before ? 0 : at,
    isLatest: !before || (!isIdle && at >= before.positionAt),
  }
}

/** Changes that a heartbeat makes, as JSON. */
interface Changes extends NewProgress {
  intervals: ReturnType<typeof byDay>
  at: number
  sessionSeconds: number
  lastAt: number
}

/**
 * Stores credited intervals, the session, the progress of the chapter (if any) and the history in one statement. An
 * interval that continues an event extends it.
 */
const write = preparedSql(
  (userId: number, curriculumId: number, chapterId: number | null, session: string, changes: string) => sql<object>`
    with new as (
      select intervals, at, "sessionSeconds", "lastAt", percent, "doneAt", "doneRecordedAt", covered, seconds, position, revision, "positionAt",
        "isLatest"
      from jsonb_to_record(${changes}::jsonb) as c(intervals jsonb, at bigint, "sessionSeconds" int, "lastAt" bigint,
        percent int, "doneAt" bigint, "doneRecordedAt" bigint, covered jsonb, seconds int, position jsonb, revision int, "positionAt" bigint, "isLatest" boolean)
    ), credited as (
      select i.day, i."from", i."to", new.percent
      from new, jsonb_to_recordset(new.intervals) as i(day date, "from" bigint, "to" bigint)
    ), longer as (
      update study_events s set end_at = i."to", percent = i.percent from credited i
      where s.user_id = ${userId} and s.curriculum_id = ${curriculumId} and s.session = ${session}
        and s.chapter_id is not distinct from ${chapterId}::bigint and s.end_at = i."from" and s.day = i.day
      returning i.day, i."from"
    ), added as (
      insert into study_events (user_id, curriculum_id, chapter_id, session, day, start_at, end_at, percent)
      select ${userId}::bigint, ${curriculumId}::bigint, ${chapterId}::bigint, ${session}::uuid, i.day, i."from", i."to", i.percent
      from credited i where not exists (select from longer l where l.day = i.day and l."from" = i."from")
    ), counted as (
      insert into study_sessions (user_id, id, seconds, last_at)
      select ${userId}::bigint, ${session}::uuid, "sessionSeconds", "lastAt" from new
      on conflict (user_id, id) do update set seconds = excluded.seconds, last_at = excluded.last_at
    ), placed as (
      insert into progress as p
        (user_id, chapter_id, curriculum_id, percent, done_at, done_recorded_at, covered, seconds, position, revision, position_at, updated_at)
      select ${userId}::bigint, ${chapterId}::bigint, ${curriculumId}::bigint, percent, "doneAt", "doneRecordedAt", covered, seconds, position,
        coalesce(revision, 0), "positionAt", "positionAt"
      from new where ${chapterId}::bigint is not null
      on conflict (user_id, chapter_id) do update set
        (percent, done_at, done_recorded_at, covered) = row(excluded.percent, excluded.done_at,
          coalesce(p.done_recorded_at, excluded.done_recorded_at), excluded.covered),
        (seconds, position, revision, position_at, updated_at) = (
          select case when new."isLatest" then excluded.seconds else p.seconds end,
            case when new."isLatest" then coalesce(excluded.position, p.position) else p.position end,
            case when new."isLatest" then coalesce(new.revision, p.revision) else p.revision end,
            case when new."isLatest" then excluded.position_at else p.position_at end,
            case when new."isLatest" then excluded.updated_at else p.updated_at end
          from new)
    ), seen as (
      insert into browse_records as b (user_id, curriculum_id, viewed_at)
      select ${userId}::bigint, ${curriculumId}::bigint, at from new
      on conflict (user_id, curriculum_id) do update set viewed_at = excluded.viewed_at
      where b.viewed_at < excluded.viewed_at
    )
    delete from study_removals
    where user_id = ${userId} and curriculum_id = ${curriculumId} and removed_at < (select at from new)`,
)
