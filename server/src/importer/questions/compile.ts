import type { StoredMedia } from '../../modules/media/store'
import { compilePart } from '../../questions/author'
import type { Writer } from '../../questions/definition'
import type { Body, Rubric, SourceQuestion } from '../../questions/rubric'
import type { RenderedMarkdown } from '../../text/markdown/render'
import type { Problem } from '../../text/problems'
import { placeFiles } from '../folder-media'
import { plainHtml } from './markdown-text'

/** A question ready to be stored: the public shape, the rubric, and the images of its Markdown. */
export interface Compiled {
  question: SourceQuestion
  body: Body
  rubric: Rubric
  /** Storage keys by the names used in the Markdown. */
  images: Record<string, string>
}

export interface CompileContext {
  render(markdown: string): Promise<RenderedMarkdown>
  /** Stores an image; returns null and reports a problem if it is missing. */
  image(name: string): Promise<StoredMedia | null>
  report(level: Problem['level'], text: string): void
}

export async function compileQuestion(context: CompileContext, question: SourceQuestion): Promise<Compiled> {
  const writer = new MarkdownWriter(context)
  const { score } = question
  const analysis = await writer.html(question.analysis)
  if (question.type !== 'material') {
    const { body, rubric } = await compilePart(question, writer)
    return { question, body, rubric, images: writer.images }
  }
  const stem = await writer.html(question.stem)
  const parts = []
  for (const part of question.parts) parts.push(await compilePart(part, writer))
  return {
    question,
    body: { type: 'material', score, stem, parts: parts.map(({ body }) => body) },
    rubric: { type: 'material', score, analysis, parts: parts.map(({ rubric }) => rubric) },
    images: writer.images,
  }
}

class MarkdownWriter implements Writer {
  readonly images: Record<string, string> = {}

  constructor(private readonly context: CompileContext) {}

  async html(markdown: string): Promise<string> {
    if (markdown === '') return ''
    const plain = plainHtml(markdown)
    if (plain) return plain
    const { html, files, problems } = await this.context.render(markdown)
    for (const { level, text } of problems) this.context.report(level, text)
    const lookup = new Map<string, StoredMedia | null>()
    for (const { path } of files) {
      const media = await this.context.image(path)
      lookup.set(path, media)
      if (media) this.images[path] = media.key
    }
    // Nothing refers to the paragraphs of a question, so their ids are removed.
    return placeFiles(html, lookup)
      .replace(/(<[a-z][^>]*?) data-p="[^"]*"/g, '$1')
      .trim()
  }

  /** Renders a short text; removes the `<p>` if it is the only element. */
  private async line(markdown: string): Promise<string> {
    const html = await this.html(markdown)
    return /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(html)?.[1] ?? html
  }

  async lines(texts: string[]): Promise<string[]> {
    const written: string[] = []
    for (const text of texts) written.push(await this.line(text))
    return written
  }

  async formula(tex: string): Promise<string | null> {
    const { html, problems } = await this.context.render(`$${tex.trim()}$`)
    const [, inline] = /^<p[^>]*>([\s\S]*)<\/p>$/.exec(html.trim()) ?? []
    return problems.length === 0 && inline !== undefined ? inline : null
  }

  error(text: string): void {
    this.context.report('error', text)
  }

  warning(text: string): void {
    this.context.report('warning', text)
  }
}
