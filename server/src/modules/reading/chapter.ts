import type { ChapterProgress } from '@dxx/contract/calls/study'
import { ResponseCode } from '@dxx/contract/envelope'
import type { Locator } from '@dxx/contract/locator'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import { PrewrittenBody } from '../../base/prewritten-body'
import { fail } from '../../base/refusal'
import type { Ctx, User } from '../../context'
import type { Db } from '../../db/connection'
import { preparedSql } from '../../db/prepared'
import { recordDelivery } from '../access/public'
import { kindIsShown, onSale, ownedBy } from '../catalogue/public'
import { linksExpireAt, mediaUrl } from '../media/public'
import { anchorInBlocks, type Block } from './anchor'
import { resourceOf } from './resources'
import { type Neighbour, PersonalFields, type StoredVideo, sharedChapter } from './shared-chapter'

/** Returns a chapter that the user may read. Rejects unknown chapters and chapters without an entitlement. */
export async function readableChapter(
  db: Db,
  user: User,
  uid: string,
  kinds: readonly CurriculumKind[],
  now: number,
  curriculum?: string,
) {
  const row = await db
    .selectFrom('chapters as ch')
    .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
    .leftJoin('chapters as part', 'part.id', 'ch.parent_id')
    .select(['ch.id', 'ch.uid', 'ch.curriculum_id', 'ch.parent_id', 'ch.after_id', 'ch.position', 'ch.title'])
    .select(['ch.free', 'ch.revision', 'ch.duration_seconds', 'ch.test_slug', 'ch.word_count', 'ch.minutes'])
    .select(['ch.video_id', 'ch.subtitles_id', 'part.title as part_title', 'part.uid as part_uid'])
    .select(['part.test_slug as part_test', 'c.uid as curriculum_uid', 'c.title as curriculum_title'])
    .select(['c.kind as curriculum_kind', ownedBy(user).as('owned')])
    .select(sql<'text' | 'video' | 'expand'>`ch.kind`.as('kind'))
    .where('ch.uid', '=', uid)
    .where('ch.removed_at', 'is', null)
    .where('ch.kind', '<>', 'part')
    .where('c.kind', 'in', kinds)
    .where(sql<boolean>`(${onSale(now)} or ${ownedBy(user)})`)
    .executeTakeFirst()
  if (!row || (curriculum !== undefined && row.curriculum_uid !== curriculum)) fail('chapter-not-found')
  if (!row.free && !row.owned) fail('not-purchased')
  return row
}

export type ReadableChapter = Awaited<ReturnType<typeof readableChapter>>

export function blocksOf(db: Db, chapterId: number): Promise<Block[]> {
  return db
    .selectFrom('paragraphs')
    .select(['pid', 'text'])
    .where('chapter_id', '=', chapterId)
    .orderBy('position')
    .execute()
}

interface Opened {
  id: number
  curriculumId: number
  contentVersion: number
  free: boolean
  revision: number
  owned: boolean
  curriculum: string
  title: string
  /** Whether the whole text was sent to the user before. */
  delivered: boolean
  percent: number | null
  doneAt: number | null
  seconds: number | null
  position: Locator | null
  placeRevision: number | null
  updatedAt: number | null
  discussions: Record<string, number> | null
  /** Positions in audio and video resources, by resource. */
  positions: Record<string, number> | null
}

/**
 * Reads the fields of a chapter that depend on the user or change without an import. While books are hidden, only
 * opening a chapter is refused: heartbeats and highlights that a device sends later are stored.
 */
const openChapter = preparedSql(
  (uid: string, userId: number, kind: CurriculumKind, now: number) => sql<Opened>`
    select ch.id, ch.curriculum_id as "curriculumId", c.content_version as "contentVersion", ch.free, ch.revision,
      ${ownedBy({ id: userId })} as owned, c.uid as curriculum, c.title,
      coalesce(lower_inf(d.text) and upper_inf(d.text), false) as delivered,
      p.percent, p.done_at as "doneAt", p.seconds, p.position, p.revision as "placeRevision", p.updated_at as "updatedAt",
      (select jsonb_object_agg(counted.pid, counted.count) from (
        select po.pid, count(*) from posts po where po.chapter_id = ch.id and po.kind = 'discuss' group by po.pid
      ) counted) as discussions,
      (select jsonb_object_agg(r.uid, at.seconds) from resource_positions at join resources r on r.id = at.resource_id
        where at.user_id = ${userId} and r.curriculum_id = ch.curriculum_id) as positions
    from chapters ch join curricula c on c.id = ch.curriculum_id
    left join progress p on p.user_id = ${userId} and p.chapter_id = ch.id
    left join deliveries d on d.user_id = ${userId} and d.chapter_id = ch.id
    where ch.uid = ${uid} and ch.removed_at is null and ch.kind <> 'part' and c.kind = ${kind}
      and (${onSale(now)} or ${ownedBy({ id: userId })}) and ${kindIsShown}`,
)

/** Returns the view_chapter handler for curricula of one kind. */
export const viewChapter =
  (kind: CurriculumKind) =>
  async (ctx: Ctx<'purchase'>, { id, known }: { id: string; known?: number }): Promise<PrewrittenBody> => {
    const { db, rootDb, user, clock, config } = ctx
    const now = clock.now()
    const [opened] = await openChapter(db, id, user.id, kind, now)
    if (!opened) fail('chapter-not-found')
    const { free, owned, curriculumId } = opened
    if (!free && !owned) fail('not-purchased')
    if (!free && !opened.delivered) {
      const sent = { userId: user.id, curriculumId, chapterId: opened.id, resourceId: null }
      if (!(await recordDelivery(db, sent, 'text', now))) fail('not-purchased')
    }
    const shared = await sharedChapter(rootDb, opened.id, opened.contentVersion)
    if (shared.hasCells) ctx.code.warm()
    const near = (row: Neighbour) => ({ id: row.uid, title: row.title, locked: !row.free && !owned })
    const personal = PersonalFields.parse({
      curriculum: { id: opened.curriculum, kind, title: opened.title, owned },
      media: Object.fromEntries(
        shared.mediaKeys.map((key) => [key, mediaUrl(config.secret, key, now, { user: user.uid })]),
      ),
      previous: shared.previous && near(shared.previous),
      next: shared.next && near(shared.next),
      expands: shared.expands.map(near),
      resources: shared.resources.map((row) =>
        resourceOf(ctx, { ...row, open: owned || row.isFree, seconds: opened.positions?.[row.uid] ?? 0 }),
      ),
      video: shared.video && videoOf(ctx, shared.video, shared.durationSeconds),
      discussions: opened.discussions ?? {},
      progress: await progressOf(db, opened),
    })
    const head = JSON.stringify({ code: ResponseCode.ok, msg: '', data: personal }).slice(0, -2)
    return new PrewrittenBody(`${head},`, known === opened.revision ? shared.withoutText : shared.whole)
  }

function videoOf({ clock, config, user }: Ctx<'purchase'>, video: StoredVideo, durationSeconds: number) {
  const now = clock.now()
  const url = (key: string) => mediaUrl(config.secret, key, now, { user: user.uid, lesson: durationSeconds })
  return {
    url: url(video.key),
    hls: video.key.endsWith('.m3u8'),
    mime: video.mime,
    bytes: video.bytes,
    width: video.width,
    height: video.height,
    durationSeconds,
    poster: video.poster && url(video.poster),
    subtitles: video.subtitles && url(video.subtitles),
    expiresAt: linksExpireAt(now, durationSeconds),
  }
}

/** Returns the user's position in the chapter. If the text has changed since, the position is anchored again. */
async function progressOf(db: Db, opened: Opened): Promise<ChapterProgress | null> {
  const { percent, seconds, updatedAt, position } = opened
  if (percent === null || seconds === null || updatedAt === null) return null
  const found =
    position && opened.placeRevision !== opened.revision
      ? anchorInBlocks(await blocksOf(db, opened.id), position)
      : undefined
  return {
    percent,
    done: opened.doneAt !== null,
    seconds,
    locator: position && { ...position, ...found?.place },
    state: found?.state ?? 'sure',
    updatedAt,
  }
}
