/** An addressable block and its range in the chapter's text. */
export interface Paragraph {
  pid: string
  element: Element
  start: number
  end: number
}

/** A run of text and its node. A formula or picture is one indivisible run. */
interface Piece {
  at: number
  length: number
  node: Node
  /** Start of the run in a text node; null for indivisible content. */
  from: number | null
}

/** Text of a chapter, counted as the server counts it, with the mapping between characters and DOM. */
export interface TextIndex {
  root: Element
  text: string
  paragraphs: Paragraph[]
  pieces: Piece[]
  byPid: Map<string, Paragraph>
  byNode: Map<Node, Piece[]>
}

/** Blocks whose text includes nested blocks; the text of all other blocks excludes them. */
const whole = new Set(['P', 'H2', 'H3', 'H4', 'H5', 'H6', 'PRE', 'TABLE', 'FIGURE', 'DT', 'AUDIO', 'VIDEO'])
const containers = new Set([...whole, 'LI', 'DD', 'BLOCKQUOTE', 'DIV', 'ASIDE', 'SECTION', 'UL', 'OL', 'DL'])

/**
 * Reads the text of every paragraph (`data-p`) by the importer's rules: collapsed spaces, formulas as source, without
 * ruby text and footnote marks. Thus offsets are the same here, on the server and on every device.
 */
export function indexText(root: Element): TextIndex {
  const pieces: Piece[] = []
  const paragraphs: Paragraph[] = []
  const texts: string[] = []
  let at = 0
  for (const element of root.querySelectorAll('[data-p]')) {
    const text = readParagraph(element, at, pieces)
    paragraphs.push({ pid: element.getAttribute('data-p')!, element, start: at, end: at + text.length })
    if (!text) continue
    texts.push(text)
    at += text.length + 1
  }
  const byNode = new Map<Node, Piece[]>()
  for (const piece of pieces) {
    const known = byNode.get(piece.node)
    if (known) known.push(piece)
    else byNode.set(piece.node, [piece])
  }
  const byPid = new Map(paragraphs.map((paragraph) => [paragraph.pid, paragraph]))
  return { root, text: texts.join('\n'), paragraphs, pieces, byPid, byNode }
}

function readParagraph(element: Element, start: number, pieces: Piece[]): string {
  let text = ''
  let last: Piece | undefined
  const first = pieces.length

  function add(run: string, node: Node, from: number | null): void {
    const at = start + text.length
    text += run
    if (last && from !== null && last.node === node && last.from !== null && last.from + last.length === from) {
      last.length += run.length
      return
    }
    last = { at, length: run.length, node, from }
    pieces.push(last)
  }

  function put(data: string, node: Node, divisible: boolean): void {
    for (const { 0: run, index } of data.matchAll(/\s+|\S+/g)) {
      const space = /^\s/.test(run)
      if (space && (text === '' || text.endsWith(' '))) continue
      add(space ? ' ' : run, node, divisible ? index : null)
    }
  }

  function walk(node: Node): void {
    const tag = node instanceof Element ? node.tagName.toUpperCase() : ''
    if (node instanceof Text) put(node.data, node, true)
    else if (!(node instanceof Element) || isNoText(node, tag)) return
    else if (tag === 'IMG') put(node.getAttribute('alt') ? `${node.getAttribute('alt')} ` : '', node, false)
    else if (tag === 'BR') put(' ', node, false)
    else if (tag === 'MATH') put(` ${sourceOf(node) ?? node.getAttribute('alttext') ?? node.textContent} `, node, false)
    else if (node.classList.contains('katex')) put(`$${sourceOf(node) ?? ''}$`, node, false)
    else {
      for (const child of node.childNodes) walk(child)
      if (tag === 'TD' || tag === 'TH') put(' ', node, false)
    }
  }

  const tag = element.tagName.toUpperCase()
  if (tag === 'PRE') {
    const nodes = textNodesOf(element)
    for (const node of nodes)
      if (node.data) add(node === nodes.at(-1) ? node.data.replace(/\n$/, '') : node.data, node, 0)
    return text
  }
  for (const child of element.childNodes) {
    const left = !whole.has(tag) && child instanceof Element && containers.has(child.tagName.toUpperCase())
    if (!left) walk(child)
  }
  if (text.endsWith(' ')) {
    text = text.slice(0, -1)
    const end = pieces.at(-1)!
    end.length -= 1
    if (end.length === 0 && pieces.length > first) pieces.pop()
  }
  return text
}

/** Whether an element does not count as text: ruby annotation, footnote mark, component mounted into the chapter. */
const isNoText = (element: Element, tag: string) =>
  tag === 'RT' || tag === 'RP' || element.hasAttribute('data-footnote') || element.hasAttribute('data-mount')

const sourceOf = (element: Element) => element.querySelector('annotation')?.textContent

function textNodesOf(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  return nodes
}

/** Returns the last item that begins at or before the offset; with `ending`, strictly before the offset. */
function lastBefore<T>(
  list: readonly T[],
  startOf: (item: T) => number,
  offset: number,
  ending = false,
): T | undefined {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const start = startOf(list[middle]!)
    if (ending ? start < offset : start <= offset) low = middle + 1
    else high = middle
  }
  return list[low - 1]
}

/** Returns the paragraph that contains a character; never an empty one, unless all are empty. */
export function paragraphAt({ paragraphs }: TextIndex, offset: number): Paragraph | undefined {
  const found = lastBefore(paragraphs, ({ start }) => start, offset)
  if (!found || found.end > found.start) return found
  // Reached if only an empty paragraph was found, as at the end of the text: returns the last paragraph with text
  // before it.
  return paragraphs.findLast(({ start, end }) => start <= offset && end > start) ?? found
}

/** Returns the DOM range of these characters. */
export function rangeOf(index: TextIndex, start: number, end: number): Range | null {
  const first = lastBefore(index.pieces, ({ at }) => at, start) ?? index.pieces[0]
  const last = lastBefore(index.pieces, ({ at }) => at, Math.max(end, start), end > start) ?? first
  if (!first || !last) return null
  const range = index.root.ownerDocument.createRange()
  if (first.from === null) range.setStartBefore(first.node)
  else range.setStart(first.node, first.from + Math.min(first.length, Math.max(0, start - first.at)))
  if (last.from === null) range.setEndAfter(last.node)
  else range.setEnd(last.node, last.from + Math.min(last.length, Math.max(0, end - last.at)))
  return range
}

/**
 * Returns the HTML of a range as it is shown, with drawn formulas and without elements that are mounted into the text.
 */
export function htmlOf(index: TextIndex, start: number, end: number): string {
  const range = rangeOf(index, start, end)
  if (!range) return ''
  const copy = index.root.ownerDocument.createElement('div')
  copy.append(range.cloneContents())
  for (const mounted of copy.querySelectorAll('[data-mount]')) mounted.remove()
  return copy.innerHTML
}

/** Returns the offset of the character after a DOM point; with `ending`, the end of the text before the point. */
export function offsetOfDomPoint(index: TextIndex, node: Node, offset: number, ending = false): number {
  const pieces = node instanceof Text ? index.byNode.get(node) : undefined
  if (pieces) {
    const piece = lastBefore(pieces, ({ from }) => from ?? 0, offset) ?? pieces[0]!
    const into = offset - (piece.from ?? 0)
    return piece.at + Math.min(piece.length, Math.max(0, into))
  }
  const atomic = indivisible(index, node)
  if (atomic) return ending ? atomic.at(-1)!.at + atomic.at(-1)!.length : atomic[0]!.at
  const before = pieceBefore(index, node, offset)
  if (ending) return before ? before.at + before.length : 0
  const next = before ? index.pieces[index.pieces.indexOf(before) + 1] : index.pieces[0]
  return next ? next.at : index.text.length
}

/** Returns the formula or picture that contains a node. */
function indivisible({ byNode, root }: TextIndex, node: Node): Piece[] | undefined {
  for (let up: Node | null = node; up && up !== root; up = up.parentNode) {
    const pieces = byNode.get(up)
    if (pieces?.[0]?.from === null) return pieces
  }
  return undefined
}

function pieceBefore({ pieces, root }: TextIndex, node: Node, offset: number): Piece | undefined {
  const point = root.ownerDocument.createRange()
  point.setStart(node, offset)
  return lastBefore(pieces, (piece) => (point.comparePoint(piece.node, 0) < 0 ? 0 : 2), 1)
}

/** Returns a DOM range as a character range, without spaces at its ends; null if it contains no text. */
export function selectedText(index: TextIndex, range: Range): { start: number; end: number } | null {
  if (range.collapsed || !range.intersectsNode(index.root)) return null
  const inside = (node: Node) => index.root.contains(node)
  let start = inside(range.startContainer) ? offsetOfDomPoint(index, range.startContainer, range.startOffset) : 0
  let end = inside(range.endContainer)
    ? offsetOfDomPoint(index, range.endContainer, range.endOffset, true)
    : index.text.length
  while (start < end && /\s/.test(index.text[start]!)) start++
  while (end > start && /\s/.test(index.text[end - 1]!)) end--
  return end > start ? { start, end } : null
}
