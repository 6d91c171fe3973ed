import type { StoredMedia } from '../modules/media/store'
import { renderPublicText } from './curriculum'
import type { ContentFolder } from './folder'
import { readManifest } from './manifest'
import type { Problem } from './problems'
import { type RosterEntry, readRoster } from './roster'
import { SiteManifest } from './schemas'
import { Shelf } from './shelf'
import type { ImportContext, SourceFile } from './stage'

interface PublicText {
  html: string
  plain: string
}

/** The site's part of a content folder, read and rendered. */
export interface StagedSite {
  manifest: SiteManifest
  texts: Map<string, PublicText>
  images: Map<string, StoredMedia>
  rosters: Map<string, RosterEntry[]>
  sources: SourceFile[]
  /** Losses and doubts. */
  notes: Problem[]
  folder: ContentFolder
  /** Whether it may be written. */
  sound: boolean
  /** Whether all its subjects and teachers are known. */
  named: boolean
}

/** Folders that are not the site's. */
const elsewhere = /^(courses|ebooks|textbooks|banks|tools)\//

export async function siteHash(root: ContentFolder): Promise<string> {
  const files = (await root.files()).filter((file) => !elsewhere.test(file))
  return (await root.hash(files, 'site 1')).toString('hex')
}

/** Null where the manifest cannot be read at all. */
export async function stageSite(context: ImportContext, folder: ContentFolder): Promise<StagedSite | null> {
  const { problems } = context
  const before = problems.list.length
  const file = folder.name('manifest.yaml')
  const read = readManifest((await folder.text('manifest.yaml')) ?? '', file, SiteManifest, problems)
  if (!read) return null
  const { data: manifest, line, lost } = read
  const sources = new Map<string, SourceFile>([['manifest.yaml', { path: 'manifest.yaml', mediaKey: null }]])
  const shelf = new Shelf(folder, context.storage, problems, sources)
  const texts = new Map<string, PublicText>()
  const images = new Map<string, StoredMedia>()
  const rosters = new Map<string, RosterEntry[]>()

  const text = async (path: string, ...at: (string | number)[]) => {
    const source = await folder.text(path)
    if (source === null) return problems.error(file, line(...at), `找不到文件 ${path}`)
    sources.set(path, { path, mediaKey: null })
    texts.set(path, await renderPublicText(context, shelf, source, folder.name(path), path))
  }
  const image = async (path: string | undefined, ...at: (string | number)[]) => {
    const stored = path ? await shelf.image(path, 'p', { file, line: line(...at) }) : null
    if (path && stored) images.set(path, stored)
  }
  for (const [i, { body, image: path }] of (manifest.banners ?? []).entries()) {
    await text(body, 'banners', i, 'body')
    await image(path, 'banners', i, 'image')
  }
  for (const [i, { body }] of (manifest.agreements ?? []).entries()) await text(body, 'agreements', i, 'body')
  for (const [i, { body }] of (manifest.articles ?? []).entries()) await text(body, 'articles', i, 'body')
  for (const [i, { intro, avatar }] of (manifest.teachers ?? []).entries()) {
    await text(intro, 'teachers', i, 'intro')
    await image(avatar, 'teachers', i, 'avatar')
  }
  for (const [i, { articles }] of (manifest.help ?? []).entries())
    for (const [j, { body }] of articles.entries()) await text(body, 'help', i, 'articles', j, 'body')
  for (const [i, { slug, roster, classes }] of (manifest.schools ?? []).entries()) {
    if (!roster) continue
    const source = await folder.text(roster)
    if (source === null) problems.error(file, line('schools', i, 'roster'), `找不到文件 ${roster}`)
    else rosters.set(slug, readRoster(source, folder.name(roster), classes, problems))
    sources.set(roster, { path: roster, mediaKey: null })
  }
  refuseDuplicates(manifest, (list, slug, said) =>
    problems.error(file, read.linesWith([list], 'slug', slug)[1] ?? 0, said),
  )
  const notes = problems.list.slice(before)
  const sound = !notes.some(({ level }) => level === 'error')
  const named = !lost.has('subjects') && !lost.has('teachers')
  return { manifest, texts, images, rosters, sources: [...sources.values()], notes, folder, sound, named }
}

function refuseDuplicates(manifest: SiteManifest, error: (field: string, slug: string, said: string) => void): void {
  const lists = {
    ...(manifest as Record<string, { slug?: string }[] | undefined>),
    'help.articles': manifest.help?.flatMap(({ articles }) => articles),
  }
  for (const [name, list = []] of Object.entries(lists)) {
    const seen = new Set<string>()
    for (const { slug } of list) {
      if (slug !== undefined && seen.has(slug)) error(name.split('.')[0]!, slug, `${name} 里的 slug ${slug} 用了两次`)
      if (slug !== undefined) seen.add(slug)
    }
  }
}
