import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { renderMarkdown } from './markdown'

const Slug = z.string().regex(/^[a-z0-9-]+$/)
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const SiteManifest = z.object({
  categories: z.array(
    z.object({ slug: Slug, title: z.string(), icon: z.string(), colour: z.string(), link: z.string() }),
  ),
  banners: z.array(
    z.object({
      slug: Slug,
      title: z.string(),
      subtitle: z.string(),
      action: z.string(),
      colour: z.string(),
      link: z.string(),
      body: z.string(),
    }),
  ),
  agreements: z.array(z.object({ id: z.int(), title: z.string(), body: z.string(), updated: Day })),
  articles: z.array(z.object({ slug: Slug, title: z.string(), summary: z.string(), published: Day, body: z.string() })),
  versions: z.array(
    z.object({ version: z.string(), notes: z.string(), force: z.boolean(), url: z.string(), published: Day }),
  ),
})

/** Midnight in Shanghai. */
const seconds = (day: string) => Date.parse(`${day}T00:00:00+08:00`) / 1000

/** The same slug gets the same id on every machine, so that links to sample content hold everywhere. */
export function stableId(kind: string, slug: string): string {
  const hex = createHash('sha256').update(`duoxiangxue ${kind} ${slug}`).digest('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Loads the site's part of a content folder. Doing it again changes nothing that has not changed in the files. */
export async function importSite(db: Db, folder: string): Promise<void> {
  const manifest = SiteManifest.parse(parse(await readFile(join(folder, 'manifest.yaml'), 'utf8'), { schema: 'core' }))
  const html = async (body: string) => renderMarkdown(await readFile(join(folder, body), 'utf8'))

  const categories = manifest.categories.map((row, position) => ({
    ...row,
    uid: stableId('category', row.slug),
    position,
  }))
  const banners = await Promise.all(
    manifest.banners.map(async ({ body, ...row }, position) => ({
      ...row,
      uid: stableId('banner', row.slug),
      html: await html(body),
      position,
    })),
  )
  const agreements = await Promise.all(
    manifest.agreements.map(async ({ body, updated, ...row }) => ({
      ...row,
      html: await html(body),
      updated_at: seconds(updated),
    })),
  )
  const articles = await Promise.all(
    manifest.articles.map(async ({ body, published, ...row }) => ({
      ...row,
      uid: stableId('article', row.slug),
      html: await html(body),
      published_at: seconds(published),
    })),
  )
  const versions = manifest.versions.map(({ published, ...row }) => ({ ...row, published_at: seconds(published) }))

  await inTransaction(db, async (tx) => {
    await upsert(tx, 'categories', ['slug'], categories)
    await upsert(tx, 'banners', ['slug'], banners)
    await upsert(tx, 'agreements', ['id'], agreements)
    await upsert(tx, 'articles', ['slug'], articles)
    await upsert(tx, 'app_versions', ['version'], versions)
  })
}

type SiteTable = 'categories' | 'banners' | 'agreements' | 'articles' | 'app_versions'

async function upsert(db: Db, table: SiteTable, key: string[], rows: Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  const changing = Object.keys(rows[0]!).filter((column) => !key.includes(column))
  await db
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) =>
      conflict
        .columns(key as never)
        .doUpdateSet((eb) => Object.fromEntries(changing.map((c) => [c, eb.ref(`excluded.${c}` as never)])) as never),
    )
    .execute()
}
