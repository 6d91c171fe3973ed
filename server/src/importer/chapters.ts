import type { ContentFolder } from './folder'
import { type CurriculumRef, chapterUid } from './ids'
import type { RenderedMarkdown } from './markdown/render'
import type { Paragraph } from './paragraphs'
import { placeFiles, type Shelf } from './shelf'
import type { ImportContext, SourceFile, StagedChapter } from './stage'

/** What rendered chapters point at, checked when all of them are known. */
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
  shelf: Shelf
  sources: Map<string, SourceFile>
  pointers: Pointers
}

/** The paragraphs a chapter has in the database now: an edited one keeps its id. */
export async function previousParagraphs({ db }: ImportContext, uid: string): Promise<Paragraph[]> {
  if (!db) return []
  return db
    .selectFrom('paragraphs as p')
    .innerJoin('chapters as c', 'c.id', 'p.chapter_id')
    .select(['p.pid', 'p.text'])
    .where('c.uid', '=', uid)
    .orderBy('p.position')
    .execute()
}

export type NewChapter = Pick<StagedChapter, 'slug' | 'kind' | 'parent' | 'after' | 'free' | 'title'>

/** Renders a Markdown file onto the stage. Null where there is no such file. */
export async function stageText(
  source: TextSource,
  chapter: NewChapter,
  path: string,
  line: number,
  manifest: string,
): Promise<StagedChapter | null> {
  const { context, folder, ref, shelf, sources, pointers } = source
  const text = await folder.text(path)
  if (text === null) {
    context.problems.error(manifest, line, `找不到文件 ${path}`)
    return null
  }
  sources.set(path, { path, mediaKey: null })
  const file = folder.name(path)
  const rendered = await context.renderer.markdown({
    source: text,
    file,
    curriculum: ref,
    chapter: chapter.slug,
    titled: chapter.title === '' ? 'required' : 'optional',
    previous: await previousParagraphs(context, chapterUid(ref, chapter.slug)),
  })
  context.problems.list.push(...rendered.problems)
  pointers.anchors.set(chapter.slug, new Set(rendered.anchors))
  for (const kind of ['links', 'questions', 'resources', 'datasets'] as const)
    pointers[kind].push(...(rendered[kind].map((pointer) => ({ ...pointer, file })) as never[]))
  const html = await withFiles(rendered, shelf, file, path)
  const { plain, paragraphs, words, minutes, title } = rendered
  return {
    ...emptyChapter(chapter),
    title: chapter.title || title,
    words,
    minutes,
    body: await context.stage.put({ html, plain, paragraphs }),
  }
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
})

async function withFiles({ html, files }: RenderedMarkdown, shelf: Shelf, file: string, path: string): Promise<string> {
  const lookup = new Map()
  for (const { path: image, line } of files) lookup.set(image, await shelf.image(image, 'f', { file, line }, path))
  return placeFiles(html, lookup)
}

/** Every pointer must lead somewhere. */
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

/** Questions are read by their own loader; here it is enough to know which there are. */
async function questionSlugs(folder: ContentFolder): Promise<Set<string>> {
  const slugs = new Set<string>()
  for (const file of await folder.files('questions'))
    for (const [, slug] of ((await folder.text(file)) ?? '').matchAll(/^## +([a-z0-9-]+)\s*$/gm)) slugs.add(slug!)
  return slugs
}
