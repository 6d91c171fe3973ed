import { type CurriculumRef, chapterUid } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { addBalance, type Balance, unnamedLosses } from '../text/balance'
import type { RenderedMarkdown } from '../text/markdown/render'
import type { Paragraph } from '../text/paragraphs'
import type { Problem } from '../text/problems'
import type { ContentFolder } from './folder'
import { type FolderMedia, placeFiles } from './folder-media'
import type { ImportContext, StagedChapter } from './stage'
import type { SourceFile } from './staged-files'

/** References in rendered chapters, which are checked when all chapters are known. */
export interface Pointers {
  links: { file: string; line: number; slug: string; anchor: string | undefined }[]
  questions: { file: string; line: number; slug: string }[]
  resources: { file: string; line: number; slug: string }[]
  datasets: { file: string; line: number; slug: string }[]
  anchors: Map<string, Set<string>>
}

export const newPointers = (): Pointers => ({
  links: [],
  questions: [],
  resources: [],
  datasets: [],
  anchors: new Map(),
})

export interface TextSource {
  context: ImportContext
  folder: ContentFolder
  ref: CurriculumRef
  folderMedia: FolderMedia
  sources: Map<string, SourceFile>
  pointers: Pointers
}

/** File in which an export stores paragraph ids, which cannot always be derived from the texts. */
export const paragraphIdsFile = 'paragraph-ids.json'

/**
 * Returns the earlier paragraphs of a chapter, from the database or from the export that created the folder, so that an
 * edited paragraph keeps its id.
 */
export async function previousParagraphs(
  { context: { db }, ref, folder }: Pick<TextSource, 'context' | 'ref' | 'folder'>,
  slug: string,
): Promise<Paragraph[]> {
  const stored = db ? await storedParagraphs(db, chapterUid(ref, slug)) : []
  if (stored.length > 0) return stored
  const noted = (await folder.json(paragraphIdsFile)) as Record<string, Paragraph[]> | null
  const list = noted && Object.hasOwn(noted, slug) ? noted[slug] : []
  return Array.isArray(list)
    ? list.filter(({ pid, text }) => /^[\w-]{1,80}$/.test(pid) && typeof text === 'string')
    : []
}

export function storedParagraphs(db: Db, uid: string): Promise<Paragraph[]> {
  return db
    .selectFrom('paragraphs as p')
    .innerJoin('chapters as c', 'c.id', 'p.chapter_id')
    .select(['p.pid', 'p.text'])
    .where('c.uid', '=', uid)
    .orderBy('p.position')
    .execute()
}

export type NewChapter = Pick<StagedChapter, 'slug' | 'kind' | 'parent' | 'after' | 'free' | 'title'>

/** A Markdown file to stage: the chapter, and the manifest line that names the file. */
export interface TextFile {
  chapter: NewChapter
  path: string
  line: number
  manifest: string
}

/** Renders a Markdown file into the staged content. Returns null if the file does not exist. */
export const stageText = async (source: TextSource, file: TextFile): Promise<StagedChapter | null> =>
  addRendered(source, file, await renderText(source, file))

/** Renders a Markdown file; has no effects, so that several files can be rendered at the same time. */
export async function renderText(source: TextSource, { chapter, path }: TextFile): Promise<RenderedMarkdown | null> {
  const { context, folder, ref } = source
  const text = await folder.text(path)
  if (text === null) return null
  return context.renderer.markdown({
    source: text,
    file: folder.name(path),
    curriculum: ref,
    chapter: chapter.slug,
    titled: chapter.title === '' ? 'required' : 'optional',
    previous: await previousParagraphs(source, chapter.slug),
    separateFormulas: true,
  })
}

/** Adds a rendered file to the staged content, with its problems, references and images. */
export async function addRendered(
  { context, folder, folderMedia, sources, pointers }: TextSource,
  { chapter, path, line, manifest }: TextFile,
  rendered: RenderedMarkdown | null,
): Promise<StagedChapter | null> {
  if (!rendered) {
    context.problems.error(manifest, line, `找不到文件 ${path}`)
    return null
  }
  sources.set(path, { path, mediaKey: null })
  const file = folder.name(path)
  context.problems.list.push(...rendered.problems)
  checkBalance(context, file, rendered.balance, rendered.problems)
  pointers.anchors.set(chapter.slug, new Set(rendered.anchors))
  for (const kind of ['links', 'questions', 'resources', 'datasets'] as const)
    pointers[kind].push(...(rendered[kind].map((pointer) => ({ ...pointer, file })) as never[]))
  const html = await withFiles(rendered, folderMedia, file, path)
  const { formulas, plain, paragraphs, words, minutes, title, topics, outline } = rendered
  return {
    ...emptyChapter(chapter),
    title: chapter.title || title,
    words,
    minutes,
    body: await context.stage.put({ html, formulas, topics, plain, paragraphs }),
    outline,
  }
}

/** Adds a balance to the report; warns about losses that no other warning about the file mentions. */
function checkBalance(context: ImportContext, file: string, balance: Balance, problems: Problem[]): void {
  addBalance(context.balance, balance)
  const texts = problems.map(({ text }) => text)
  for (const text of unnamedLosses(balance, texts)) context.problems.warning(file, 0, text)
}

export const emptyChapter = (chapter: NewChapter): StagedChapter => ({
  ...chapter,
  test: null,
  words: 0,
  minutes: 0,
  durationSeconds: 0,
  video: null,
  subtitles: null,
  body: null,
  outline: [],
})

async function withFiles(
  { html, files }: RenderedMarkdown,
  folderMedia: FolderMedia,
  file: string,
  path: string,
): Promise<string> {
  const lookup = new Map()
  for (const { path: image, line } of files)
    lookup.set(image, await folderMedia.image(image, 'f', { file, line }, path))
  return placeFiles(html, lookup)
}

/** Reports references without a target. */
export async function checkPointers(
  { context, folder, pointers }: TextSource,
  chapters: StagedChapter[],
  resources: Set<string>,
): Promise<void> {
  const { problems } = context
  const targets = new Set(chapters.filter(({ kind }) => kind !== 'part').map(({ slug }) => slug))
  for (const { file, line, slug, anchor } of pointers.links) {
    if (!targets.has(slug)) problems.error(file, line, `没有 slug 为 ${slug} 的章节`)
    else if (anchor && !pointers.anchors.get(slug)?.has(anchor))
      problems.error(file, line, `章节 ${slug} 里没有锚点 ${anchor}，请在标题后写 {#${anchor}}`)
  }
  for (const { file, line, slug } of pointers.resources)
    if (!resources.has(slug)) problems.error(file, line, `没有 slug 为 ${slug} 的资源`)
  const questions = await questionSlugs(folder)
  for (const { file, line, slug } of pointers.questions)
    if (!questions.has(slug)) problems.error(file, line, `questions/ 里没有 slug 为 ${slug} 的题目`)
}

/** Returns the slugs of the folder's questions; the questions themselves have their own importer. */
async function questionSlugs(folder: ContentFolder): Promise<Set<string>> {
  const slugs = new Set<string>()
  for (const file of await folder.files('questions'))
    for (const [, slug] of ((await folder.text(file)) ?? '').matchAll(/^## +([a-z0-9-]+)\s*$/gm)) slugs.add(slug!)
  return slugs
}
