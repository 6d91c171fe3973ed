import type { AiSource } from '@dxx/contract/calls/ai'
import { escapeHtml } from '../../importer/html-text'
import { createRenderer, type Renderer } from '../../importer/renderer'

const runnable = new Set(['python', 'javascript', 'typescript', 'c', 'cpp', 'sql'])
const aliases: Record<string, string> = { py: 'python', js: 'javascript', ts: 'typescript', 'c++': 'cpp' }

let renderer: Renderer | undefined

/** Stands behind a bracket that names no source, from `literal` until the sources are in. */
const noSource = '\uE000'

/** Text of the materials for an answer: nothing in it is markup but formulas, which the text of a paragraph holds as TeX. */
export const literal = (text: string): string =>
  text
    .split(/(\$[^$\n]+\$)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[\\`*_[\]#<>$|~!]/g, '\\$&')))
    .join('')
    // What begins a line would begin a list.
    .replace(/^(\s*)([-+=])/gm, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/gm, '$1\\$2')

/** Text of the materials by itself. */
export const renderLiteral = (text: string): Promise<string> => renderAnswer(literal(text), [])

/**
 * What a model wrote, as HTML of ours: the importer's renderer knows no HTML and its sanitiser lets through a list only.
 * Pictures are left out: fetching one would tell its owner what was asked. Outside links lead to the page that warns.
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

/** Fences of languages that run become cells; headings give way to the page's own. */
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

/** [2] becomes a link to the second source; numbers that name none are dropped. Code keeps its brackets. */
function cite(html: string, sources: AiSource[]): string {
  let code = 0
  return html.replace(/<(\/?)(pre|code)\b[^>]*>|<[^>]*>|\[(\d{1,2})\]/g, (found, closing, tag, number) => {
    if (tag) code += closing ? -1 : 1
    if (!number || code > 0) return found
    const source = sources.find(({ n }) => n === Number(number))
    return source
      ? `<a class="cite" href="#/${escapeHtml(source.link)}" title="${escapeHtml(source.title)}">${escapeHtml(source.label)}</a>`
      : ''
  })
}

/** Where the finished part of a text that is still being written ends: after a blank line outside code and formulas. */
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
