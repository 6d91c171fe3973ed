import { isElement, type Node, parseHtml } from '../../../text/document'
import { renderFragment } from '../../../text/markdown/render'
import { plainHtml } from '../markdown-text'
import { escapeXml } from '../xml'

const allowedAttributes: Record<string, string[]> = {
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

/** Renders Markdown as the XHTML that QTI allows: formulas as MathML, code without colours, no markup of our own. */
export async function markdownToXhtml(markdown: string, inline = false): Promise<string> {
  if (markdown === '') return ''
  const plain = plainHtml(markdown)
  if (plain) return inline ? markdown : plain
  const rendered = await renderFragment({ source: markdown, file: '', curriculum: null })
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
  const attributes = (allowedAttributes[name] ?? []).flatMap((key) => {
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

/** Returns the MathML in KaTeX's output, which includes the TeX source. */
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
