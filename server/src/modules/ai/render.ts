import type { AiSource } from '@dxx/contract/calls/ai'
import { escapeHtml } from '../../text/html-text'
import { createRenderer, type Renderer } from '../../text/renderer'

const runnable = new Set(['python', 'javascript', 'typescript', 'c', 'cpp', 'sql'])
const aliases: Record<string, string> = { py: 'python', js: 'javascript', ts: 'typescript', 'c++': 'cpp' }

let renderer: Renderer | undefined

/** Placed after escaped brackets, so that `cite` does not replace them; removed at the end. */
const noSource = '\uE000'

/** Escapes text of the materials for an answer; only formulas, stored as TeX in paragraph text, stay markup. */
export const literal = (text: string): string =>
  text
    .split(/(\$[^$\n]+\$)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[\\`*_[\]#<>$|~!]/g, '\\$&')))
    .join('')
    // Escapes line starts that Markdown would read as a list.
    .replace(/^(\s*)([-+=])/gm, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/gm, '$1\\$2')

/** Renders text of the materials without citations. */
export const renderLiteral = (text: string): Promise<string> => renderAnswer(literal(text), [])

/**
 * Renders model output as sanitised HTML: the importer's renderer ignores HTML and its sanitiser uses an allowlist.
 * Pictures are removed, because their URLs could leak the question; external links go to the warning page.
 */
export async function renderAnswer(text: string, sources: AiSource[]): Promise<string> {
  renderer ??= createRenderer()
  const { html } = await renderer.markdown({
    source: prepare(text),
    file: 'answer',
    curriculum: null,
    chapter: 'answer',
    titled: 'optional',
    previous: [],
  })
  return cite(
    html.replace(/<a href="(https?:[^"]*)"[^>]*>/g, (_, href: string) => {
      const address = encodeURIComponent(href.replaceAll('&amp;', '&'))
      return `<a href="#/pages/webview/index?url=${address}">`
    }),
    sources,
  ).replaceAll(noSource, '')
}

/** Turns code fences of runnable languages into runnable cells and sets all headings to level 3. */
function prepare(text: string): string {
  let cells = 0
  let fence = ''
  return text
    .split('\n')
    .map((line) => {
      const [, mark = '', info = ''] = /^\s*(`{3,}|~{3,})\s*(\S*)/.exec(line) ?? []
      if (fence) {
        if (mark.startsWith(fence) && info === '') fence = ''
        return line
      }
      if (mark) {
        fence = mark
        const language = aliases[info.toLowerCase()] ?? info.toLowerCase()
        return runnable.has(language)
          ? `${mark}${language} run id=c${++cells}`
          : `${mark}${/^\w+$/.test(info) ? info : ''}`
      }
      return line
        .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/^#{1,6}\s/, '### ')
        .replace(/@\[/g, '@ [')
        .replace(/\\\[(?=\d)/g, `\\[${noSource}`)
    })
    .join('\n')
}

/** HTML after a sentence of a model that no source supports. */
const unsourced = '<span class="unsourced">资料里没有，请核对</span>'

/** Replaces [2] by a link to the second source and drops numbers without a source. Brackets in code stay. */
function cite(html: string, sources: AiSource[]): string {
  let code = 0
  return html.replace(/<(\/?)(pre|code)\b[^>]*>|<[^>]*>|\[(\d{1,2}|\?)\]/g, (found, closing, tag, number) => {
    if (tag) code += closing ? -1 : 1
    if (!number || code > 0) return found
    if (number === '?') return unsourced
    const source = sources.find(({ n }) => n === Number(number))
    return source
      ? `<a class="cite" href="#/${escapeHtml(source.link)}" title="${escapeHtml(source.title)}">${escapeHtml(source.label)}</a>`
      : ''
  })
}

/** Returns the length of the finished part of a streamed text: up to a blank line outside code and formulas. */
export function finishedLength(text: string): number {
  let [fence, formula, at, end] = ['', false, 0, 0]
  for (const line of text.split('\n').slice(0, -1)) {
    at += line.length + 1
    const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    if (mark) fence = fence ? (mark.startsWith(fence) ? '' : fence) : mark
    else if (!fence && (line.match(/\$\$/g)?.length ?? 0) % 2 === 1) formula = !formula
    if (line.trim() === '' && !fence && !formula) end = at
  }
  return end
}
