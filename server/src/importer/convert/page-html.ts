import { htmlToMarkdown } from '../questions/html-to-markdown'
import type { Page } from './page'

const blockNames = 'div|p|figure|center|table|details|section|iframe|video|audio|picture|ul|ol|dl'
const opening = new RegExp(`^[ \\t]{0,3}<(${blockNames})\\b`, 'gim')

/** Replaces blocks of HTML, which begin and end at line boundaries, by Markdown. */
export function replaceBlockHtml(text: string, page: Page): string {
  let [result, at] = ['', 0]
  for (const found of text.matchAll(opening)) {
    const end = found.index < at ? null : endOf(text, found.index, found[1]!)
    if (end === null) continue
    result += text.slice(at, found.index) + convertBlock(text.slice(found.index, end).trim(), page)
    at = end
  }
  return result + text.slice(at)
}

/** Returns the end of an element with all elements of its name inside; null if it is not closed at the end of a line. */
function endOf(text: string, start: number, name: string): number | null {
  let depth = 0
  for (const tag of text.slice(start).matchAll(new RegExp(`<(/?)${name}\\b[^>]*?(/?)>`, 'gi'))) {
    if (tag[2] !== '/') depth += tag[1] === '/' ? -1 : 1
    if (depth > 0) continue
    const end = start + tag.index + tag[0].length
    return /^[ \t]*(?:\n|$)/.test(text.slice(end)) ? end : null
  }
  return null
}

/** Attribute of an element whose content is Markdown. */
const isMarkdown = (tag: string) => /\smarkdown\b/i.test(tag)
const details = /^<details([^>]*)>\s*(?:<summary[^>]*>([\s\S]*?)<\/summary>)?([\s\S]*)<\/details>$/i
const figure = /!\[((?:\\.|[^\]\\])*)\]\(\s*<?([^()\s<>]+)>?(?:\s+"[^"\n]*")?\s*\)(?:\{[^}\n]*\})?/

function convertBlock(html: string, page: Page): string {
  const convert = (inner: string) =>
    htmlToMarkdown(inner, {
      // Images and links are resolved like those of the Markdown around this block.
      image: (src) => src,
      special: (name, { href = '' }, inner) =>
        name === 'a' && /^(?![a-z][a-z0-9+.-]*:|#|$)[^\s()<>]+$/i.test(href) ? `[${inner()}](${href})` : null,
      lost: (what) => page.report.lost(page.file, `没有带入${what}`),
    })
  page.report.mapped('HTML')
  const [, attributes = '', summary = '', folded] = details.exec(html) ?? []
  if (folded !== undefined) {
    const title = convert(summary).replace(/\s+/g, ' ')
    const body = isMarkdown(attributes) || /\n[ \t]*\n/.test(folded) ? asMarkdown(folded, page) : convert(folded)
    return `\n::: note${/\bopen\b/i.test(attributes) ? '?+' : '?'} ${title}\n\n${body}\n\n:::\n`
  }
  const [tag] = /^<[^>]*>/.exec(html)!
  if (!isMarkdown(tag)) return `\n${convert(html)}\n`
  const inner = html.slice(tag.length, html.lastIndexOf('</'))
  const caption = /<figcaption[^>]*>([\s\S]*?)<\/figcaption>/i.exec(inner)
  if (!caption) return `\n${asMarkdown(inner, page)}\n`
  // A figure with one picture uses the caption as the picture's title; other figures have the caption as a paragraph.
  const captionText = convert(caption[1]!).replace(/\s+/g, ' ').trim()
  const rest = inner.replace(caption[0], '')
  const titled = rest.replace(figure, (_, alt: string, src: string) => `![${alt}](${src} "${plainTitle(captionText)}")`)
  return `\n${asMarkdown(titled === rest ? `${rest}\n\n${captionText}` : titled, page)}\n`
}

const plainTitle = (markdown: string) => markdown.replace(/\\?[*_`]/g, '').replaceAll('"', '”')

/** Returns Markdown inside HTML, without the indentation that all its lines have. */
function asMarkdown(text: string, page: Page): string {
  const lines = text.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length)
  const indent = Math.min(...indents, 100)
  return replaceBlockHtml(lines.map((line) => line.slice(indent)).join('\n'), page).trim()
}
