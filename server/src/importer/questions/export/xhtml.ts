import { isElement, type Node, parseHtml } from '../../document'
import { renderMarkdown } from '../../markdown/render'
import { mapBlanks } from '../blanks'
import { plainHtml } from '../markdown-text'
import { escapeXml } from '../xml'

/** Where a blank stands while its text is rendered. */
export const blankMark = (index: number) => `\ue200${String.fromCharCode(0xe210 + index)}\ue201`
const blankMarks = /\ue200([\ue210-\uefff])\ue201/g

export const markBlanks = (stem: string) => mapBlanks(stem, (_inside, index) => blankMark(index))
export const replaceMarks = (text: string, replace: (index: number) => string) =>
  text.replace(blankMarks, (_, sign: string) => replace(sign.charCodeAt(0) - 0xe210))

const kept: Record<string, string[]> = {
  a: ['href'],
  img: ['src', 'alt'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
}
const unwrapped = new Set([
  'figure',
  'figcaption',
  'section',
  'aside',
  'u',
  's',
  'del',
  'ins',
  'mark',
  'thead',
  'tbody',
])

/** Markdown as the XHTML that QTI allows: formulas as MathML, code without colours, nothing of our own. */
export async function markdownToXhtml(markdown: string, inline = false): Promise<string> {
  if (markdown === '') return ''
  const plain = plainHtml(markdown)
  if (plain) return inline ? markdown : plain
  const rendered = await renderMarkdown({
    source: markdown,
    file: '',
    curriculum: null,
    chapter: '',
    titled: 'optional',
    previous: [],
  })
  const written = parseHtml(rendered.html).children.map(write).join('').trim()
  const only = /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(written)
  return inline && only ? only[1]! : written
}

function write(node: Node): string {
  if (node.type === 'text') return escapeXml(String(node.data))
  if (!isElement(node)) return ''
  const { name, attribs, children } = node
  const inner = () => children.map(write).join('')
  const classes = attribs.class?.split(' ') ?? []
  if (classes.includes('katex')) return formula(node)
  if (classes.includes('katex-display')) return inner()
  if (name === 'pre') {
    const language = attribs['data-language']
    return `<pre${language ? ` class="language-${escapeXml(language)}"` : ''}>${escapeXml(plain(node))}</pre>`
  }
  if (name === 'figure') return `<p>${inner()}</p>`
  if (name === 'figcaption') return `<br/>${inner()}`
  if (name === 'div' || name === 'span' || unwrapped.has(name)) return name === 'div' ? divided(node, inner) : inner()
  const all: Record<string, string> = name === 'img' ? { ...attribs, src: attribs['data-file'] ?? '' } : attribs
  const attributes = (kept[name] ?? []).flatMap((key) => {
    const value = all[key]
    return value === undefined ? [] : [` ${key}="${escapeXml(value)}"`]
  })
  if (name === 'br' || name === 'hr' || name === 'img') return `<${name}${attributes.join('')}/>`
  return `<${name}${attributes.join('')}>${inner()}</${name}>`
}

const divided = (node: Extract<Node, { attribs: unknown }>, inner: () => string) =>
  node.attribs.class === 'table-scroll' ? inner() : `<div>${inner()}</div>`

function plain(node: Node): string {
  if (node.type === 'text') return String(node.data)
  return isElement(node) ? node.children.map(plain).join('') : ''
}

/** The MathML that KaTeX puts beside what it draws; its TeX comes along. */
function formula(katex: Extract<Node, { attribs: unknown }>): string {
  const math = find(katex, 'math')
  if (!math) return escapeXml(plain(katex))
  const walk = (node: Node): string => {
    if (node.type === 'text') return escapeXml(String(node.data))
    if (!isElement(node)) return ''
    const attributes = Object.entries(node.attribs)
      .filter(([key]) => key !== 'xmlns')
      .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    return `<m:${node.name}${attributes.join('')}>${node.children.map(walk).join('')}</m:${node.name}>`
  }
  return walk(math)
}

function find(node: Extract<Node, { attribs: unknown }>, name: string): Extract<Node, { attribs: unknown }> | null {
  for (const child of node.children.filter(isElement)) {
    const found = child.name === name ? child : find(child, name)
    if (found) return found
  }
  return null
}
