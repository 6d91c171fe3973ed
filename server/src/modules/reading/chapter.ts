import type { Chapter, ChapterProgress } from '@dxx/contract/calls/study'
import type { Locator } from '@dxx/contract/locator'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Ctx, User } from '../../context'
import type { Db } from '../../db/connection'
import { recordDelivery } from '../access/public'
import { onSale, ownedBy } from '../catalogue/public'
import { discussCounts } from '../community/public'
import { linksExpireAt, mediaUrl, mediaUrlsIn } from '../media/public'
import { anchorInBlocks, type Block } from './anchor'
import { resourcesOfChapter } from './resources'

/** Returns a chapter the user may read. Rejects unknown and unpaid ones. */
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

const namesIn = (html: string, pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, name]) => name!))]

/** Handler of all view_chapter calls, for chapters of one kind. */
export const viewChapter =
  (kind: CurriculumKind) =>
  async (ctx: Ctx<'purchase'>, { id, known }: { id: string; known?: number }): Promise<Chapter> => {
    const { db, user, clock, config } = ctx
    const now = clock.now()
    const chapter = await readableChapter(db, user, id, [kind], now)
    const { html } = await db
      .selectFrom('chapters')
      .select('html')
      .where('id', '=', chapter.id)
      .executeTakeFirstOrThrow()
    if (!chapter.free) {
      const delivered = {
        userId: user.id,
        curriculumId: chapter.curriculum_id,
        chapterId: chapter.id,
        resourceId: null,
      }
      if (!(await recordDelivery(db, delivered, 'text', now))) fail('not-purchased')
    }
    const { previous, next, endsPart } = await neighbours(db, chapter)
    const resources = namesIn(html, /data-resource="([0-9a-f-]{36})"/g)
    const test = chapter.test_slug ? chapter.uid : endsPart && chapter.part_test ? chapter.part_uid : null
    return {
      id: chapter.uid,
      title: chapter.title,
      kind: chapter.kind,
      free: chapter.free,
      curriculum: {
        id: chapter.curriculum_uid,
        kind: chapter.curriculum_kind,
        title: chapter.curriculum_title,
        owned: chapter.owned,
      },
      partTitle: chapter.part_title ?? '',
      revision: chapter.revision,
      html: known === chapter.revision ? null : html,
      media: mediaUrlsIn(config.secret, html, now, { user: user.uid }),
      rightToLeft: html.startsWith('<div dir="rtl">'),
      vertical: html.startsWith('<div data-writing="vertical">'),
      words: chapter.word_count,
      minutes: chapter.minutes,
      previous,
      next,
      testId: test,
      expands: await expandsOf(db, chapter),
      resources: await resourcesOfChapter(ctx, chapter, resources),
      datasets: await datasets(db, chapter.curriculum_id, namesIn(html, /data-db="([a-z0-9-]+)"/g)),
      video: await videoOf(ctx, chapter),
      discussions: await discussCounts(db, chapter.id),
      progress: await progressIn(db, user.id, chapter),
    }
  }

const lockedFor = ({ owned }: ReadableChapter, free: boolean) => !free && !owned

async function neighbours(db: Db, chapter: ReadableChapter) {
  const near = db
    .selectFrom('chapters as ch')
    .select(['ch.uid', 'ch.title', 'ch.free', 'ch.parent_id'])
    .where('ch.curriculum_id', '=', chapter.curriculum_id)
    .where('ch.removed_at', 'is', null)
    .where('ch.kind', 'in', ['text', 'video'])
  const shape = (row: { uid: string; title: string; free: boolean } | undefined) =>
    row ? { id: row.uid, title: row.title, locked: lockedFor(chapter, row.free) } : null
  // Extra reading leads back to its chapter.
  if (chapter.after_id !== null)
    return {
      previous: shape(await near.where('ch.id', '=', chapter.after_id).executeTakeFirst()),
      next: null,
      endsPart: false,
    }
  const before = near.where('ch.position', '<', chapter.position).orderBy('ch.position', 'desc')
  const after = await near
    .where('ch.position', '>', chapter.position)
    .orderBy('ch.position')
    .limit(1)
    .executeTakeFirst()
  return {
    previous: shape(await before.limit(1).executeTakeFirst()),
    next: shape(after),
    endsPart: chapter.parent_id !== null && after?.parent_id !== chapter.parent_id,
  }
}

async function expandsOf(db: Db, chapter: ReadableChapter) {
  const rows = await db
    .selectFrom('chapters')
    .select(['uid', 'title', 'free'])
    .where('after_id', '=', chapter.after_id ?? chapter.id)
    .where('curriculum_id', '=', chapter.curriculum_id)
    .where('removed_at', 'is', null)
    .where('id', '<>', chapter.id)
    .orderBy('position')
    .execute()
  return rows.map(({ uid, title, free }) => ({ id: uid, title, locked: lockedFor(chapter, free) }))
}

async function datasets(db: Db, curriculumId: number, slugs: string[]): Promise<Record<string, string>> {
  if (slugs.length === 0) return {}
  const rows = await db
    .selectFrom('resources')
    .select(['slug', 'body'])
    .where('curriculum_id', '=', curriculumId)
    .where('kind', '=', 'dataset')
    .where('removed_at', 'is', null)
    .where('slug', 'in', slugs)
    .execute()
  return Object.fromEntries(rows.map(({ slug, body }) => [slug, body ?? '']))
}

async function videoOf(
  { db, clock, config, user }: Ctx<'purchase'>,
  { video_id, subtitles_id, duration_seconds }: ReadableChapter,
) {
  if (video_id === null) return null
  const now = clock.now()
  const to = { user: user.uid, lesson: duration_seconds }
  const url = (key: string) => mediaUrl(config.secret, key, now, to)
  const video = await db
    .selectFrom('media as m')
    .leftJoin('media as poster', 'poster.id', 'm.poster_id')
    .leftJoin('media as vtt', (join) => join.on(sql<boolean>`vtt.id = ${subtitles_id}::bigint`))
    .select(['m.key', 'm.mime', 'm.bytes', 'm.width', 'm.height', 'poster.key as poster', 'vtt.key as subtitles'])
    .where('m.id', '=', video_id)
    .executeTakeFirstOrThrow()
  return {
    url: url(video.key),
    hls: video.key.endsWith('.m3u8'),
    mime: video.mime,
    bytes: video.bytes,
    width: video.width,
    height: video.height,
    durationSeconds: duration_seconds,
    poster: video.poster && url(video.poster),
    subtitles: video.subtitles && url(video.subtitles),
    expiresAt: linksExpireAt(now, duration_seconds),
  }
}

/** Returns the user's position in the chapter; anchored again after an edit of the text. */
async function progressIn(db: Db, userId: number, chapter: ReadableChapter): Promise<ChapterProgress | null> {
  const row = await db
    .selectFrom('progress')
    .select(['percent', 'done_at', 'seconds', 'position', 'revision', 'updated_at'])
    .where('user_id', '=', userId)
    .where('chapter_id', '=', chapter.id)
    .executeTakeFirst()
  if (!row) return null
  const locator = row.position as Locator | null
  const found =
    locator && row.revision !== chapter.revision ? anchorInBlocks(await blocksOf(db, chapter.id), locator) : undefined
  return {
    percent: row.percent,
    done: row.done_at !== null,
    seconds: row.seconds,
    locator: locator && { ...locator, ...found?.place },
    state: found?.state ?? 'sure',
    updatedAt: row.updated_at,
  }
}
