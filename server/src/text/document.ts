import { DomUtils, parseDocument } from 'htmlparser2'
import { assignIds, type Paragraph } from './paragraphs'
import { countWords, readingMinutes } from './text'

export type Document = ReturnType<typeof parseDocument>
export type Node = Document['children'][number]
export type Element = Extract<Node, { attribs: unknown }>

export interface Measured {
  /** Nodes of `html`, so that it need not be parsed again. */
  nodes: Node[]
  html: string
  plain: string
  paragraphs: Paragraph[]
  /** Maps each element id of the source HTML to the paragraph that contains it. `html` has no element ids. */
  anchors: Record<string, string>
  words: number
  minutes: number
}

const alwaysBlocks = new Set('p h2 h3 h4 h5 h6 pre table figure dt audio video summary'.split(' '))
/** Elements that are blocks only if they contain text directly rather than other blocks. */
const sometimesBlocks = new Set(['li', 'dd', 'blockquote', 'div', 'aside', 'section', 'details'])
const containers = new Set([...alwaysBlocks, ...sometimesBlocks, 'ul', 'ol', 'dl'])
/** Number of words that take as long to read as one line of code. */
const wordsPerCodeLine = 4

export const isElement = (node: Node): node is Element => 'attribs' in node
// The parser does not export its node classes; they are taken from parsed samples.
const [sampleElement, sampleText] = parseDocument('<p></p>x').children as [Element, Extract<Node, { type: 'text' }>]
const ElementNode = sampleElement.constructor as new (name: string, attribs: object, children: Node[]) => Element
const TextNode = sampleText.constructor as new (data: string) => Node

/** Creates an element for serialisation only: its parent and sibling links are not set. */
export const makeElement = (name: string, attribs: Record<string, string>, children: Node[]): Element =>
  new ElementNode(name, attribs, children)
export const makeText = (data: string): Node => new TextNode(data)

export const parseHtml = (html: string): Document => parseDocument(html)
export const writeHtml = (nodes: Node | Node[] | Document) => DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8' })

/** Assigns paragraph ids to a sanitised document; computes plain text, word count and reading time. */
export function measureDocument(document: Document, previous: Paragraph[], seed: string): Measured {
  const blocks = blocksOf(document.children).map((element) => ({
    element,
    anchor: element.attribs['data-p'],
    text: blockText(element),
  }))
  const ids = assignIds(blocks, previous, seed)
  const paragraphs: Paragraph[] = []
  let words = 0
  let effort = 0
  blocks.forEach(({ element, text }, i) => {
    const pid = ids[i]!
    element.attribs['data-p'] = pid
    paragraphs.push({ pid, text })
    if (element.name === 'pre') effort += wordsPerCodeLine * text.split('\n').length
    else words += countWords(text)
  })
  const anchors = takeAnchors(document.children)
  return {
    nodes: document.children,
    anchors,
    html: writeHtml(document),
    plain: paragraphs
      .map(({ text }) => text)
      .filter(Boolean)
      .join('\n'),
    paragraphs,
    words,
    minutes: readingMinutes(words + effort),
  }
}

/** Maps element ids to paragraphs; an id outside all paragraphs is mapped to the next paragraph. */
function takeAnchors(nodes: Node[]): Record<string, string> {
  const anchors: Record<string, string> = Object.create(null)
  let waiting: string[] = []
  const walk = (below: Node[], inside: string | undefined) => {
    for (const element of below.filter(isElement)) {
      const pid = element.attribs['data-p'] ?? inside
      const { id } = element.attribs
      if (pid) {
        for (const name of waiting) anchors[name] = pid
        waiting = []
      }
      if (id && pid) anchors[id] ??= pid
      else if (id) waiting.push(id)
      delete element.attribs.id
      walk(element.children, pid)
    }
  }
  walk(nodes, undefined)
  return anchors
}

function blocksOf(nodes: Node[]): Element[] {
  return nodes.filter(isElement).flatMap((element) => {
    if (alwaysBlocks.has(element.name)) return [element]
    if (!sometimesBlocks.has(element.name)) return blocksOf(element.children)
    return ownText(element).trim() === '' ? blocksOf(element.children) : [element, ...blocksOf(element.children)]
  })
}

/** Returns the text that is not inside a nested block. */
function ownText(element: Element): string {
  return element.children
    .map((child) => (isElement(child) && containers.has(child.name) ? '' : readableText(child)))
    .join('')
}

function blockText(element: Element): string {
  if (element.name === 'pre') return readableText(element).replace(/\n$/, '')
  const text = sometimesBlocks.has(element.name) ? ownText(element) : readableText(element)
  return text.replace(/\s+/g, ' ').trim()
}

/** Returns the text for reading and search: formulas as source code, no ruby text, no note references. */
export function readableText(node: Node): string {
  if (node.type === 'text') return node.data
  if (!isElement(node)) return ''
  const { name, attribs } = node
  if (name === 'rt' || name === 'rp' || attribs['data-footnote']) return ''
  if (name === 'img') return attribs.alt ? `${attribs.alt} ` : ''
  if (name === 'br') return '\n'
  if (name === 'math') return ` ${annotationOf(node) ?? attribs.alttext ?? textOf(node.children)} `
  if (attribs.class?.split(' ').includes('katex')) return `$${annotationOf(node) ?? ''}$`
  if (name === 'td' || name === 'th') return `${textOf(node.children)} `
  return textOf(node.children)
}

/** A loop, because this runs over every element of a chapter several times. */
function textOf(nodes: Node[]): string {
  let text = ''
  for (const node of nodes) text += readableText(node)
  return text
}

function annotationOf(element: Element): string | undefined {
  // The placeholder of a formula contains only its source.
  const [only, ...others] = element.children
  if (only && others.length === 0 && isElement(only) && only.name === 'annotation') return DomUtils.textContent(only)
  const found = DomUtils.findOne((candidate) => candidate.name === 'annotation', element.children)
  return found ? DomUtils.textContent(found) : undefined
}
