import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { fail } from '../base/refusal'
import type { Db } from '../db/connection'
import type { RevisionOrigin, SiteContent, SiteSection } from '../db/schema/studio'
import { htmlToMarkdown } from '../importer/questions/html-to-markdown'
import { entryFolder, mainFolder } from '../importer/site'

/** Table of each section, as `console_fields` names it. */
export const siteTables = { articles: 'articles', help: 'help_articles', banners: 'banners' } as const

export const siteTarget = (section: SiteSection, slug: string) => `${siteTables[section]} ${slug}`

/** The text that students see, with its sources; null if there is no such entry. */
export async function publishedText(db: Db, section: SiteSection, slug: string): Promise<SiteContent | null> {
  const row = await entryRow(db, section, slug)
  if (!row) return null
  const folder = entryFolder(section, slug)
  const stored = await db
    .selectFrom('source_files')
    .select(['path', 'text', 'media_key'])
    .where('curriculum_id', 'is', null)
    .where('path', '>=', folder)
    // The character after the slash: all paths below the folder.
    .where('path', '<', `${folder.slice(0, -1)}0`)
    .orderBy('path')
    .execute()
  const { html, ...values } = row
  const files: Record<string, string> = {}
  for (const { path, media_key: key } of stored)
    if (key !== null && !path.startsWith(folder + mainFolder)) files[path.slice(folder.length)] = key
  const source = stored.find(({ text }) => text !== null)
  if (source) return { ...values, text: source.text!, files, path: source.path.slice(folder.length) }
  return { ...values, ...fromHtml(html), path: 'text.md' }
}

async function entryRow(db: Db, section: SiteSection, slug: string) {
  const none = { summary: '', publishedAt: null, category: '' }
  if (section === 'articles') {
    const row = await db
      .selectFrom('articles')
      .select(['title', 'summary', 'published_at as publishedAt', 'html'])
      .where('slug', '=', slug)
      .executeTakeFirst()
    return row && { ...none, ...row }
  }
  if (section === 'help') {
    const row = await db
      .selectFrom('help_articles as a')
      .innerJoin('help_categories as c', 'c.id', 'a.category_id')
      .select(['a.title', 'c.slug as category', 'a.html'])
      .where('a.slug', '=', slug)
      .executeTakeFirst()
    return row && { ...none, ...row }
  }
  const row = await db.selectFrom('banners').select(['title', 'html']).where('slug', '=', slug).executeTakeFirst()
  return row && { ...none, ...row }
}

/** An entry imported by an earlier version has no source: its text is written from the HTML, as an export does. */
function fromHtml(html: string): Pick<SiteContent, 'text' | 'files'> {
  const files: Record<string, string> = {}
  const text = htmlToMarkdown(html, {
    image: (src) => {
      const key = src.startsWith('/media/') ? src.slice('/media/'.length) : null
      if (key) files[posix.basename(key)] = key
      return key && posix.basename(key)
    },
    lost: () => {},
  })
  return { text: text === '' ? '' : `${text}\n`, files }
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

export const textHash = (content: SiteContent) => md5(content.text)

export const fieldsOf = ({ title, summary, publishedAt, category }: SiteContent) => ({
  title,
  summary,
  publishedAt,
  category,
})

export const fieldsHash = (content: SiteContent) => md5(JSON.stringify(Object.values(fieldsOf(content))))

/** Compares only pictures that the text names, because others are not published. */
export const isSameContent = (a: SiteContent, b: SiteContent) =>
  textHash(a) === textHash(b) &&
  fieldsHash(a) === fieldsHash(b) &&
  Object.keys({ ...a.files, ...b.files }).every(
    (name) => a.files[name] === b.files[name] || !a.text.includes(posix.basename(name)),
  )

export const contentOf = ({ title, summary, publishedAt, category, path, text, files }: SiteContent): SiteContent => ({
  title,
  summary,
  publishedAt,
  category,
  path,
  text,
  files,
})

/**
 * The draft of a text with the published one. Rejects a text that does not exist. For a change, `lock` is the current
 * time: creates a row if there is none, so that it can be locked, because the first text and its first picture arrive
 * at the same time.
 */
export async function openText(db: Db, section: SiteSection, slug: string, lock?: number) {
  if (lock !== undefined)
    await db
      .insertInto('site_drafts')
      .values({ section, slug, draft: null, updated_at: lock, updated_by: null, deleted_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const row = await db
    .selectFrom('site_drafts as d')
    .leftJoin('users as u', 'u.id', 'd.updated_by')
    .select(['d.id', 'd.draft', 'd.updated_at', 'd.updated_by', 'd.deleted_at', 'u.nickname'])
    .where('d.section', '=', section)
    .where('d.slug', '=', slug)
    .$if(lock !== undefined, (query) => query.forUpdate('d'))
    .executeTakeFirst()
  const published = await publishedText(db, section, slug)
  const content = row?.draft ?? published
  if (!content && !row?.deleted_at) return fail('site-text-not-found')
  return {
    row,
    published,
    content: content ?? (await lastRevision(db, section, slug))?.content ?? fail('site-text-not-found'),
  }
}

export type OpenText = Awaited<ReturnType<typeof openText>>

/**
 * Stores the draft. Drops a draft that equals the published text, unless it has a picture that the text may name next.
 * Returns whether there is a draft.
 */
export async function saveDraft(
  tx: Db,
  { section, slug }: { section: SiteSection; slug: string },
  draft: SiteContent,
  published: SiteContent | null,
  by: number,
  now: number,
  { keeps = false } = {},
): Promise<boolean> {
  const differs = keeps || !published || !isSameContent(draft, published)
  const row = { draft: differs ? JSON.stringify(contentOf(draft)) : null, updated_at: now, updated_by: by }
  await tx
    .insertInto('site_drafts')
    .values({ section, slug, deleted_at: null, ...row })
    .onConflict((conflict) => conflict.columns(['section', 'slug']).doUpdateSet(row))
    .execute()
  return differs
}

export function lastRevision(db: Db, section: SiteSection, slug: string) {
  return db
    .selectFrom('site_revisions')
    .select(['number', 'content'])
    .where('section', '=', section)
    .where('slug', '=', slug)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function addRevision(
  tx: Db,
  { section, slug }: { section: SiteSection; slug: string },
  content: SiteContent,
  origin: RevisionOrigin,
  { by, now, note = '' }: { by: number | null; now: number; note?: string },
): Promise<number> {
  const number = ((await lastRevision(tx, section, slug))?.number ?? 0) + 1
  await tx
    .insertInto('site_revisions')
    .values({
      ...{ section, slug, number, origin, note },
      ...{ content: JSON.stringify(contentOf(content)), created_by: by, created_at: now },
    })
    .execute()
  return number
}

/**
 * Stores the published text as a revision before it is replaced: the text before the first revision, or the text that
 * an import wrote after the last one.
 */
export async function keepPublished(
  tx: Db,
  name: { section: SiteSection; slug: string },
  published: SiteContent | null,
  now: number,
): Promise<void> {
  if (!published) return
  const last = await lastRevision(tx, name.section, name.slug)
  if (last && isSameContent(last.content, published)) return
  await addRevision(tx, name, published, last ? 'files' : 'start', { by: null, now })
}
