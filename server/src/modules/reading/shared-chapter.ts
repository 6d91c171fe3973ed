import { Chapter } from '@dxx/contract/calls/study'
import { sql } from 'kysely'
import { SharedText } from '../../base/prewritten-body'
import { SizedCache } from '../../base/sized-cache'
import type { Db } from '../../db/connection'
import { mediaKeysIn } from '../media/public'
import { selectFiles } from './resources'

export interface Neighbour {
  uid: string
  title: string
  free: boolean
}

/** Data of a chapter that is the same for all users. */
export interface SharedChapter {
  previous: Neighbour | null
  next: Neighbour | null
  expands: Neighbour[]
  /** Keys of the media in the text. */
  mediaKeys: string[]
  resources: Awaited<ReturnType<typeof resourcesOf>>
  video: StoredVideo | null
  durationSeconds: number
  /** Whether the text contains programs that readers can run. */
  hasCells: boolean
  /** End of the response: `whole` with the chapter's text, `withoutText` for clients that have the text. */
  whole: SharedText
  withoutText: SharedText
}

export type StoredVideo = NonNullable<Awaited<ReturnType<typeof videoOf>>>

/** Fields of the response that are serialised once for all users. */
const SharedFields = Chapter.pick({
  id: true,
  title: true,
  kind: true,
  free: true,
  partTitle: true,
  revision: true,
  rightToLeft: true,
  vertical: true,
  words: true,
  minutes: true,
  testId: true,
  datasets: true,
  html: true,
})
export const PersonalFields = Chapter.omit(
  Object.fromEntries(Object.keys(SharedFields.shape).map((key) => [key, true])) as Record<
    keyof typeof SharedFields.shape,
    true
  >,
)

/** Maximum size of the cached texts in characters; the least recently used chapters are evicted first. */
const maxCharacters = 32 * 1024 * 1024

/** One cache per database, because tests use several databases in one process. */
const caches = new WeakMap<Db, SizedCache<SharedChapter>>()

/**
 * Returns the shared data of a chapter from the cache. `version` changes with every change of the curriculum's chapters
 * and resources and is read with each request, so that no server returns an old text.
 */
export function sharedChapter(rootDb: Db, id: number, version: number): Promise<SharedChapter> {
  let cache = caches.get(rootDb)
  if (!cache) {
    cache = new SizedCache(maxCharacters, ({ whole }) => whole.raw.length + whole.deflated.length)
    caches.set(rootDb, cache)
  }
  return cache.get(`${id} ${version}`, () => readShared(rootDb, id))
}

async function readShared(db: Db, id: number): Promise<SharedChapter> {
  const chapter = await chapterRow(db, id)
  const { html } = chapter
  const { previous, next, endsPart } = await neighboursOf(db, chapter)
  const fields = SharedFields.parse({
    id: chapter.uid,
    title: chapter.title,
    kind: chapter.kind,
    free: chapter.free,
    partTitle: chapter.part_title ?? '',
    revision: chapter.revision,
    rightToLeft: html.startsWith('<div dir="rtl">'),
    vertical: html.startsWith('<div data-writing="vertical">'),
    words: chapter.word_count,
    minutes: chapter.minutes,
    testId: chapter.test_slug ? chapter.uid : endsPart && chapter.part_test ? chapter.part_uid : null,
    datasets: await datasetsOf(db, chapter.curriculum_id, namesIn(html, /data-db="([a-z0-9-]+)"/g)),
    html,
  })
  const tail = (html: string | null) => new SharedText(`${JSON.stringify({ ...fields, html }).slice(1)}}`)
  return {
    previous,
    next,
    expands: await expandsOf(db, chapter),
    mediaKeys: mediaKeysIn(html),
    resources: await resourcesOf(db, chapter, namesIn(html, /data-resource="([0-9a-f-]{36})"/g)),
    video: await videoOf(db, chapter),
    durationSeconds: chapter.duration_seconds,
    hasCells: /<pre[^>]* data-cell\b/.test(html),
    whole: tail(html),
    withoutText: tail(null),
  }
}

type ChapterRow = Awaited<ReturnType<typeof chapterRow>>

const chapterRow = (db: Db, id: number) =>
  db
    .selectFrom('chapters as ch')
    .leftJoin('chapters as part', 'part.id', 'ch.parent_id')
    .select(['ch.id', 'ch.uid', 'ch.curriculum_id', 'ch.parent_id', 'ch.after_id', 'ch.position', 'ch.title'])
    .select(['ch.free', 'ch.revision', 'ch.duration_seconds', 'ch.test_slug', 'ch.word_count', 'ch.minutes'])
    .select(['ch.video_id', 'ch.subtitles_id', 'ch.html', 'part.title as part_title', 'part.uid as part_uid'])
    .select(['part.test_slug as part_test', sql<Chapter['kind']>`ch.kind`.as('kind')])
    .where('ch.id', '=', id)
    .executeTakeFirstOrThrow()

const namesIn = (html: string, pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, name]) => name!))]

async function neighboursOf(db: Db, chapter: ChapterRow) {
  const near = db
    .selectFrom('chapters as ch')
    .select(['ch.uid', 'ch.title', 'ch.free', 'ch.parent_id', 'ch.position'])
    .where('ch.curriculum_id', '=', chapter.curriculum_id)
    .where('ch.removed_at', 'is', null)
    .where('ch.kind', 'in', ['text', 'video'])
  const after = (position: number) => near.where('ch.position', '>', position).orderBy('ch.position').limit(1)
  // Extra reading is stored behind all chapters, but the reader shows it behind the chapter that it belongs to.
  if (chapter.after_id !== null) {
    const previous = await near.where('ch.id', '=', chapter.after_id).executeTakeFirst()
    const next = previous && (await after(previous.position).executeTakeFirst())
    return { previous: previous ?? null, next: next ?? null, endsPart: false }
  }
  const before = near.where('ch.position', '<', chapter.position).orderBy('ch.position', 'desc').limit(1)
  const next = await after(chapter.position).executeTakeFirst()
  return {
    previous: (await before.executeTakeFirst()) ?? null,
    next: next ?? null,
    endsPart: chapter.parent_id !== null && next?.parent_id !== chapter.parent_id,
  }
}

const expandsOf = (db: Db, chapter: ChapterRow): Promise<Neighbour[]> =>
  db
    .selectFrom('chapters')
    .select(['uid', 'title', 'free'])
    .where('after_id', '=', chapter.after_id ?? chapter.id)
    .where('curriculum_id', '=', chapter.curriculum_id)
    .where('removed_at', 'is', null)
    .where('id', '<>', chapter.id)
    .orderBy('position')
    .execute()

async function datasetsOf(db: Db, curriculumId: number, slugs: string[]): Promise<Record<string, string>> {
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

/** Resources of a chapter: those embedded in the text in their order, then attachments. */
const resourcesOf = (db: Db, chapter: ChapterRow, embedded: string[]) =>
  selectFiles(db)
    .where('r.curriculum_id', '=', chapter.curriculum_id)
    .where(sql<boolean>`(r.uid = any (${embedded}::uuid[]) or r.chapter_id = ${chapter.id})`)
    .orderBy(sql`array_position(${embedded}::uuid[], r.uid)`)
    .orderBy('r.position')
    .execute()

async function videoOf(db: Db, { video_id, subtitles_id }: ChapterRow) {
  if (video_id === null) return null
  return db
    .selectFrom('media as m')
    .leftJoin('media as poster', 'poster.id', 'm.poster_id')
    .leftJoin('media as vtt', (join) => join.on(sql<boolean>`vtt.id = ${subtitles_id}::bigint`))
    .select(['m.key', 'm.mime', 'm.bytes', 'm.width', 'm.height', 'poster.key as poster', 'vtt.key as subtitles'])
    .where('m.id', '=', video_id)
    .executeTakeFirstOrThrow()
}
