import { posix } from 'node:path'
import type { StoredMedia } from '../modules/media/store'
import { emptyChapter, stageText, type TextSource } from './chapters'
import type { StagedContents } from './course'
import { stageEpub } from './epub/stage'
import type { Manifest } from './manifest'
import type { BookManifest, TextbookManifest } from './schemas'
import { type StagedChapter, type StagedResource, sayProgress } from './stage'

export async function stageBook(
  source: TextSource,
  manifest: Manifest<BookManifest>,
  file: string,
): Promise<{ chapters: StagedChapter[]; cover: StoredMedia | null }> {
  const { epub, free, chapters } = manifest.data
  if (epub) return stageEpub(source, epub, free, { file, line: manifest.line('epub') })
  return { chapters: await stageChapters(source, chapters ?? [], manifest, file), cover: null }
}

export async function stageTextbook(
  source: TextSource,
  manifest: Manifest<TextbookManifest>,
  file: string,
): Promise<StagedContents> {
  const { data, line } = manifest
  const { problems } = source.context
  const chapters = await stageChapters(source, data.chapters, manifest, file)
  for (const [i, { slug, title, file: path, after }] of data.expand.entries()) {
    if (!chapters.some((chapter) => chapter.slug === after && chapter.kind === 'text'))
      problems.error(file, line('expand', i, 'after'), `没有 slug 为 ${after} 的节`)
    const staged = await stageText(
      source,
      { slug, title, kind: 'expand', parent: null, after, free: false },
      path,
      line('expand', i, 'file'),
      file,
    )
    if (staged) chapters.push(staged)
  }
  const resources = await stageResources(source, manifest, file)
  return { chapters, resources: [...resources, ...(await stageDatasets(source))] }
}

type Chapters = TextbookManifest['chapters']

async function stageChapters(
  source: TextSource,
  entries: Chapters,
  { line }: Manifest<unknown>,
  file: string,
): Promise<StagedChapter[]> {
  const chapters: StagedChapter[] = []
  const total = entries.reduce((sum, { sections }) => sum + (sections?.length ?? 1), 0)
  let done = 0
  const add = async (section: { slug: string; file: string; free: boolean }, parent: string | null, at: number) => {
    const chapter = { slug: section.slug, title: '', kind: 'text' as const, parent, after: null, free: section.free }
    sayProgress(source.context, `${source.folder.label || source.ref.slug} 检查`, done++, total)
    const staged = await stageText(source, chapter, section.file, at, file)
    if (staged) chapters.push(staged)
  }
  for (const [i, { title = '', slug, file: path, free, sections, test = null }] of entries.entries()) {
    if (!sections) {
      await add({ slug: slug!, file: path!, free }, null, line('chapters', i, 'file'))
      if (test && chapters.length > 0) chapters.at(-1)!.test = test
      continue
    }
    const part = slug ?? `part-${sections[0]!.slug}`
    chapters.push({
      ...emptyChapter({ slug: part, title, kind: 'part', parent: null, after: null, free: false }),
      test,
    })
    for (const [j, section] of sections.entries()) await add(section, part, line('chapters', i, 'sections', j, 'file'))
  }
  return chapters
}

async function stageResources(
  { folderMedia, context }: TextSource,
  { data, line }: Manifest<TextbookManifest>,
  file: string,
): Promise<StagedResource[]> {
  const resources: StagedResource[] = []
  for (const [i, { slug, title, kind, file: path, url }] of data.resources.entries()) {
    const at = { file, line: line('resources', i, 'file') }
    const video = path && kind === 'video' ? await folderMedia.video(path, at) : null
    const media = path && kind !== 'video' ? await folderMedia.file(path, at) : null
    if (media && kind === 'audio' && media.kind !== 'audio') context.problems.error(file, at.line, `${path} 不是音频`)
    const name = path ? posix.basename(path) : ''
    const stored = video ?? (media ? { media, poster: null } : null)
    resources.push({ slug, title, kind, chapter: null, media: stored, url: url ?? null, body: null, name })
  }
  return resources
}

/** Stages the datasets of runnable cells: `db=school` refers to resources/school.sql. */
async function stageDatasets({ context, folder, pointers, sources }: TextSource): Promise<StagedResource[]> {
  const datasets = new Map<string, StagedResource>()
  for (const { slug, file, line } of pointers.datasets) {
    if (datasets.has(slug)) continue
    const path = `resources/${slug}.sql`
    const body = /^[a-z0-9-]+$/.test(slug) ? await folder.text(path) : null
    if (body === null) {
      context.problems.error(file, line, `找不到 ${path}，db=${slug} 要用它建库`)
      continue
    }
    sources.set(path, { path, mediaKey: null })
    datasets.set(slug, {
      slug,
      title: slug,
      kind: 'dataset',
      chapter: null,
      media: null,
      url: null,
      body,
      name: `${slug}.sql`,
    })
  }
  return [...datasets.values()]
}
