import { DomUtils, parseDocument } from 'htmlparser2'
import type { Content } from '../balance'
import { contentOfHtml } from '../content-of-html'
import { type Element, isElement, makeElement, makeText, type Node, readableText, writeHtml } from '../document'
import { blockNames, boxes, dropped, interactive } from './element-names'
import { losesEnclosure, rewriteMath } from './mathml'
import { isRightToLeft, isVertical, type VerticalSelectors } from './writing-mode'
import { lineAt, refuseEntities, resolveHref } from './xml'
import { EpubError } from './zip'

/** A document of a book as a flat list of blocks; references use paths inside the book. */
export interface CleanDocument {
  title: string
  blocks: Node[]
  /** Inline SVG drawings; images refer to them as `svg:0`, `svg:1`, … */
  drawings: string[]
  losses: { line: number; text: string }[]
  /** Line of the first reference to each file (key: path) and to each other document of the book (key: `@path`). */
  lines: Record<string, number>
  rightToLeft: boolean
  /** Lines run from top to bottom, and follow each other from right to left. */
  vertical: boolean
  source: Content
}

/** Properties of a book that apply to all its documents. */
export interface BookStyle {
  language: string
  verticalSelectors: VerticalSelectors
}

interface Context {
  path: string
  notes: Set<string>
  drawings: string[]
  /** Referenced files and locations, with the first referring element. */
  named: Map<string, Element>
  /** Import warnings, each once, with the first element that causes it. */
  losses: Map<string, Element>
}

const lose = ({ losses }: Context, element: Element, text: string) => {
  if (!losses.has(text)) losses.set(text, element)
}

/** Records the first reference to a file or location, for later problem reports. */
const name = ({ named }: Context, element: Element, target: string): string => {
  if (!named.has(target)) named.set(target, element)
  return target
}

export const stylesLost = '书自带的样式没有收入，按这里的版式显示'
const interactionLost = '书里的交互内容（表单、脚本等）没有收入'

/** Every `href` counts as a link, because cleaning converts or reports each. */
const counting = { tex: false, isLink: ({ href }: Record<string, string>) => Boolean(href) }
const maxDepth = 256
export function cleanDocument(text: string, path: string, book: BookStyle): CleanDocument {
  refuseEntities(text, path)
  const document = parseDocument(text, { recognizeSelfClosing: true, recognizeCDATA: true, withStartIndices: true })
  refuseDepth(document.children, path, text)
  const all = DomUtils.findAll(() => true, document.children)
  const context: Context = { path, notes: noteIds(all), drawings: [], named: new Map(), losses: new Map() }
  for (const element of all) noteLosses(element, context)
  const title = readableText(all.find(({ name }) => name === 'title') ?? document.children[0]!)
  const html = all.find(({ name }) => name === 'html')
  const body = all.find(({ name }) => name === 'body')
  const root = body ?? html
  if (body && html) inherit(html, body)
  // Counted first: cleaning moves the nodes.
  const source = contentOfHtml(writeHtml(root ? [root] : document.children), counting)
  const blocks = flatten(root ? [root] : document.children, context)
  const lineOf = ({ startIndex }: Element) => lineAt(text, startIndex ?? 0)
  return {
    title: title.replace(/\s+/g, ' ').trim(),
    blocks,
    drawings: context.drawings,
    losses: [...context.losses].map(([text, element]) => ({ line: lineOf(element), text })),
    lines: Object.fromEntries([...context.named].map(([target, element]) => [target, lineOf(element)])),
    rightToLeft: isRightToLeft(all, book.language),
    vertical: isVertical(all, path, book.verticalSelectors),
    source,
  }
}

/** Records warnings for elements that are dropped without a trace in the text. */
function noteLosses(element: Element, context: Context): void {
  const { name, attribs } = element
  const rel = (attribs.rel ?? '').toLowerCase()
  if (name === 'script') lose(context, element, interactionLost)
  if (name === 'style' || attribs.style || (name === 'link' && rel.includes('stylesheet')))
    lose(context, element, stylesLost)
  const outside =
    name === 'style' ? /(?:url\(|@import)\s*["']?((?:https?:)?\/\/[^"')\s]+)/i.exec(readableText(element)) : null
  if (outside) lose(context, element, `样式里书外的资源没有收入：${outside[1]!.slice(0, 120)}`)
  for (const key of Object.keys(attribs)) if (/^on[a-z]+$/i.test(key)) lose(context, element, `脚本 ${key} 没有收入`)
}

function refuseDepth(nodes: Node[], path: string, text: string): void {
  const open = nodes.map((node) => ({ node, depth: 1 }))
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > maxDepth)
      throw new EpubError('标签嵌套太深', { path, line: lineAt(text, next.node.startIndex ?? 0) })
    if (isElement(next.node)) for (const node of next.node.children) open.push({ node, depth: next.depth + 1 })
  }
}

const typesOf = ({ attribs }: Element) => `${attribs['epub:type'] ?? ''} ${attribs.role ?? ''}`
const isNote = (element: Element) => /\b(footnote|endnote|rearnote)\b/.test(typesOf(element)) && element.name !== 'a'

function noteIds(elements: Element[]): Set<string> {
  return new Set(elements.filter(isNote).flatMap(({ attribs }) => attribs.id ?? []))
}

/** Copies direction and language, which apply to all content of an element. */
function inherit(from: Element, to: Element): void {
  const { dir } = from.attribs
  const lang = from.attribs.lang ?? from.attribs['xml:lang']
  if (dir && !to.attribs.dir) to.attribs.dir = dir
  if (lang && !to.attribs.lang && !to.attribs['xml:lang']) to.attribs.lang = lang
}

function flatten(nodes: Node[], context: Context): Node[] {
  const blocks: Node[] = []
  let run: Node[] = []
  const endRun = () => {
    // Text between blocks becomes a paragraph.
    if (run.some((node) => isElement(node) || (node.type === 'text' && node.data.trim() !== '')))
      blocks.push(makeElement('p', {}, run))
    run = []
  }
  for (const node of nodes) {
    if (!isElement(node)) {
      if (node.type === 'text') run.push(node)
      continue
    }
    if (isNote(node)) {
      endRun()
      blocks.push(note(node, context))
    } else if (boxes.has(node.name)) {
      endRun()
      const inside = flatten(node.children, context)
      for (const child of inside) if (isElement(child)) inherit(node, child)
      // The box is removed, so its id moves to its first block: references to the box stay valid.
      const first = inside.find(isElement)
      if (node.attribs.id && first) {
        if (first.attribs.id) first.children.unshift(makeElement('span', { id: node.attribs.id }, []))
        else first.attribs.id = node.attribs.id
      }
      blocks.push(...inside)
    } else if (blockNames.has(node.name)) {
      endRun()
      const cleaned = clean(node, context)
      for (const child of cleaned) blocks.push(child)
    } else run.push(...clean(node, context))
  }
  endRun()
  return blocks
}

function note(node: Element, context: Context): Node {
  const { id } = node.attribs
  return makeElement(
    'aside',
    { ...(id && { 'data-note': id, id }), role: 'doc-footnote' },
    flatten(node.children, context),
  )
}

function cleanAll(nodes: Node[], context: Context): Node[] {
  return nodes.flatMap((node) => (isElement(node) ? clean(node, context) : node.type === 'text' ? [node] : []))
}

/** Converts an element: keeps it with allowed attributes, unwraps it, or removes it. */
function clean(node: Element, context: Context): Node[] {
  const name = node.name.replace(/^(m|mml|math|svg|html|h|xhtml|epub|ops):/, '')
  if (dropped.has(name)) return []
  if (interactive.has(name)) {
    lose(context, node, interactionLost)
    return cleanAll(node.children, context)
  }
  if (name === 'switch') return cleanSwitch(node, context)
  if (name === 'svg') return drawing(node, context)
  if (name === 'img' || name === 'image') return image(node, context)
  if (name === 'object') return object(node, context)
  if (name === 'audio' || name === 'video' || name === 'source') return player(node, name, context)
  if (name === 'a') return [link(node, context)]
  const cleaned = makeElement(name === 'h1' ? 'h2' : name, {}, [])
  for (const [key, value] of Object.entries(node.attribs)) cleaned.attribs[key === 'xml:lang' ? 'lang' : key] = value
  delete cleaned.attribs.role
  delete cleaned.attribs.tabindex
  delete cleaned.attribs['data-p']
  const hasBlocks =
    (name === 'li' || name === 'dd' || name === 'blockquote' || name === 'aside') && node.children.some(isBox)
  const inside = hasBlocks ? flatten(node.children, context) : cleanAll(node.children, context)
  const drawn = rewriteMath(name, cleaned.attribs, inside)
  if (losesEnclosure(name, node.attribs)) lose(context, node, '公式外的框线没有收入')
  if (drawn) return drawn
  const { id, dir, lang } = cleaned.attribs
  // Such a span serves only the book's own styles, which are not imported.
  if (name === 'span' && !id && !dir && !lang) return inside
  cleaned.children = inside as typeof cleaned.children
  return [cleaned]
}

const isBox = (node: Node) => isElement(node) && boxes.has(node.name)

function cleanSwitch(node: Element, context: Context): Node[] {
  const below = node.children.filter(isElement)
  const known = below.find(
    ({ name, attribs }) => name.endsWith('case') && /MathML/i.test(attribs['required-namespace'] ?? ''),
  )
  const chosen = known ?? below.find(({ name }) => name.endsWith('default'))
  if (below.length > 1) lose(context, node, '内容的另一种写法没有收入（epub:switch）')
  return chosen ? cleanAll(chosen.children, context) : []
}

/** Converts an inline SVG to a separate image; an SVG that only wraps an image becomes that image. */
function drawing(node: Element, context: Context): Node[] {
  const pictures = DomUtils.findAll(({ name }) => /(^|:)image$/.test(name), node.children)
  const shapes = DomUtils.findAll(
    ({ name }) => /^(svg:)?(path|rect|circle|text|line|polygon|polyline|ellipse|use)$/.test(name),
    node.children,
  )
  if (pictures.length > 0 && shapes.length === 0) return pictures.flatMap((picture) => image(picture, context))
  const title = DomUtils.findOne(({ name }) => name === 'title' || name === 'desc', node.children)
  context.drawings.push(writeHtml(node))
  const alt = (title ? [title] : drawnText(node))
    .map((element) => DomUtils.textContent(element).replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' ')
    .slice(0, maxAlt)
  return [makeElement('img', { 'data-file': name(context, node, `svg:${context.drawings.length - 1}`), alt }, [])]
}

/** Maximum length of a drawing's alt text, by which the drawing is found in a search. */
const maxAlt = 4000
const drawnText = (node: Element) => DomUtils.findAll(({ name }) => /^(svg:)?text$/.test(name), node.children)

function image(node: Element, context: Context): Node[] {
  const source = node.attribs.src ?? node.attribs['xlink:href'] ?? node.attribs.href ?? ''
  const { id, alt = '' } = node.attribs
  if (/^data:image\//i.test(source.trim()))
    return [makeElement('img', { 'data-file': name(context, node, source.trim()), alt, ...(id && { id }) }, [])]
  const target = resolveHref(context.path, source)
  if (!target) {
    lose(context, node, `书外的图片没有收入：${source.slice(0, 120)}`)
    return alt ? [makeText(alt)] : []
  }
  return [makeElement('img', { 'data-file': name(context, node, target.path), alt, ...(id && { id }) }, [])]
}

function object(node: Element, context: Context): Node[] {
  const target = resolveHref(context.path, node.attribs.data ?? '')
  if (target && /^image\//.test(node.attribs.type ?? ''))
    return [makeElement('img', { 'data-file': name(context, node, target.path), alt: readableText(node).trim() }, [])]
  lose(context, node, `嵌入的对象没有收入：${(node.attribs.data ?? node.attribs.type ?? '').slice(0, 120)}`)
  return cleanAll(node.children, context)
}

function player(node: Element, tag: string, context: Context): Node[] {
  const { src } = node.attribs
  const target = src ? resolveHref(context.path, src) : null
  if (src && !target) {
    lose(context, node, `书外的音视频没有收入：${src.slice(0, 120)}`)
    return tag === 'source' ? [] : cleanAll(node.children, context)
  }
  const inside = node.children.filter(isElement).filter((child) => child.name === 'source')
  return [
    makeElement(
      tag,
      { ...(target && { 'data-file': name(context, node, target.path) }), ...(tag !== 'source' && { controls: '' }) },
      inside.flatMap((child) => player(child, 'source', context)),
    ),
  ]
}

function link(node: Element, context: Context): Element {
  const { href, id } = node.attribs
  const inside = cleanAll(node.children, context)
  const attributes: Record<string, string> = id ? { id } : {}
  if (!href) return makeElement('span', attributes, inside)
  if (/^(https?|mailto):/i.test(href.trim()))
    return makeElement(
      'a',
      { ...attributes, href: href.trim(), target: '_blank', rel: 'noopener noreferrer nofollow' },
      inside,
    )
  const target = resolveHref(context.path, href)
  if (!target) {
    lose(context, node, `链接 ${href.trim().slice(0, 120)} 打不开，已按文字显示`)
    return makeElement('span', attributes, inside)
  }
  if (target.path === context.path && context.notes.has(target.fragment))
    return makeElement(
      'a',
      { ...attributes, 'data-footnote': target.fragment, role: 'doc-noteref', tabindex: '0' },
      inside,
    )
  const anchor: Record<string, string> = target.fragment ? { 'data-anchor': target.fragment } : {}
  const place = name(context, node, `@${target.path}`)
  return makeElement('a', { ...attributes, 'data-chapter': place, ...anchor, role: 'link', tabindex: '0' }, inside)
}
