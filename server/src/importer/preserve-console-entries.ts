import { sql } from 'kysely'
import type { Db } from '../db/connection'
import { consoleFields, keptText } from './console-fields'
import { parseMoment } from './moment'
import { entryFolder, mainFolder, type StagedSite } from './site'
import type { ImportContext } from './stage'

/** Slugs that the console owns; `remove` does not delete them. */
interface PreservedSlugs {
  articles: string[]
  help: string[]
  banners: string[]
}

const sectionTables = { articles: 'articles', help: 'help_articles', banners: 'banners' } as const
const columnNames: Record<string, string> = {
  title: '标题',
  summary: '摘要',
  published_at: '时间',
  html: '正文',
  category: '分类',
}

/**
 * Removes entries that were published or deleted in the console from the staged site, and reports differences from the
 * files. The console owns an article or a help page as a whole, because title and text are written together; of a
 * banner it owns single values.
 */
export async function preserveConsoleEntries(
  tx: Db,
  { takeFiles, keptInConsole }: ImportContext,
  site: StagedSite,
): Promise<{ site: StagedSite; preserved: PreservedSlugs }> {
  if (takeFiles) return { site, preserved: { articles: [], help: [], banners: [] } }
  const consoleSlugs = {
    articles: await ownedSlugs(tx, 'articles'),
    help: await ownedSlugs(tx, 'help'),
    banners: await ownedSlugs(tx, 'banners'),
  }
  const isKept = async (section: 'articles' | 'help', slug: string, values: Record<string, unknown>) => {
    if (!consoleSlugs[section].includes(slug)) return false
    const what = section === 'articles' ? '文章' : '帮助'
    const fields = await consoleFields(tx, `${sectionTables[section]} ${slug}`)
    const deletedAt = fields.get('deleted')
    if (deletedAt !== undefined) keptInConsole.push(keptText(`${what} ${slug} 已删除`, deletedAt))
    const stored = await storedValues(tx, section, slug)
    const differing = Object.keys(values).filter((name) => stored && stored[name] !== values[name])
    const names = differing.map((name) => columnNames[name] ?? name).join('、')
    if (names) keptInConsole.push(keptText(`${what} ${slug} ${names}`, fields.get('html') ?? 0))
    return true
  }
  const { manifest, texts } = site
  const articles: typeof manifest.articles = []
  for (const one of manifest.articles ?? []) {
    const { title, summary, published, slug } = one
    const html = texts.get(`articles/${slug}`)!.html
    if (!(await isKept('articles', slug, { title, summary, published_at: parseMoment(published), html })))
      articles.push(one)
  }
  const help: typeof manifest.help = []
  for (const category of manifest.help ?? []) {
    const articles: typeof category.articles = []
    for (const one of category.articles) {
      const html = texts.get(`help/${one.slug}`)!.html
      if (!(await isKept('help', one.slug, { title: one.title, category: category.slug, html }))) articles.push(one)
    }
    help.push({ ...category, articles })
  }
  const banners: typeof manifest.banners = []
  for (const one of manifest.banners ?? []) {
    const deletedAt = (await consoleFields(tx, `banners ${one.slug}`)).get('deleted')
    if (deletedAt === undefined) banners.push(one)
    else keptInConsole.push(keptText(`轮播图 ${one.slug} 已删除`, deletedAt))
  }
  const left: StagedSite = {
    ...site,
    manifest: {
      ...manifest,
      ...(manifest.articles && { articles }),
      ...(manifest.help && { help }),
      ...(manifest.banners && { banners }),
    },
    sources: await preservedSources(tx, site, consoleSlugs),
  }
  return { site: left, preserved: consoleSlugs }
}

async function ownedSlugs(tx: Db, section: keyof typeof sectionTables): Promise<string[]> {
  const prefix = `${sectionTables[section]} `
  // Only banners have other fields than these.
  const { rows } = await sql<{ slug: string }>`
    select distinct substr(target, ${prefix.length + 1}) as slug from console_fields
    where starts_with(target, ${prefix}) and (${section === 'banners'} or field in ('html', 'deleted'))`.execute(tx)
  return rows.map(({ slug }) => slug)
}

async function storedValues(
  tx: Db,
  section: 'articles' | 'help',
  slug: string,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await (section === 'articles'
    ? sql<Record<string, unknown>>`select title, summary, published_at, html from articles where slug = ${slug}`
    : sql<Record<string, unknown>>`
        select a.title, c.slug as category, a.html from help_articles a join help_categories c on c.id = a.category_id
        where a.slug = ${slug}`
  ).execute(tx)
  return rows[0]
}

/**
 * Sources to store: without those of entries owned by the console, and with the stored sources of a banner's text or
 * picture owned by the console.
 */
async function preservedSources(
  tx: Db,
  { sources }: StagedSite,
  preserved: PreservedSlugs,
): Promise<StagedSite['sources']> {
  const removedEntries = [
    ...preserved.articles.map((slug) => entryFolder('articles', slug)),
    ...preserved.help.map((slug) => entryFolder('help', slug)),
  ]
  let left = sources.filter(({ stored }) => !removedEntries.some((entry) => stored.startsWith(entry)))
  for (const slug of preserved.banners) {
    const fields = await consoleFields(tx, `banners ${slug}`)
    const entry = entryFolder('banners', slug)
    if (fields.has('deleted')) left = left.filter(({ stored }) => !stored.startsWith(entry))
    const isOwned = (path: string) => fields.has(path.startsWith(entry + mainFolder) ? 'image' : 'html')
    if (!left.some(({ stored }) => stored.startsWith(entry))) continue
    const present = await tx
      .selectFrom('source_files')
      .select(['path', 'text', 'media_key'])
      .where('curriculum_id', 'is', null)
      .where(sql<boolean>`starts_with(path, ${entry})`)
      .execute()
    left = [
      ...left.filter(({ stored }) => !stored.startsWith(entry) || !isOwned(stored)),
      ...present
        .filter(({ path }) => isOwned(path))
        .map(({ path, text, media_key }) => ({ stored: path, path, mediaKey: media_key, text: text ?? undefined })),
    ]
  }
  return left
}

/** Marks entries that the files contain as owned by the files again. */
export async function releaseSite(tx: Db, { manifest }: StagedSite): Promise<void> {
  const targets = [
    ...(manifest.articles ?? []).map(({ slug }) => `articles ${slug}`),
    ...(manifest.help ?? []).flatMap(({ articles }) => articles.map(({ slug }) => `help_articles ${slug}`)),
    ...(manifest.banners ?? []).map(({ slug }) => `banners ${slug}`),
    ...(manifest.versions ?? []).map(({ version }) => `app_versions ${version}`),
  ]
  await sql`delete from console_fields where target = any (${targets}::text[])`.execute(tx)
  await sql`
    update site_drafts set deleted_at = null where deleted_at is not null
      and case section when 'help' then 'help_articles' else section end || ' ' || slug = any (${targets}::text[])`.execute(
    tx,
  )
}
