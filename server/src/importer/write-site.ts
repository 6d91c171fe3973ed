import { sql } from 'kysely'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { saveMedia } from '../modules/media/store'
import { stableId } from './ids'
import { keepNotes } from './notes'
import { secondsOf } from './schemas'
import { type SearchDocument, writeSearchDocuments } from './search-documents'
import type { StagedSite } from './site'
import type { ImportContext } from './stage'
import { upsert } from './upsert'

/**
 * Writes the site, all of it or nothing. A section that the manifest does not have stays as it is. Answers whether
 * anything is different now.
 */
export function writeSite({ db, now }: ImportContext, site: StagedSite, hash: string): Promise<boolean> {
  const { manifest, texts, images } = site
  const text = (path: string) => texts.get(path)!
  return inTransaction(db!, async (tx) => {
    const before = await fingerprint(tx)
    const keep = async (
      table: 'categories' | 'banners' | 'articles' | 'help_categories' | 'help_articles',
      slugs: string[],
    ) => {
      await tx
        .deleteFrom(table)
        .where('slug', 'not in', slugs.length > 0 ? slugs : [''])
        .execute()
    }
    if (manifest.subjects)
      await upsert(
        tx,
        'subjects',
        ['slug'],
        manifest.subjects.map((row, position) => ({ ...row, uid: stableId('subject', row.slug), position })),
      )
    if (manifest.categories) {
      await upsert(
        tx,
        'categories',
        ['slug'],
        manifest.categories.map((row, position) => ({ ...row, uid: stableId('category', row.slug), position })),
      )
      await keep(
        'categories',
        manifest.categories.map(({ slug }) => slug),
      )
    }
    if (manifest.banners) {
      const rows = manifest.banners.map(({ body, image, starts, ends, ...row }, position) => ({
        ...row,
        uid: stableId('banner', row.slug),
        image: image ? `/media/${images.get(image)!.key}` : null,
        html: text(body).html,
        starts_at: starts ? secondsOf(starts) : null,
        ends_at: ends ? secondsOf(ends) : null,
        position,
      }))
      await upsert(tx, 'banners', ['slug'], rows)
      await keep(
        'banners',
        rows.map(({ slug }) => slug),
      )
    }
    if (manifest.agreements)
      await upsert(
        tx,
        'agreements',
        ['id'],
        manifest.agreements.map(({ id, title, body, updated }) => ({
          id,
          title,
          html: text(body).html,
          updated_at: secondsOf(updated),
        })),
      )
    if (manifest.versions)
      await upsert(
        tx,
        'app_versions',
        ['version'],
        manifest.versions.map(({ published, ...row }) => ({ ...row, published_at: secondsOf(published) })),
      )
    if (manifest.articles) {
      const rows = manifest.articles.map(({ body, published, ...row }) => ({
        ...row,
        uid: stableId('article', row.slug),
        html: text(body).html,
        published_at: secondsOf(published),
      }))
      await upsert(tx, 'articles', ['slug'], rows)
      await keep(
        'articles',
        rows.map(({ slug }) => slug),
      )
    }
    if (manifest.teachers) {
      const rows = []
      for (const [position, { intro, avatar, ...row }] of manifest.teachers.entries()) {
        const avatarId = avatar ? await saveMedia(tx, images.get(avatar)!, now) : null
        rows.push({
          ...row,
          uid: stableId('teacher', row.slug),
          intro_html: text(intro).html,
          avatar_id: avatarId,
          position,
        })
      }
      await upsert(tx, 'teachers', ['slug'], rows)
    }
    await writeSchools(tx, site)
    await writeHelp(tx, site, keep)
    await writeSearch(tx, site)
    await writeSources(tx, site)
    await keepNotes(tx, 'site', site.notes)
    await upsert(tx, 'settings', ['key'], [{ key: 'site-source', value: JSON.stringify(hash) }])
    return before !== (await fingerprint(tx))
  })
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

async function writeSchools(tx: Db, { manifest, rosters }: StagedSite): Promise<void> {
  for (const [position, { classes, roster, ...row }] of (manifest.schools ?? []).entries()) {
    const uid = stableId('school', row.slug)
    const place = { latitude: row.latitude ?? null, longitude: row.longitude ?? null }
    await upsert(tx, 'schools', ['slug'], [{ ...row, ...place, uid, has_roster: roster !== undefined, position }])
    const school = await tx.selectFrom('schools').select('id').where('slug', '=', row.slug).executeTakeFirstOrThrow()
    const classRows = classes.map((entry, order) => ({
      ...entry,
      uid: stableId('class', `${row.slug}/${entry.slug}`),
      school_id: school.id,
      position: order,
    }))
    await upsert(tx, 'classes', ['school_id', 'slug'], classRows)
    const entries = rosters.get(row.slug)
    if (!entries) continue
    const known = await tx.selectFrom('classes').select(['id', 'slug']).where('school_id', '=', school.id).execute()
    const classId = new Map(known.map(({ id, slug }) => [slug, id]))
    await upsert(
      tx,
      'rosters',
      ['school_id', 'student_no'],
      entries.map(({ studentNo, name, class: slug }) => ({
        school_id: school.id,
        student_no: studentNo,
        name,
        class_id: classId.get(slug)!,
      })),
    )
    // Whoever has claimed an entry keeps it.
    await tx
      .deleteFrom('rosters')
      .where('school_id', '=', school.id)
      .where('claimed_by', 'is', null)
      .where('student_no', 'not in', ['', ...entries.map(({ studentNo }) => studentNo)])
      .execute()
  }
}

async function writeHelp(
  tx: Db,
  { manifest, texts }: StagedSite,
  keep: (table: 'help_categories' | 'help_articles', slugs: string[]) => Promise<void>,
): Promise<void> {
  if (!manifest.help) return
  const categories = manifest.help.map(({ slug, title }, position) => ({
    slug,
    title,
    uid: stableId('help', slug),
    position,
  }))
  await upsert(tx, 'help_categories', ['slug'], categories)
  const known = await tx.selectFrom('help_categories').select(['id', 'slug']).execute()
  const articles = manifest.help.flatMap((category) =>
    category.articles.map(({ slug, title, body }, position) => ({
      slug,
      title,
      uid: stableId('help-article', slug),
      category_id: known.find((row) => row.slug === category.slug)!.id,
      ...texts.get(body)!,
      position,
    })),
  )
  await upsert(tx, 'help_articles', ['slug'], articles)
  await keep(
    'help_articles',
    articles.map(({ slug }) => slug),
  )
  await keep(
    'help_categories',
    categories.map(({ slug }) => slug),
  )
}

async function writeSearch(tx: Db, { manifest, texts }: StagedSite): Promise<void> {
  const summary = (plain: string) => plain.slice(0, 2000)
  const document = (kind: SearchDocument['kind'], target: string, title: string, body: string): SearchDocument => ({
    kind,
    target,
    curriculumId: null,
    title,
    body,
    names: [title],
  })
  const documents = [
    ...(manifest.teachers ?? []).map(({ slug, name, title, intro }) =>
      document('teacher', stableId('teacher', slug), name, `${title}\n${summary(texts.get(intro)!.plain)}`),
    ),
    ...(manifest.articles ?? []).map(({ slug, title, summary: said, body }) =>
      document('article', stableId('article', slug), title, `${said}\n${summary(texts.get(body)!.plain)}`),
    ),
    ...(manifest.help ?? []).flatMap(({ articles }) =>
      articles.map(({ slug, title, body }) =>
        document('help', stableId('help-article', slug), title, summary(texts.get(body)!.plain)),
      ),
    ),
  ]
  await writeSearchDocuments(tx, documents)
  for (const [kind, present] of [
    ['article', manifest.articles],
    ['help', manifest.help],
  ] as const) {
    if (!present) continue
    const targets = documents.filter((entry) => entry.kind === kind).map(({ target }) => target)
    let gone = tx.deleteFrom('search_documents').where('kind', '=', kind)
    if (targets.length > 0) gone = gone.where('target', 'not in', targets)
    await gone.execute()
  }
}

async function writeSources(tx: Db, { sources, folder }: StagedSite): Promise<void> {
  const rows = []
  for (const { path, mediaKey } of sources) {
    const text = mediaKey === null ? await folder.text(path) : null
    rows.push({ curriculum_id: null, path, text, media_key: mediaKey })
  }
  await upsert(tx, 'source_files', ['curriculum_id', 'path'], rows)
  const paths = sources.map(({ path }) => path)
  await tx.deleteFrom('source_files').where('curriculum_id', 'is', null).where('path', 'not in', paths).execute()
}
