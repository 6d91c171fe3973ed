import { posix } from 'node:path'
import type { StoredMedia } from '../modules/media/store'
import { renderPublicText } from './curriculum'
import type { ContentFolder } from './folder'
import { FolderMedia, scopeOf } from './folder-media'
import { readManifest } from './manifest'
import { type RosterEntry, readRoster } from './roster'
import { SiteManifest } from './schemas'
import type { ImportContext } from './stage'
import type { SourceFile } from './staged-files'

interface PublicText {
  html: string
  plain: string
}

/** Source file of a site entry. */
interface SiteSource extends SourceFile {
  /** Path in an export: `site/<section>/<slug>/…`. */
  stored: string
  /** Text that is stored already and not read from the folder. */
  text?: string
}

/** The parsed and rendered site of a content folder. Keys of texts and images are `<section>/<slug>`. */
export interface StagedSite {
  manifest: SiteManifest
  texts: Map<string, PublicText>
  images: Map<string, StoredMedia>
  rosters: Map<string, RosterEntry[]>
  sources: SiteSource[]
  folder: ContentFolder
  /** Whether the site has no errors and can be written. */
  sound: boolean
  /** Whether the lists of subjects and teachers are complete. */
  named: boolean
}

export const entryFolder = (section: string, slug: string | number) => `site/${section}/${slug}/`

/** Folder of an entry's main image, separate from the images of its text. */
export const mainFolder = 'main/'

/** Returns null if the manifest cannot be read at all. */
export async function stageSite(context: ImportContext, folder: ContentFolder): Promise<StagedSite | null> {
  const { problems } = context
  const before = problems.list.length
  const file = folder.name('manifest.yaml')
  const read = readManifest((await folder.text('manifest.yaml')) ?? '', file, SiteManifest, problems)
  if (!read) return null
  const { data: manifest, line, lost } = read
  const sources: SiteSource[] = []
  const texts = new Map<string, PublicText>()
  const images = new Map<string, StoredMedia>()

  const text = async (id: string, path: string, ...at: (string | number)[]) => {
    const source = await folder.text(path)
    if (source === null) return problems.error(file, line(...at), `找不到文件 ${path}`)
    const files = new Map<string, SourceFile>([[path, { path, mediaKey: null }]])
    const folderMedia = new FolderMedia(folder, context.storage, problems, files)
    texts.set(id, await renderPublicText(context, folderMedia, source, folder.name(path), path))
    for (const one of files.values())
      sources.push({ ...one, stored: `site/${id}/${one.path.slice(scopeOf(one.path).length)}` })
  }
  const image = async (id: string, path: string | undefined, ...at: (string | number)[]) => {
    if (!path) return
    const files = new Map<string, SourceFile>()
    const folderMedia = new FolderMedia(folder, context.storage, problems, files)
    const stored = await folderMedia.image(path, 'p', { file, line: line(...at) })
    if (stored) images.set(id, stored)
    for (const one of files.values())
      sources.push({ ...one, stored: `site/${id}/${mainFolder}${posix.basename(one.path)}` })
  }
  for (const [i, { slug, body, image: path }] of (manifest.banners ?? []).entries()) {
    await text(`banners/${slug}`, body, 'banners', i, 'body')
    await image(`banners/${slug}`, path, 'banners', i, 'image')
  }
  for (const [i, { id, body }] of (manifest.agreements ?? []).entries())
    await text(`agreements/${id}`, body, 'agreements', i, 'body')
  for (const [i, { slug, body }] of (manifest.articles ?? []).entries())
    await text(`articles/${slug}`, body, 'articles', i, 'body')
  for (const [i, { slug, intro, avatar }] of (manifest.teachers ?? []).entries()) {
    await text(`teachers/${slug}`, intro, 'teachers', i, 'intro')
    await image(`teachers/${slug}`, avatar, 'teachers', i, 'avatar')
  }
  for (const [i, { articles }] of (manifest.help ?? []).entries())
    for (const [j, { slug, body }] of articles.entries())
      await text(`help/${slug}`, body, 'help', i, 'articles', j, 'body')
  const rosters = await stageRosters(context, folder, manifest, (i) => ({ file, line: line('schools', i, 'roster') }))
  refuseDuplicates(manifest, (list, key, slug, message) =>
    problems.error(file, read.linesWith([list], key, slug)[1] ?? 0, message),
  )
  const sound = !problems.list.slice(before).some(({ level }) => level === 'error')
  const named = !lost.has('subjects') && !lost.has('teachers')
  return { manifest, texts, images, rosters, sources, folder, sound, named }
}

/** Reads the rosters of schools. A roster may refer to classes in the manifest and in the database. */
async function stageRosters(
  { db, problems }: ImportContext,
  folder: ContentFolder,
  manifest: SiteManifest,
  at: (school: number) => { file: string; line: number },
): Promise<Map<string, RosterEntry[]>> {
  const rosters = new Map<string, RosterEntry[]>()
  for (const [i, { slug, roster, classes }] of (manifest.schools ?? []).entries()) {
    if (!roster) continue
    const found = await folder.find(roster)
    if (found?.kind !== 'file') {
      problems.error(at(i).file, at(i).line, `找不到文件 ${roster}`)
      continue
    }
    const stored = db
      ? await db
          .selectFrom('classes as c')
          .innerJoin('schools as s', 's.id', 'c.school_id')
          .select(['c.slug', 'c.name'])
          .where('s.slug', '=', slug)
          .execute()
      : []
    rosters.set(slug, await readRoster(found.path, folder.name(roster), [...classes, ...stored], problems))
  }
  return rosters
}

function refuseDuplicates(
  manifest: SiteManifest,
  error: (field: string, key: string, value: string, said: string) => void,
): void {
  const lists: [field: string, name: string, key: string, values: (string | number)[]][] = [
    ...(['categories', 'banners', 'articles', 'subjects', 'teachers', 'schools', 'help'] as const).map(
      (name): (typeof lists)[number] => [name, name, 'slug', (manifest[name] ?? []).map(({ slug }) => slug)],
    ),
    [
      'help',
      'help.articles',
      'slug',
      (manifest.help ?? []).flatMap(({ articles }) => articles.map(({ slug }) => slug)),
    ],
    ['agreements', 'agreements', 'id', (manifest.agreements ?? []).map(({ id }) => id)],
    ['versions', 'versions', 'version', (manifest.versions ?? []).map(({ version }) => version)],
    ...(manifest.schools ?? []).map((school): (typeof lists)[number] => [
      'schools',
      `${school.slug} 的 classes`,
      'slug',
      school.classes.map(({ slug }) => slug),
    ]),
  ]
  for (const [field, name, key, values] of lists) {
    const seen = new Set<string | number>()
    for (const value of values) {
      if (seen.has(value)) error(field, key, String(value), `${name} 里的 ${key} ${value} 用了两次`)
      seen.add(value)
    }
  }
}
