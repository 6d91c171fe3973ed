import { mathmlToTex } from '@dxx/contract/rules/formula-tex'
import { trimAuthorText } from '../../questions/author-text'
import { fenceFor } from '../../questions/fences'
import { isElement, makeElement, type Node, parseHtml } from '../../text/document'
import { decodeAddress } from '../../text/html-text'
import { escapeAroundFormulas } from './formula-text'
import { formulaOf } from './html-formulas'
import { escapeInline, escapeOpening, inlineCode } from './markdown-text'
import type { XmlElement, XmlNode } from './xml'

export interface Conversion {
  /** Returns the image name for the Markdown, or null if there is no such image. */
  image?: (src: string) => string | null
  /** Converts special elements by name; the result is inserted verbatim. */
  special?: (name: string, attributes: Record<string, string>, inner: () => string) => string | null
  /** Called for each element that is dropped. */
  lost: (what: string) => void
}

type ElementNode = ReturnType<typeof makeElement>

const blockNames = new Set(
  'p div section article blockquote ul ol li table pre h1 h2 h3 h4 h5 h6 hr figure figcaption dl dt dd center address header footer main form fieldset'.split(
    ' ',
  ),
)
const dropped = new Set(['script', 'style', 'title', 'head', 'template', 'noscript'])
const unsupported: Record<string, string> = {
  audio: '音频',
  video: '视频',
  iframe: '嵌入的网页',
  object: '嵌入的对象',
  embed: '嵌入的对象',
  svg: '矢量图',
  canvas: '画布',
}

/** Converts HTML of other programs to our Markdown. Calls `lost` for content that Markdown cannot express. */
export function htmlToMarkdown(html: string, conversion: Conversion): string {
  return nodesToMarkdown(parseHtml(html).children, conversion)
}

function nodesToMarkdown(nodes: Node[], conversion: Conversion): string {
  return trimAuthorText(new Writer(conversion).blocks(nodes).join('\n\n'))
}

/** Converts elements of an XML document, such as the body of a QTI item, in the same way. */
export function xmlToMarkdown(nodes: XmlNode[], conversion: Conversion): string {
  return nodesToMarkdown(nodes.map(toHtmlNode), conversion)
}

const text = parseHtml('x').children[0]!
const TextNode = text.constructor as new (data: string) => Node

function toHtmlNode(node: XmlNode): Node {
  if (typeof node === 'string') return new TextNode(node)
  return makeElement(node.name, node.attributes, node.children.map(toHtmlNode))
}

function toXmlNode(node: Node): XmlNode {
  if (!isElement(node)) return 'data' in node ? String(node.data) : ''
  const name = node.name.replace(/^.*:/, '')
  return { name, attributes: node.attribs, children: node.children.map(toXmlNode), line: 0 } satisfies XmlElement
}

class Writer {
  constructor(private readonly conversion: Conversion) {}

  blocks(nodes: Node[]): string[] {
    const blocks: string[] = []
    let inline: Node[] = []
    const flush = () => {
      const written = this.inline(inline)
      if (written.trim() !== '') blocks.push(lines(written))
      inline = []
    }
    for (const node of nodes) {
      if (isElement(node) && (blockNames.has(node.name) || this.holdsBlocks(node))) {
        flush()
        blocks.push(...this.block(node).filter((block) => block.trim() !== ''))
      } else inline.push(node)
    }
    flush()
    return blocks
  }

  /** Whether an inline element contains blocks and is therefore treated as a block. */
  private holdsBlocks(element: ElementNode): boolean {
    if (element.name === 'math' || unsupported[element.name]) return false
    return element.children.some((node) => isElement(node) && (blockNames.has(node.name) || this.holdsBlocks(node)))
  }

  private block(element: ElementNode): string[] {
    const { name, children } = element
    const special = this.conversion.special?.(name, element.attribs, () => this.blocks(children).join('\n\n'))
    if (special !== null && special !== undefined) return [special]
    const inner = () => this.blocks(children)
    switch (name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return [strong(lines(this.inline(children)))]
      case 'hr':
        return ['---']
      case 'pre': {
        const code = plainText(children).replace(/^\n|\n$/g, '')
        const marks = fenceFor(code, '`', 3)
        return [`${marks}${languageOf(element)}\n${code}\n${marks}`]
      }
      case 'blockquote':
        return [
          inner()
            .join('\n\n')
            .split('\n')
            .map((line) => `> ${line}`.trimEnd())
            .join('\n'),
        ]
      case 'ul':
      case 'ol':
        return [this.list(element)]
      case 'table':
        return [this.table(element)]
      default:
        return inner()
    }
  }

  private list({ name, children }: ElementNode): string {
    return children
      .filter(isElement)
      .map((item, i) => {
        const mark = name === 'ol' ? `${i + 1}. ` : '- '
        const body = this.blocks(item.children).join('\n\n')
        return mark + body.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
      })
      .join('\n')
  }

  private table(table: ElementNode): string {
    const rows = findAll(table, 'tr').map((row) =>
      row.children
        .filter(isElement)
        .filter(({ name }) => name === 'td' || name === 'th')
        .map((cell) => this.blocks(cell.children).join(' ').replace(/\\?\n/g, ' ').trim()),
    )
    const width = Math.max(0, ...rows.map((row) => row.length))
    if (width === 0) return ''
    const line = (cells: string[]) => `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`
    const [head = [], ...rest] = rows
    return [line(head), line(Array(width).fill('---')), ...rest.map(line)].join('\n')
  }

  inline(nodes: Node[]): string {
    return nodes.map((node) => this.one(node)).join('')
  }

  private one(node: Node): string {
    if (node.type === 'text') return escapeAroundFormulas(String(node.data).replace(/\s+/g, ' '), 'html')
    if (!isElement(node)) return ''
    const found = formulaOf(node)
    if (found) return formula(found.tex ?? mathmlToTex(toXmlNode(found.mathml!)), found.isBlock)
    if (dropped.has(node.name)) return ''
    const { attribs, children } = node
    const name = node.name.replace(/^.*:/, '')
    const special = this.conversion.special?.(name, attribs, () => this.inline(children))
    if (special !== null && special !== undefined) return special
    if (name === 'object' && isImage(attribs))
      return this.picture({ src: attribs.data ?? '', alt: attribs.alt ?? plainText(children) })
    if (unsupported[name]) {
      this.conversion.lost(unsupported[name])
      return this.inline(children)
    }
    switch (name) {
      case 'br':
        return '\\\n'
      case 'strong':
      case 'b':
        return strong(this.inline(children))
      case 'em':
      case 'i':
        return marked(this.inline(children), '*')
      case 'del':
      case 's':
      case 'strike':
        return marked(this.inline(children), '~~')
      case 'code':
      case 'tt':
      case 'kbd':
        return inlineCode(plainText(children))
      case 'sub':
        return `$_{${script(plainText(children))}}$`
      case 'sup':
        return `$^{${script(plainText(children))}}$`
      case 'rt':
        return `（${this.inline(children)}）`
      case 'rp':
        return ''
      case 'math':
        return formula(mathmlToTex(toXmlNode(node)), attribs.display === 'block')
      case 'img':
        return this.picture(attribs)
      case 'a':
        return this.link(attribs.href ?? '', this.inline(children))
      case 'input':
      case 'select':
      case 'button':
      case 'textarea':
        this.conversion.lost('表单控件')
        return ''
      default:
        return this.inline(children)
    }
  }

  private picture({ src = '', alt = '' }: Record<string, string>): string {
    const name = this.conversion.image?.(src) ?? null
    const altText = escapeInline(alt.replace(/\s+/g, ' ').trim())
    if (name !== null) return `![${altText}](${name})`
    this.conversion.lost(`图片 ${decodeAddress(src).slice(0, 80)}`)
    return altText
  }

  private link(href: string, inner: string): string {
    if (/^https?:\/\/[^\s<>()]+$/i.test(href)) return inner.trim() === '' ? '' : `[${inner}](${href})`
    if (href !== '' && !href.startsWith('#')) this.conversion.lost(`链接 ${href.slice(0, 80)}`)
    return inner
  }
}

/** Whether an `object` is an image, as questions of QTI embed it. */
const isImage = ({ type = '', data = '' }: Record<string, string>) =>
  type === '' ? /\.(png|jpe?g|gif|webp|svg)$/i.test(data) : /^image\//i.test(type)

/** Returns the language from `class="language-python"` of the block or its code element, as most tools write it. */
function languageOf(pre: ElementNode): string {
  const inside = pre.children.find(isElement)
  const classes = `${pre.attribs.class ?? ''} ${inside?.attribs.class ?? ''}`
  return pre.attribs['data-language'] ?? /\blanguage-([\w+#-]+)/.exec(classes)?.[1] ?? ''
}

/** Collapses white space as in HTML; escapes a line that starts like a list. */
function lines(written: string): string {
  return written
    .split(/\\\n/)
    .map((line) => escapeOpening(line.replace(/[ \t]+/g, ' ').trim()))
    .join('\\\n')
    .replace(/^(\\\n)+|(\\\n)+$/g, '')
    .replace(/(\\\n){3,}/g, '\\\n\\\n')
}

function formula(written: string, isBlock: boolean): string {
  const tex = written.trim()
  return tex === '' ? '' : isBlock ? `\n\n$$${tex}$$\n\n` : `$${tex}$`
}

const strong = (inner: string) => marked(inner, '**')

function marked(inner: string, sign: string): string {
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? []
  return core === '' ? inner : `${before}${sign}${core}${sign}${after}`
}

const script = (content: string) =>
  /^[\w+-]*$/.test(content) ? content : `\\text{${content.replace(/[\\{}$#%&_^~]/g, '')}}`

function plainText(nodes: Node[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return String(node.data)
      if (!isElement(node)) return ''
      return node.name === 'br' ? '\n' : plainText(node.children)
    })
    .join('')
}

function findAll(element: ElementNode, name: string): ElementNode[] {
  return element.children
    .filter(isElement)
    .flatMap((inner) => [...(inner.name === name ? [inner] : findAll(inner, name))])
}
