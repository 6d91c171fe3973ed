import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { fail } from '../base/refusal'
import { stableId } from '../base/stable-ids'
import type { StaffCtx } from '../context'
import type { Db } from '../db/connection'
import { markConsoleFields } from '../db/console-fields'
import type { SiteContent, SiteSection } from '../db/schema/studio'
import { renderPublicText } from '../importer/curriculum'
import { ContentFolder } from '../importer/folder'
import { FolderMedia, scopeOf } from '../importer/folder-media'
import { writeSearchDocuments } from '../importer/search-documents'
import { entryFolder, mainFolder } from '../importer/site'
import type { SourceFile } from '../importer/staged-files'
import { writeStoredFiles } from '../importer/stored-sources'
import { upsert } from '../importer/upsert'
import { siteDocument } from '../importer/write-site'
import { Problems } from '../text/problems'
import { previewRenderer } from './preview'
import { siteTarget } from './site-texts'

interface SiteName {
  section: SiteSection
  slug: string
}

/** Columns that a publication writes, so that imports keep them. */
const columns = {
  articles: ['title', 'summary', 'published_at', 'html'],
  help: ['title', 'category_id', 'html'],
  banners: ['html'],
}

/** Renders a text as an import does and stores the entry with its sources. Rejects a text with errors. */
export async function publishSiteText(
  { db: tx, storage, user, clock }: StaffCtx,
  { section, slug }: SiteName,
  content: SiteContent,
): Promise<void> {
  const { html, plain, sources } = await render(storage, { section, slug }, content)
  const now = clock.now()
  if (section === 'articles') await writeArticle(tx, slug, content, html, now)
  else if (section === 'help') await writeHelpArticle(tx, slug, content, { html, plain })
  else await tx.updateTable('banners').set({ html }).where('slug', '=', slug).execute()
  if (section !== 'banners') await writeSearchDocuments(tx, [siteDocument(section, slug, content, plain)])
  await replaceSources(tx, entryFolder(section, slug), content, sources)
  const target = siteTarget(section, slug)
  await sql`delete from console_fields where target = ${target} and field = 'deleted'`.execute(tx)
  await markConsoleFields(tx, target, columns[section], user.id, now)
}

async function render(storage: StaffCtx['storage'], { section, slug }: SiteName, content: SiteContent) {
  const { path } = content
  const root = await mkdtemp(join(tmpdir(), 'dxx-site-'))
  try {
    const entryPath = entryFolder(section, slug)
    await writeStoredFiles(
      root,
      [
        { path: entryPath + path, text: content.text, media_key: null },
        ...Object.entries(content.files).map(([name, key]) => ({ path: entryPath + name, text: null, media_key: key })),
      ],
      storage,
    )
    const folder = await ContentFolder.open(root)
    const problems = new Problems()
    const sources = new Map<string, SourceFile>()
    const media = new FolderMedia(folder, storage, problems, sources)
    const context = { renderer: previewRenderer(), problems }
    const { html, plain } = await renderPublicText(context, media, content.text, path, entryPath + path)
    const wrong = problems.list.find(({ level }) => level === 'error')
    if (wrong) fail('content-refused', { msg: `${wrong.line > 0 ? `第 ${wrong.line} 行：` : ''}${wrong.text}` })
    return { html, plain, sources }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function writeArticle(tx: Db, slug: string, content: SiteContent, html: string, now: number): Promise<void> {
  const { title, summary, publishedAt } = content
  const row = { slug, uid: stableId('article', slug), title, summary, html, published_at: publishedAt ?? now }
  await upsert(tx, 'articles', ['slug'], [row])
}

async function writeHelpArticle(
  tx: Db,
  slug: string,
  { title, category }: SiteContent,
  text: { html: string; plain: string },
): Promise<void> {
  const found = await tx.selectFrom('help_categories').select('id').where('slug', '=', category).executeTakeFirst()
  if (!found) return fail('content-refused', { msg: '分类已经没有了，请重新选择' })
  const known = await tx
    .selectFrom('help_articles')
    .select(['category_id', 'position'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  const { rows } = await sql<{ end: number }>`
    select coalesce(max(position), -1) + 1 as end from help_articles where category_id = ${found.id}`.execute(tx)
  const position = known && known.category_id === found.id ? known.position : rows[0]!.end
  const row = { slug, uid: stableId('help-article', slug), title, category_id: found.id, ...text, position }
  await upsert(tx, 'help_articles', ['slug'], [row])
}

/** Replaces the sources of the text; the main picture of a banner stays. */
async function replaceSources(
  tx: Db,
  entry: string,
  { path, text }: SiteContent,
  sources: ReadonlyMap<string, SourceFile>,
): Promise<void> {
  await removeSources(tx, entry, true)
  const rows = [...sources.values()].map(({ path: name, mediaKey }) => ({
    curriculum_id: null,
    path: entry + name.slice(scopeOf(name).length),
    text: null as string | null,
    media_key: mediaKey,
  }))
  await upsert(
    tx,
    'source_files',
    ['curriculum_id', 'path'],
    [...rows, { curriculum_id: null, path: entry + path, text, media_key: null }],
  )
}

async function removeSources(tx: Db, entry: string, keepsMain: boolean): Promise<void> {
  await sql`
    delete from source_files where curriculum_id is null and starts_with(path, ${entry})
      and not (${keepsMain} and starts_with(path, ${entry + mainFolder}))`.execute(tx)
}

/** Removes an article or a help page; its revisions stay. */
export async function removeSiteText({ db: tx, user, clock }: StaffCtx, { section, slug }: SiteName): Promise<void> {
  if (section === 'banners') return
  const uid = stableId(section === 'articles' ? 'article' : 'help-article', slug)
  if (section === 'articles') await tx.deleteFrom('articles').where('slug', '=', slug).execute()
  else await tx.deleteFrom('help_articles').where('slug', '=', slug).execute()
  await sql`delete from search_documents where target = ${uid}`.execute(tx)
  await removeSources(tx, entryFolder(section, slug), false)
  await markConsoleFields(tx, siteTarget(section, slug), ['deleted'], user.id, clock.now())
}
