import { parseDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import type { Schema } from '../db/schema/schema'
import { inTransaction } from '../db/transaction'
import { saveMedia } from '../modules/media/store'
import { consoleFields, keptText } from './console-fields'
import { mergeOrder } from './merge-order'
import { mergeOrdered, type OrderedTable, type Row } from './merge-ordered'
import { parseMoment } from './moment'
import { preserveConsoleEntries, releaseSite } from './preserve-console-entries'
import { type SearchDocument, writeSearchDocuments } from './search-documents'
import type { StagedSite } from './site'
import type { ImportContext } from './stage'
import { upsert } from './upsert'
import { writeSchools } from './write-schools'

/**
 * Merges the site into the database in one transaction. Keeps entries that the manifest does not contain; `remove`
 * deletes them unless other rows refer to them. If the manifest lacks a whole section, its entries are always kept.
 * Returns whether anything changed.
 */
export function writeSite(context: ImportContext, staged: StagedSite): Promise<boolean> {
  const { remove, now } = context
  return inTransaction(context.db!, async (tx) => {
    const before = await fingerprint(tx)
    const { site, preserved } = await preserveConsoleEntries(tx, context, staged)
    const { manifest, texts, images } = site
    const html = (id: string) => texts.get(id)!.html
    const section = (table: OrderedTable, rows: Row[] | undefined) =>
      mergeOrdered(tx, table, rows, remove, table === 'banners' ? preserved.banners : undefined)
    await section(
      'subjects',
      manifest.subjects?.map((row) => ({ ...row, uid: stableId('subject', row.slug) })),
    )
    await section(
      'categories',
      manifest.categories?.map((row) => ({ ...row, uid: stableId('category', row.slug) })),
    )
    await section(
      'banners',
      await withConsoleRows(
        tx,
        context,
        'banners',
        'slug',
        manifest.banners?.map(({ body: _, image, starts, ends, ...row }) => ({
          ...row,
          uid: stableId('banner', row.slug),
          image: image ? `/media/${images.get(`banners/${row.slug}`)!.key}` : null,
          html: html(`banners/${row.slug}`),
          starts_at: starts ? parseMoment(starts) : null,
          ends_at: ends ? parseMoment(ends) : null,
        })),
      ),
    )
    await mergeKeyed(
      tx,
      'agreements',
      'id',
      manifest.agreements?.map(({ id, title, updated }) => ({
        id,
        title,
        html: html(`agreements/${id}`),
        updated_at: parseDate(updated),
      })),
      remove,
    )
    await mergeKeyed(
      tx,
      'app_versions',
      'version',
      await withConsoleRows(
        tx,
        context,
        'app_versions',
        'version',
        manifest.versions?.map(({ published, ...row }) => ({ ...row, published_at: parseMoment(published) })),
      ),
      remove,
    )
    await mergeKeyed(
      tx,
      'articles',
      'slug',
      manifest.articles?.map(({ body: _, published, ...row }) => ({
        ...row,
        uid: stableId('article', row.slug),
        html: html(`articles/${row.slug}`),
        published_at: parseMoment(published),
      })),
      remove,
      preserved.articles,
    )
    const teachers: Row[] = []
    for (const { intro: _, avatar, ...row } of manifest.teachers ?? []) {
      const image = avatar ? images.get(`teachers/${row.slug}`)! : null
      teachers.push({
        ...row,
        uid: stableId('teacher', row.slug),
        intro_html: html(`teachers/${row.slug}`),
        avatar_id: image ? await saveMedia(tx, image, now) : null,
      })
    }
    await section('teachers', manifest.teachers && teachers)
    await writeSchools(tx, site, remove)
    await writeHelp(tx, site, remove, preserved.help)
    await writeSearch(tx, site)
    await writeSources(tx, site)
    if (context.takeFiles) await releaseSite(tx, staged)
    return before !== (await fingerprint(tx))
  })
}

const consoleNames = { banners: '轮播图', app_versions: '应用版本' }

/** Replaces values that were set in the console by the stored ones, and reports the differences. */
async function withConsoleRows<T extends Record<string, unknown>>(
  tx: Db,
  { takeFiles, keptInConsole }: ImportContext,
  table: keyof typeof consoleNames,
  key: string,
  rows: T[] | undefined,
): Promise<T[] | undefined> {
  if (!rows || takeFiles) return rows
  const result: T[] = []
  for (const row of rows) {
    const name = String(row[key])
    const owned = await consoleFields(tx, `${table} ${name}`)
    const found =
      owned.size > 0
        ? await sql<Record<string, unknown>>`
            select * from ${sql.table(table)} where ${sql.ref(key)} = ${name}`.execute(tx)
        : null
    const stored = found?.rows[0]
    const merged: Record<string, unknown> = { ...row }
    for (const [field, at] of stored ? owned : []) {
      if (field in row && JSON.stringify(stored![field]) !== JSON.stringify(row[field]))
        keptInConsole.push(keptText(`${consoleNames[table]} ${name} ${field}`, at))
      if (field in row) merged[field] = stored![field]
    }
    result.push(merged as T)
  }
  return result
}

const tables = [
  ...['subjects', 'categories', 'banners', 'agreements', 'app_versions', 'articles', 'teachers', 'schools', 'classes'],
  ...['rosters', 'help_categories', 'help_articles'],
]

async function fingerprint(tx: Db): Promise<string> {
  const marks = []
  for (const table of tables) {
    const { rows } = await sql<{ mark: string }>`
      select md5(string_agg(t::text, '' order by t::text)) as mark from ${sql.table(table)} as t`.execute(tx)
    marks.push(rows[0]!.mark)
  }
  return marks.join()
}

async function mergeKeyed(
  tx: Db,
  table: 'agreements' | 'app_versions' | 'articles',
  key: string,
  rows: Record<string, unknown>[] | undefined,
  remove: boolean,
  preserved: readonly string[] = [],
): Promise<void> {
  if (!rows) return
  await upsert(tx, table as keyof Schema, [key], rows)
  const keys = [...preserved, ...rows.map((row) => String(row[key]))]
  if (remove)
    await sql`delete from ${sql.table(table)} where ${sql.ref(key)}::text <> all (${keys}::text[])`.execute(tx)
}

async function writeHelp(
  tx: Db,
  { manifest, texts }: StagedSite,
  remove: boolean,
  preserved: readonly string[],
): Promise<void> {
  const { help } = manifest
  if (!help) return
  const named = help.flatMap(({ articles }) => articles.map(({ slug }) => slug))
  if (remove) await sql`delete from help_articles where slug <> all (${[...named, ...preserved]}::text[])`.execute(tx)
  const categories = help.map(({ slug, title }) => ({ slug, title, uid: stableId('help', slug) }))
  await mergeOrdered(tx, 'help_categories', categories, false)
  const known = await tx.selectFrom('help_categories').select(['id', 'slug']).execute()
  const stored = await tx
    .selectFrom('help_articles as a')
    .select(['a.slug', 'a.category_id'])
    .orderBy('a.position')
    .orderBy('a.id')
    .execute()
  for (const category of help) {
    const id = known.find(({ slug }) => slug === category.slug)!.id
    const slugs = category.articles.map(({ slug }) => slug)
    const elsewhere = new Set(named.filter((slug) => !slugs.includes(slug)))
    const before = stored.filter((row) => row.category_id === id && !elsewhere.has(row.slug)).map(({ slug }) => slug)
    const order = mergeOrder(before, slugs)
    await upsert(
      tx,
      'help_articles',
      ['slug'],
      category.articles.map(({ slug, title }) => ({
        slug,
        title,
        uid: stableId('help-article', slug),
        category_id: id,
        ...texts.get(`help/${slug}`)!,
        position: order.indexOf(slug),
      })),
    )
    for (const slug of before)
      await tx
        .updateTable('help_articles')
        .set({ position: order.indexOf(slug) })
        .where('slug', '=', slug)
        .where('position', '<>', order.indexOf(slug))
        .execute()
  }
  // Categories are removed last, because an article may have moved out of a removed category.
  if (remove) await mergeOrdered(tx, 'help_categories', categories, true, await filledCategories(tx, preserved))
}

/** Categories of help that was written in the console; deleting one would delete its articles. */
async function filledCategories(tx: Db, preserved: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('help_categories as c')
    .innerJoin('help_articles as a', 'a.category_id', 'c.id')
    .select('c.slug')
    .distinct()
    .where('a.slug', 'in', [...preserved, ''])
    .execute()
  return rows.map(({ slug }) => slug)
}

/** Search document of an article or a help page. */
export const siteDocument = (
  section: 'articles' | 'help',
  slug: string,
  { title, summary = '' }: { title: string; summary?: string },
  plain: string,
): SearchDocument => ({
  kind: section === 'articles' ? 'article' : 'help',
  target: stableId(section === 'articles' ? 'article' : 'help-article', slug),
  curriculumId: null,
  title,
  body: `${section === 'articles' ? `${summary}\n` : ''}${plain.slice(0, 2000)}`,
  names: [title],
})

async function writeSearch(tx: Db, { manifest, texts }: StagedSite): Promise<void> {
  const plain = (id: string) => texts.get(id)!.plain
  const documents = [
    ...(manifest.teachers ?? []).map(
      ({ slug, name, title }): SearchDocument => ({
        kind: 'teacher',
        target: stableId('teacher', slug),
        curriculumId: null,
        title: name,
        body: `${title}\n${plain(`teachers/${slug}`).slice(0, 2000)}`,
        names: [name],
      }),
    ),
    ...(manifest.articles ?? []).map((one) => siteDocument('articles', one.slug, one, plain(`articles/${one.slug}`))),
    ...(manifest.help ?? []).flatMap(({ articles }) =>
      articles.map((one) => siteDocument('help', one.slug, one, plain(`help/${one.slug}`))),
    ),
  ]
  await writeSearchDocuments(tx, documents)
  await sql`
    delete from search_documents where kind in ('teacher', 'article', 'help') and target not in (
      select uid from teachers union all select uid from articles union all select uid from help_articles)`.execute(tx)
}

/** Stores source files for exports: replaces those of imported entries, keeps those of other entries. */
async function writeSources(tx: Db, { sources, folder }: StagedSite): Promise<void> {
  const folders = [...new Set(sources.map(({ stored }) => /^site\/[^/]+\/[^/]+\//.exec(stored)![0]))]
  await sql`
    delete from source_files where curriculum_id is null and (
      path not like 'site/%' or substring(path from '^site/[^/]+/[^/]+/') = any (${folders}::text[])
        and path <> all (${sources.map(({ stored }) => stored)}::text[]))`.execute(tx)
  for (const { stored, path, mediaKey, text } of sources)
    await upsert(
      tx,
      'source_files',
      ['curriculum_id', 'path'],
      [
        {
          curriculum_id: null,
          path: stored,
          text: mediaKey === null ? (text ?? (await folder.text(path))) : null,
          media_key: mediaKey,
        },
      ],
    )
  await sql`
    delete from source_files f where curriculum_id is null and not exists (
      select from (
        select 'banners' as section, slug from banners union all select 'agreements', id::text from agreements
        union all select 'articles', slug from articles union all select 'teachers', slug from teachers
        union all select 'help', slug from help_articles) entry
      where f.path like 'site/' || entry.section || '/' || entry.slug || '/%')`.execute(tx)
}
