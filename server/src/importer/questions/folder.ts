import { CodeLanguage } from '@dxx/contract/calls/runcode'
import * as z from 'zod'
import { mapAhead } from '../../base/map-ahead'
import { storeBytes } from '../../modules/media/store'
import type { SourceQuestion } from '../../questions/rubric'
import type { RenderedFragment } from '../../text/markdown/render'
import type { Problem } from '../../text/problems'
import { emptyChapter, type TextSource } from '../chapters'
import { isWhole, type Manifest } from '../manifest'
import type { StagedChapter } from '../stage'
import { type CompileContext, compileQuestion } from './compile'
import { storeQuestionImage } from './image'
import { importedImages } from './imported'
import { readMarkdown } from './markdown'
import type { Reading } from './reading'
import { QuestionStage } from './stage'

interface FolderQuestion {
  reading: Reading
  file: string
  path: string
}

/** Questions that are compiled at the same time. */
const atOnce = 64

/** Yields the questions in `questions/*.md` of a curriculum's folder. */
async function* questionsIn({ folder, sources, context }: TextSource): AsyncGenerator<FolderQuestion> {
  for (const path of await folder.files('questions')) {
    if (!path.endsWith('.md')) continue
    const file = folder.name(path)
    const text = await folder.text(path)
    if (text === null) {
      context.problems.error(file, 0, '文件太大，请拆成几份')
      continue
    }
    sources.set(path, { path, mediaKey: null })
    for (const reading of readMarkdown(text)) yield { reading, file, path }
  }
}

/** Registers the datasets of questions before the importer looks for their files. */
export async function registerDatasets(source: TextSource): Promise<void> {
  for await (const { reading, file } of questionsIn(source)) {
    const { question, line } = reading
    const parts = question?.type === 'material' ? question.parts : question ? [question] : []
    for (const part of parts)
      if (part.type === 'code' && part.db) source.pointers.datasets.push({ slug: part.db, file, line })
  }
}

const BankChapters = z.array(
  z.strictObject({
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    title: z.string().trim().min(1),
  }),
)

/** Returns the chapters of a bank, which are only titles; questions refer to them by slug. */
export function bankChapters(
  { context }: TextSource,
  { data, line }: Manifest<Record<string, unknown>>,
  file: string,
): StagedChapter[] {
  const parsed = BankChapters.safeParse(data.chapters ?? [])
  if (!parsed.success) {
    context.problems.error(file, line('chapters'), '题库的 chapters 要写成 - { slug: calculus, title: 微积分 } 的样子')
    return []
  }
  return parsed.data.map(({ slug, title }) =>
    emptyChapter({ slug, title, kind: 'part', parent: null, after: null, free: false }),
  )
}

/** Reads, checks and compiles every question. */
export async function stageQuestions(
  source: TextSource,
  manifest: Manifest<unknown>,
  chapters: StagedChapter[],
  datasets: ReadonlySet<string>,
): Promise<QuestionStage> {
  const { context, ref, folderMedia, pointers } = source
  const { problems } = context
  const stage = new QuestionStage(context.stage.newFile())
  const seen = new Map<string, string>()
  const tests = new Set(chapters.flatMap(({ test }) => test ?? []))
  const used = new Set<string>()
  /** Compiles a question without other effects than storing its images, because several are compiled at once. */
  const compile = async ({ reading, file, path }: FolderQuestion) => {
    const links: RenderedFragment['links'] = []
    const reports: { level: Problem['level']; text: string }[] = []
    const { question, line } = reading
    if (!question) return { reading, file, compiled: null, links, reports }
    const render = async (markdown: string) => {
      const rendered = await context.renderer.fragment({ source: markdown, file, curriculum: ref })
      links.push(...rendered.links)
      return rendered
    }
    const image = (name: string) => folderMedia.image(name, 'f', { file, line }, path)
    const report: CompileContext['report'] = (level, text) => void reports.push({ level, text })
    return { reading, file, compiled: await compileQuestion({ render, image, report }, question), links, reports }
  }
  for await (const { reading, file, compiled, links, reports } of mapAhead(questionsIn(source), atOnce, compile)) {
    const { question, line, item } = reading
    if (!question || !compiled) {
      if (!question) problems.error(file, line, `${item}：${reading.reason}`)
      continue
    }
    for (const note of reading.notes) problems.warning(file, line, `${item}：${note}`)
    const before = seen.get(question.slug)
    if (before) problems.error(file, line, `题目 ${question.slug} 已经写在 ${before} 里`)
    seen.set(question.slug, `${file}:${line}`)
    for (const flaw of isWhole(manifest) ? misplaced(question, ref.kind, { tests, chapters, datasets }) : [])
      problems.error(file, line, `${item}：${flaw}`)
    if (question.test) used.add(question.test)
    pointers.links.push(...links.map((link) => ({ ...link, file, line })))
    for (const { level, text } of reports)
      (level === 'error' ? problems.error : problems.warning).call(problems, file, line, `${item}：${text}`)
    await stage.add(compiled)
  }
  for (const test of tests)
    if (!used.has(test))
      problems.error(
        source.folder.name(ref.kind === 'ebook' ? 'book.yaml' : 'textbook.yaml'),
        manifest.linesWith(['chapters'], 'test', test)[0] ?? 0,
        `测验 ${test} 没有题目`,
      )
  await stage.end()
  return stage
}

/**
 * Stages the questions of `imported/<name>/questions-001.md` and so on. An export writes there the questions that
 * `npm run questions` imported from the file <name>.
 */
export async function stageImported(
  source: TextSource,
  chapters: StagedChapter[],
): Promise<Map<string, QuestionStage>> {
  const { context, folder, sources } = source
  const { problems } = context
  const known = new Set(chapters.map(({ slug }) => slug))
  const staged = new Map<string, QuestionStage>()
  for (const path of await folder.files('imported')) {
    const [, name] = /^imported\/([^/]+)\/questions-\d+\.md$/.exec(path) ?? []
    if (!name) continue
    const file = folder.name(path)
    const text = await folder.text(path)
    if (text === null) {
      problems.error(file, 0, '文件太大，请拆成几份')
      continue
    }
    sources.set(path, { path, mediaKey: null })
    const stage = staged.get(name) ?? new QuestionStage(context.stage.newFile())
    staged.set(name, stage)
    for (const reading of readMarkdown(text)) {
      const { question, line, item } = reading
      if (!question) problems.error(file, line, `${item}：${reading.reason}`)
      else if (question.chapter && !known.has(question.chapter))
        problems.error(file, line, `${item}：没有章节 ${question.chapter}`)
      else {
        const place = { file, line, item, folder: importedImages(name, question.slug) }
        await stage.add(await compileQuestion(importedContext(source, place), question))
      }
    }
  }
  for (const stage of staged.values()) await stage.end()
  return staged
}

function importedContext(
  { context: { renderer, storage, problems }, ref, folder, sources }: TextSource,
  { file, line, item, folder: images }: { file: string; line: number; item: string; folder: string },
): CompileContext {
  const report: CompileContext['report'] = (level, text) =>
    (level === 'error' ? problems.error : problems.warning).call(problems, file, line, `${item}：${text}`)
  return {
    report,
    render: (source) => renderer.fragment({ source, file, curriculum: ref }),
    image: async (name) => {
      const path = images + encodeURIComponent(name)
      const data = await folder.bytes(path)
      if (data) sources.set(path, { path, mediaKey: (await storeBytes(storage, data, name, 'f')).key })
      return storeQuestionImage(storage, name, data ?? undefined, report)
    },
  }
}

interface Around {
  tests: ReadonlySet<string>
  chapters: StagedChapter[]
  datasets: ReadonlySet<string>
}

/** Returns problems of a question: references to a chapter, test or dataset that does not exist. */
function misplaced(question: SourceQuestion, kind: string, { tests, chapters, datasets }: Around): string[] {
  const found: string[] = []
  const { test, chapter } = question
  if (kind === 'bank') {
    if (test) found.push('题库里的题没有测验，请去掉 test')
    if (chapters.length > 0 && !chapter) found.push('没有写 chapter')
    if (chapter && !chapters.some(({ slug }) => slug === chapter)) found.push(`bank.yaml 里没有章节 ${chapter}`)
  } else {
    if (chapter) found.push('教材里的题不写 chapter，在正文里引用它或写 test')
    if (test && !tests.has(test)) found.push(`textbook.yaml 里没有测验 ${test}`)
  }
  const parts = question.type === 'material' ? question.parts : [question]
  for (const part of parts) {
    if (part.type !== 'code') continue
    if (part.db && !datasets.has(part.db)) found.push(`没有数据 resources/${part.db}.sql`)
    if (!CodeLanguage.options.includes(part.language)) found.push(`不能运行 ${part.language}`)
  }
  return found
}
