import type { StoredMedia } from '../../modules/media/store'
import { compilePart } from '../../questions/author'
import type { Writer } from '../../questions/definition'
import type { Body, Rubric, SourceQuestion } from '../../questions/rubric'
import type { RenderedFragment } from '../../text/markdown/render'
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
  render(markdown: string): Promise<RenderedFragment>
  /** Stores an image; returns null and reports a problem if it is missing. */
  image(name: string): Promise<StoredMedia | null>
  report(level: Problem['level'], text: string): void
}

export async function compileQuestion(context: CompileContext, question: SourceQuestion): Promise<Compiled> {
  const writer = new MarkdownWriter(context)
  const { score } = question
  if (question.type !== 'material') {
    const { body, rubric } = await compilePart(question, writer)
    return { question, body, rubric, images: writer.images }
  }
  const analysis = await writer.html(question.analysis)
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
  private turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly context: CompileContext) {}

  html(markdown: string): Promise<string> {
    if (markdown === '') return Promise.resolve('')
    const plain = plainHtml(markdown)
    if (plain) return Promise.resolve(plain)
    // Texts are rendered at the same time, but their images and problems are collected in the order of the calls.
    const rendering = this.context.render(markdown)
    const placed = this.turn.then(async () => this.place(await rendering))
    this.turn = placed.catch(() => {})
    return placed
  }

  private async place({ html, files, problems }: RenderedFragment): Promise<string> {
    for (const { level, text } of problems) this.context.report(level, text)
    if (files.length === 0) return html
    const lookup = new Map<string, StoredMedia | null>()
    for (const { path } of files) {
      const media = await this.context.image(path)
      lookup.set(path, media)
      if (media) this.images[path] = media.key
    }
    return placeFiles(html, lookup)
  }

  /** Renders a short text; removes the `<p>` if it is the only element. */
  private async line(markdown: string): Promise<string> {
    const html = await this.html(markdown)
    return /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(html)?.[1] ?? html
  }

  lines(texts: string[]): Promise<string[]> {
    return Promise.all(texts.map((text) => this.line(text)))
  }

  async formula(tex: string): Promise<string | null> {
    const { html, problems } = await this.context.render(`$${tex.trim()}$`)
    const [, inline] = /^<p>([\s\S]*)<\/p>$/.exec(html) ?? []
    return problems.length === 0 && inline !== undefined ? inline : null
  }

  error(text: string): void {
    this.context.report('error', text)
  }

  warning(text: string): void {
    this.context.report('warning', text)
  }
}
