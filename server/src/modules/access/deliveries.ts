import { sql } from 'kysely'
import type { Db } from '../../db/connection'

interface Delivered {
  userId: number
  curriculumId: number
  chapterId: number | null
  resourceId: number | null
}

/**
 * Locks the entitlement while a delivery is recorded. A refund takes a lock before its check too, so either the refund
 * sees the delivery or the delivery finds the entitlement revoked.
 */
const right = ({ userId, curriculumId }: Pick<Delivered, 'userId' | 'curriculumId'>) => sql`
  select from entitlements where user_id = ${userId} and curriculum_id = ${curriculumId} and revoked_at is null for share`

/** Locks the entitlement while a refund is decided. */
export async function lockEntitlement(tx: Db, userId: number, curriculumId: number): Promise<void> {
  await sql`
    select from entitlements where user_id = ${userId} and curriculum_id = ${curriculumId} and revoked_at is null
    for update`.execute(tx)
}

/**
 * Records that the text of a chapter or bytes of a file are about to be sent. Negative `bytes` subtract bytes that were
 * recorded but not sent. Returns false if the entitlement was revoked; then nothing may be sent.
 */
export async function recordDelivery(
  db: Db,
  what: Delivered,
  sent: 'text' | { bytes: number },
  now: number,
): Promise<boolean> {
  const { userId, curriculumId, chapterId, resourceId } = what
  const [bytes, text] = sent === 'text' ? [0, '{(,)}'] : [Math.round(sent.bytes), '{}']
  const { rows } = await sql`
    with entitled as (${right(what)})
    insert into deliveries as d (user_id, curriculum_id, chapter_id, resource_id, bytes, text, first_at)
    select ${userId}, ${curriculumId}, ${chapterId}, ${resourceId}, ${bytes}, ${text}::int4multirange, ${now}
    from entitled
    on conflict (user_id, chapter_id, resource_id, question_id)
      do update set bytes = d.bytes + excluded.bytes, text = d.text + excluded.text
    returning 1`.execute(db)
  return rows.length > 0
}

/** Records that questions of paid banks, or answer keys of questions of paid textbooks, are about to be sent. */
export async function recordQuestions(db: Db, userId: number, questionIds: number[], now: number): Promise<void> {
  await sql`
    insert into deliveries (user_id, curriculum_id, question_id, first_at)
    select ${userId}, q.curriculum_id, q.id, ${now}
    from questions q join curricula c on c.id = q.curriculum_id
    join entitlements e on e.curriculum_id = c.id and e.user_id = ${userId} and e.revoked_at is null
    where q.id = any(${questionIds}::bigint[]) and c.pay_cents > 0
    for share of e
    on conflict do nothing`.execute(db)
}

/** A chapter or resource that contains a media file. */
interface Shown extends Delivered {
  /** Accessible without an entitlement. */
  free: boolean
  owned: boolean
  /** Size of the media file; for a streamed video, the total size of its files. */
  bytes: number
}

/** Streamed videos are stored under the key of their master playlist. */
const storedKey = (key: string) => (key.startsWith('v/') ? `${key.split('/').slice(0, 2).join('/')}/master.m3u8` : key)

/**
 * Checks whether the user of a media link may still load the file: a refund or an account closure ends the access.
 * Files outside chapters and resources, such as pictures in texts, are always allowed. `paid` lists the paid chapters
 * and resources through which the user has access.
 */
export async function mediaAccess(db: Db, userUid: string, key: string, now: number) {
  const user = /^[0-9a-f-]{36}$/.test(userUid) ? userUid : null
  const { rows } = await sql<Shown>`
    with shown as (
      select ch.curriculum_id, ch.id as chapter_id, null::bigint as resource_id, ch.free, m.bytes
      from media m join chapters ch on m.id in (ch.video_id, ch.subtitles_id)
      where m.key = ${storedKey(key)} and ch.removed_at is null
      union all
      select r.curriculum_id, null, r.id, exists (
        select from chapters x where x.curriculum_id = r.curriculum_id and x.removed_at is null and x.kind <> 'part' and x.free
          and (x.id = r.chapter_id or strpos(x.html, 'data-resource="' || r.uid || '"') > 0)), m.bytes
      from media m join resources r on r.media_id = m.id
      where m.key = ${storedKey(key)} and r.removed_at is null
    )
    select u.id as "userId", s.curriculum_id as "curriculumId", s.chapter_id as "chapterId",
      s.resource_id as "resourceId", s.bytes, s.free and c.published and c.published_at <= ${now} as free,
      exists (select from entitlements e
        where e.curriculum_id = c.id and e.user_id = u.id and e.revoked_at is null) as owned
    from shown s join curricula c on c.id = s.curriculum_id
    left join users u on u.uid = ${user}::uuid and u.closed_at is null`.execute(db)
  const open = rows.filter((row) => row.userId !== null && (row.free || row.owned))
  return { allowed: rows.length === 0 || open.length > 0, paid: open.filter(({ free }) => !free) }
}

/** Share of a chapter's text that was sent. */
const textShare = sql`(case when d.user_id is null then 0 when upper_inf(d.text) then 1
  else least(1, (select coalesce(sum(upper(r) - lower(r)), 0) from unnest(d.text) r)::numeric
    / greatest(1, char_length(ch.plain))) end)`

/** Assumed reading speed in characters per second. */
const readingRate = 7
/** A shorter text below a video without subtitles is only a caption and has no weight. */
const captionCharacters = 100

/**
 * Weight of the text in a video lesson, from 0 to 1: its reading time relative to reading time plus video length. At
 * least a quarter, so that the texts of all lessons together exceed the limit of an automatic refund, but one does not.
 */
const handoutWeight = sql`(case when char_length(ch.plain) < ${captionCharacters} and ch.subtitles_id is null then 0
  else greatest(0.25, char_length(ch.plain) / greatest(1, char_length(ch.plain) + ${readingRate} * ch.duration_seconds::numeric)) end)`

/**
 * SQL condition: the question is in the test of a free chapter, or of a part whose chapters are all free, so that all
 * users can see it.
 */
const inFreeTest = sql`exists (
  select from chapters t where t.curriculum_id = q.curriculum_id and t.test_slug = q.test_slug and t.removed_at is null
    and case when t.kind = 'part' then not exists (
      select from chapters b where b.parent_id = t.id and b.removed_at is null and not b.free) else t.free end)`

/** Number of questions that each paid chapter adds to the total, so that the few questions of a textbook weigh less. */
const questionsPerChapter = 5

/**
 * Share of a curriculum's paid content sent to the user, in percent: the maximum over chapters (texts by characters,
 * videos by bytes), files and questions.
 */
export async function deliveredPercent(db: Db, userId: number, curriculumId: number): Promise<number> {
  const { rows } = await sql<{ chapters: number; files: number; questions: number }>`
    with chapter_shares as (
      select case when ch.video_id is null then ${textShare} else ${handoutWeight} * ${textShare}
        + (1 - ${handoutWeight}) * least(1.0, coalesce(d.bytes, 0)::numeric / greatest(m.bytes, 1)) end as share
      from chapters ch left join media m on m.id = ch.video_id
      left join deliveries d on /* check: chapters */ d.user_id = ${userId} and d.chapter_id = ch.id
      where ch.curriculum_id = ${curriculumId} and ch.removed_at is null and ch.kind in ('text', 'video')
        and not ch.free)
    select
      (select coalesce(100 * avg(share), 0) from chapter_shares)::float8 as chapters,
      (select coalesce(100 * sum(least(m.bytes, coalesce(d.bytes, 0)))::numeric / nullif(sum(m.bytes), 0), 0)
        from resources r join media m on m.id = r.media_id
        left join deliveries d on /* check: files */ d.user_id = ${userId} and d.resource_id = r.id
        where r.curriculum_id = ${curriculumId} and r.removed_at is null)::float8 as files,
      (select coalesce(100 * count(d.user_id)::numeric / nullif(
          count(*) + ${questionsPerChapter} * (select count(*) from chapter_shares), 0), 0)
        from questions q
        left join deliveries d on /* check: questions */ d.user_id = ${userId} and d.question_id = q.id
        where q.curriculum_id = ${curriculumId} and q.removed_at is null and not ${inFreeTest}
          and not q.free)::float8 as questions`.execute(db)
  return Math.max(...Object.values(rows[0]!))
}

/** Character range of a paragraph that is sent outside its chapter, such as a search snippet. */
interface Excerpt {
  chapterUid: string
  pid: string
  from: number
  to: number
}

/** Records excerpts of paid chapters that are about to be sent; writes nothing for characters recorded before. */
export async function recordExcerpts(db: Db, userId: number, excerpts: Excerpt[], now: number): Promise<void> {
  if (excerpts.length === 0) return
  const column = <K extends keyof Excerpt>(name: K) => excerpts.map((excerpt) => excerpt[name])
  await sql`
    with sent as (
      select ch.curriculum_id, ch.id as chapter_id, int4range(p.position * 100000 + x.start, p.position * 100000 + x.stop) as text
      from unnest(${column('chapterUid')}::uuid[], ${column('pid')}::text[], ${column('from')}::int[], ${column('to')}::int[])
        as x (uid, pid, start, stop)
      join chapters ch on ch.uid = x.uid and not ch.free
      join curricula c on c.id = ch.curriculum_id and c.pay_cents > 0
      join paragraphs p on p.chapter_id = ch.id and p.pid = x.pid and p.position < 20000
      left join deliveries d on d.user_id = ${userId} and d.chapter_id = ch.id
      where d.text is null or not d.text @> int4range(p.position * 100000 + x.start, p.position * 100000 + x.stop)
    ), entitled as (
      select e.curriculum_id from entitlements e where e.user_id = ${userId} and e.revoked_at is null
        and e.curriculum_id in (select curriculum_id from sent) for share
    )
    insert into deliveries as d (user_id, curriculum_id, chapter_id, text, first_at)
    select ${userId}, s.curriculum_id, s.chapter_id, range_agg(s.text), ${now}
    from sent s join entitled using (curriculum_id)
    group by s.curriculum_id, s.chapter_id order by s.chapter_id
    on conflict (user_id, chapter_id, resource_id, question_id) do update set text = d.text + excluded.text`.execute(db)
}
