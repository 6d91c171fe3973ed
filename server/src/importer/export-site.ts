import { formatDate } from '@dxx/contract/rules/time-from'
import { stringify } from 'yaml'
import type { Db } from '../db/connection'
import type { ExportFolder } from './export-folder'
import { given } from './export-folder'
import { exportSchools } from './export-schools'
import { SiteFiles } from './export-site-files'
import { formatMoment } from './moment'

/** Writes the site: a manifest generated from the database, with the source files of its entries. */
export async function exportSite(db: Db, folder: ExportFolder): Promise<void> {
  const files = await SiteFiles.open(db, folder)
  const manifest = {
    subjects: (await db.selectFrom('subjects').selectAll().orderBy('position').orderBy('id').execute()).map(
      ({ slug, name, colour }) => ({ slug, name, colour }),
    ),
    categories: (await db.selectFrom('categories').selectAll().orderBy('position').orderBy('id').execute()).map(
      ({ slug, title, icon, colour, link }) => ({ slug, title, icon, colour, link }),
    ),
    banners: await exportBanners(db, files),
    agreements: await exportAgreements(db, files),
    articles: await exportArticles(db, files),
    versions: (
      await db.selectFrom('app_versions').selectAll().orderBy('published_at').orderBy('version').execute()
    ).map(({ published_at, ...row }) => ({ ...row, published: formatMoment(published_at) })),
    teachers: await exportTeachers(db, files),
    schools: await exportSchools(db, folder),
    help: await exportHelp(db, files),
  }
  const filled = Object.fromEntries(Object.entries(manifest).filter(([, list]) => list.length > 0))
  if (Object.keys(filled).length > 0) await folder.text('manifest.yaml', stringify(filled))
}

async function exportBanners(db: Db, files: SiteFiles) {
  const list = []
  for (const row of await db.selectFrom('banners').selectAll().orderBy('position').orderBy('id').execute())
    list.push({
      slug: row.slug,
      title: row.title,
      ...given({ subtitle: row.subtitle, action: row.action }),
      colour: row.colour,
      ...given({ link: row.link }),
      ...given({ image: await files.main('banners', row.slug, row.image?.replace(/^\/media\//, '') ?? null) }),
      body: await files.text('banners', row.slug, row.html),
      ...given({
        starts: row.starts_at && formatMoment(row.starts_at),
        ends: row.ends_at && formatMoment(row.ends_at),
      }),
    })
  return list
}

async function exportAgreements(db: Db, files: SiteFiles) {
  const list = []
  for (const { id, title, html, updated_at } of await db.selectFrom('agreements').selectAll().orderBy('id').execute())
    list.push({ id, title, body: await files.text('agreements', String(id), html), updated: formatDate(updated_at) })
  return list
}

async function exportArticles(db: Db, files: SiteFiles) {
  const list = []
  for (const row of await db.selectFrom('articles').selectAll().orderBy('published_at').orderBy('slug').execute())
    list.push({
      slug: row.slug,
      title: row.title,
      ...given({ summary: row.summary }),
      published: formatMoment(row.published_at),
      body: await files.text('articles', row.slug, row.html),
    })
  return list
}

async function exportTeachers(db: Db, files: SiteFiles) {
  const list = []
  const rows = await db
    .selectFrom('teachers as t')
    .leftJoin('media as m', 'm.id', 't.avatar_id')
    .select(['t.slug', 't.name', 't.title', 't.intro_html', 'm.key as avatar'])
    .orderBy('t.position')
    .orderBy('t.id')
    .execute()
  for (const { slug, name, title, intro_html, avatar } of rows)
    list.push({
      slug,
      name,
      ...given({ title }),
      intro: await files.text('teachers', slug, intro_html),
      ...given({ avatar: await files.main('teachers', slug, avatar) }),
    })
  return list
}

async function exportHelp(db: Db, files: SiteFiles) {
  const list = []
  const articles = await db.selectFrom('help_articles').selectAll().orderBy('position').orderBy('id').execute()
  const categories = await db.selectFrom('help_categories').selectAll().orderBy('position').orderBy('id').execute()
  for (const { id, slug, title } of categories) {
    const listedArticles = []
    for (const article of articles.filter(({ category_id }) => category_id === id))
      listedArticles.push({
        slug: article.slug,
        title: article.title,
        body: await files.text('help', article.slug, article.html),
      })
    list.push({ slug, title, articles: listedArticles })
  }
  return list
}
