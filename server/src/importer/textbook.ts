import { posix } from 'node:path'
import { mapAhead } from '../base/map-ahead'
import type { StoredMedia } from '../modules/media/store'
import { rendererThreads } from '../text/renderer'
import { addRendered, emptyChapter, renderText, stageText, type TextFile, type TextSource } from './chapters'
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
    const staged = await stageText(source, {
      chapter: { slug, title, kind: 'expand', parent: null, after, free: false },
      path,
      line: line('expand', i, 'file'),
      manifest: file,
    })
    if (staged) chapters.push(staged)
  }
  const resources = await stageResources(source, manifest, file)
  return { chapters, resources: [...resources, ...(await stageDatasets(source))] }
}

type Chapters = TextbookManifest['chapters']

/** Chapters that are rendered at the same time; twice the threads, so that none waits for the main thread. */
const atOnce = 2 * rendererThreads

async function stageChapters(
  source: TextSource,
  entries: Chapters,
  { line }: Manifest<unknown>,
  file: string,
): Promise<StagedChapter[]> {
  const planned = planChapters(entries, line, file)
  const total = planned.filter(({ text }) => text).length
  const chapters: StagedChapter[] = []
  let done = 0
  const render = async (plan: PlannedChapter) => ({
    plan,
    rendered: plan.text && (await renderText(source, plan.text)),
  })
  for await (const { plan, rendered } of mapAhead(planned, atOnce, render)) {
    if (plan.part) chapters.push(plan.part)
    if (!plan.text) continue
    sayProgress(source.context, `${source.folder.label || source.ref.slug} 检查`, done++, total)
    const staged = await addRendered(source, plan.text, rendered)
    if (staged) chapters.push({ ...staged, test: plan.test })
  }
  return chapters
}

/** A part, which is only a title, or a text. */
interface PlannedChapter {
  part: StagedChapter | null
  text: TextFile | null
  test: string | null
}

function planChapters(entries: Chapters, line: Manifest<unknown>['line'], file: string): PlannedChapter[] {
  const textOf = (section: { slug: string; file: string; free: boolean }, parent: string | null, at: number) => ({
    chapter: { slug: section.slug, title: '', kind: 'text' as const, parent, after: null, free: section.free },
    path: section.file,
    line: at,
    manifest: file,
  })
  return entries.flatMap(({ title = '', slug, file: path, free, sections, test = null }, i): PlannedChapter[] => {
    if (!sections)
      return [{ part: null, text: textOf({ slug: slug!, file: path!, free }, null, line('chapters', i, 'file')), test }]
    const name = slug ?? `part-${sections[0]!.slug}`
    const part = emptyChapter({ slug: name, title, kind: 'part', parent: null, after: null, free: false })
    return [
      { part: { ...part, test }, text: null, test: null },
      ...sections.map((section, j) => ({
        part: null,
        text: textOf(section, name, line('chapters', i, 'sections', j, 'file')),
        test: null,
      })),
    ]
  })
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
