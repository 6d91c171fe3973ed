import type { StoredMedia } from '../../modules/media/store'
import type { Accepted, Body, PartBody, PartRubric, Rubric } from '../../modules/questions/rubric'
import type { RenderedMarkdown } from '../markdown/render'
import type { Problem } from '../problems'
import { placeFiles } from '../shelf'
import { markBlanks, replaceMarks } from './export/xhtml'
import { fenceFor, plainHtml } from './markdown-text'
import type { SourcePart, SourceQuestion } from './model'

/** A question ready to be stored: what students see, what answers are scored by, and the pictures of its Markdown. */
export interface Compiled {
  question: SourceQuestion
  body: Body
  rubric: Rubric
  /** Storage keys by the names that the Markdown uses. */
  images: Record<string, string>
}

export interface CompileContext {
  render(markdown: string): Promise<RenderedMarkdown>
  /** Stores a picture; null where there is none, which it reports itself. */
  image(name: string): Promise<StoredMedia | null>
  report(level: Problem['level'], text: string): void
}

export async function compileQuestion(context: CompileContext, question: SourceQuestion): Promise<Compiled> {
  const writer = new Writer(context)
  const { score } = question
  const analysis = await writer.html(question.analysis)
  if (question.type !== 'material') {
    const { body, rubric } = await writer.part(question)
    return { question, body, rubric, images: writer.images }
  }
  const stem = await writer.html(question.stem)
  const parts = []
  for (const part of question.parts) parts.push(await writer.part(part))
  return {
    question,
    body: { type: 'material', score, stem, parts: parts.map(({ body }) => body) },
    rubric: { type: 'material', score, analysis, parts: parts.map(({ rubric }) => rubric) },
    images: writer.images,
  }
}

class Writer {
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
    // Nobody points at the paragraphs of a question.
    return placeFiles(html, lookup)
      .replace(/(<[a-z][^>]*?) data-p="[^"]*"/g, '$1')
      .trim()
  }

  /** A short text: without the paragraph around it where that is all there is. */
  private async line(markdown: string): Promise<string> {
    const html = await this.html(markdown)
    return /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(html)?.[1] ?? html
  }

  private async lines(texts: string[]): Promise<string[]> {
    const written: string[] = []
    for (const text of texts) written.push(await this.line(text))
    return written
  }

  async part(part: SourcePart): Promise<{ body: PartBody; rubric: PartRubric }> {
    const { score } = part
    const stem = part.type === 'blank' ? await this.stemWithBlanks(part) : await this.html(part.stem)
    const shown = { stem, score }
    const known = { score, analysis: await this.html(part.analysis) }
    switch (part.type) {
      case 'judge':
        return { body: { type: 'judge', ...shown }, rubric: { type: 'judge', ...known, value: part.value } }
      case 'blank':
        return {
          body: { type: 'blank', ...shown, blanks: part.blanks.length },
          rubric: { type: 'blank', ...known, blanks: part.blanks as Accepted[][], caseSensitive: part.caseSensitive },
        }
      case 'short': {
        const texts = await this.lines(part.points.map(({ text }) => text))
        const points = part.points.map((point, i) => ({ score: point.score, html: texts[i]! }))
        const reference = await this.html(part.reference)
        return { body: { type: 'short', ...shown }, rubric: { type: 'short', ...known, reference, points } }
      }
      case 'order':
        return {
          body: { type: 'order', ...shown, items: await this.lines(part.items) },
          rubric: { type: 'order', ...known, count: part.items.length },
        }
      case 'match': {
        const rights = [...new Set(part.pairs.map(({ right }) => right)), ...part.distractors]
        const lefts = await this.lines(part.pairs.map(({ left }) => left))
        return {
          body: { type: 'match', ...shown, lefts, rights: await this.lines(rights) },
          rubric: { type: 'match', ...known, pairs: part.pairs.map(({ right }) => rights.indexOf(right)) },
        }
      }
      case 'code': {
        const { language, starter, tests, db } = part
        const samples = tests.filter(({ hidden }) => !hidden).map(({ input, output }) => ({ input, output }))
        const marks = fenceFor(part.solution, '`', 3)
        const solution = part.solution === '' ? '' : await this.html(`${marks}${language}\n${part.solution}\n${marks}`)
        const hiddenTests = tests.length - samples.length
        return {
          body: { type: 'code', ...shown, language, starter, samples, hiddenTests, db },
          rubric: { type: 'code', ...known, solution, tests },
        }
      }
      default: {
        const { type, options } = part
        const texts = await this.lines(options.map(({ text }) => text))
        const shares = options.flatMap(({ share }) => (share === null ? [] : [share]))
        return {
          body: { type, ...shown, options: options.map(({ fixed }, i) => ({ html: texts[i]!, fixed })) },
          rubric: {
            type,
            ...known,
            right: options.flatMap(({ right }, i) => (right ? [i] : [])),
            ...(shares.length > 0 && { shares }),
          },
        }
      }
    }
  }

  private async stemWithBlanks({ stem, blanks }: Extract<SourcePart, { type: 'blank' }>): Promise<string> {
    const seen: number[] = []
    const html = replaceMarks(await this.html(markBlanks(stem)), (index) => {
      seen.push(index)
      return `<span data-blank="${index}"></span>`
    })
    if (seen.length !== blanks.length) this.context.report('error', '有的空写在了不能作答的地方')
    return html
  }
}
