import katex from 'katex'
import { sanitiseFormula } from '../sanitise'
import {
  encodeXml,
  isMathElement,
  isMathToken,
  keptMathAttributes,
  keptStyle,
  keptSvgAttributes,
} from '../sanitise-simple'

/** Nodes of the tree that KaTeX builds before it writes HTML. Its types do not describe them. */
interface KatexNode {
  toMarkup(): string
  children?: KatexNode[]
  classes?: string[]
  style?: Record<string, string | undefined>
  attributes?: Record<string, unknown>
  text?: string
  italic?: number
  /** Name of a MathML element. */
  type?: string
  /** Space as a character; null for a space with a width. */
  character?: string | null
}

const { __renderToDomTree: buildTree, __domTree: classes } = katex as unknown as {
  __renderToDomTree(tex: string, options: katex.KatexOptions): KatexNode
  __domTree: Record<'Span' | 'SymbolNode' | 'SvgNode' | 'PathNode', { prototype: KatexNode }>
}

/**
 * Renders a formula as sanitised HTML. Written directly from KaTeX's tree, because writing, sanitising and serialising
 * one after another takes as long as building the tree. Nodes that this writer does not know go through the sanitiser.
 */
export function formulaHtml(tex: string, options: katex.KatexOptions): string {
  const tree = buildTree(tex, options)
  try {
    return html(tree)
  } catch (error) {
    if (!(error instanceof Unknown)) throw error
    // A wide formula scrolls, so it must be focusable by keyboard.
    return sanitiseFormula(tree.toMarkup().replace('<span class="katex-display"', '$& tabindex="0"'))
  }
}

const is = (node: KatexNode, name: keyof typeof classes) => Object.getPrototypeOf(node) === classes[name].prototype

class Unknown extends Error {}
const unknown = (): never => {
  throw new Unknown()
}

function html(node: KatexNode): string {
  if (is(node, 'SymbolNode')) return symbol(node)
  if (is(node, 'Span')) {
    const name = classOf(node)
    const tabindex = name === 'katex-display' ? ' tabindex="0"' : ''
    const attributes = spanAttributes(node.attributes ?? {})
    return `<span${attribute('class', name)}${tabindex}${styleOf(node.style)}${attributes}>${all(node.children, html)}</span>`
  }
  if (is(node, 'SvgNode')) return svg(node)
  if (node.type === 'math') return math(node)
  return !node.type && !node.attributes && node.classes && node.children ? all(node.children, html) : unknown()
}

/** Concatenates what `write` returns for each node. */
function all(nodes: KatexNode[] = [], write: (node: KatexNode) => string): string {
  let written = ''
  for (const node of nodes) written += write(node)
  return written
}

function symbol(node: KatexNode): string {
  const { italic = 0, style } = node
  const text = textOf(node.text ?? '')
  const shift = italic > 0 ? { marginRight: `${+italic.toFixed(4)}em`, ...style } : style
  const start = attribute('class', classOf(node)) + styleOf(shift)
  // Only dropped styles make a span without attributes.
  if (start === '') return shift && Object.keys(shift).length > 0 ? unknown() : text
  return `<span${start}>${text}</span>`
}

const attribute = (name: string, value: string | null) => (value === null ? '' : ` ${name}="${value}"`)

/** Returns null for a node without classes. */
function classOf({ classes: list = [] }: KatexNode): string | null {
  if (list.length === 0) return null
  const joined = list.length === 1 ? list[0]! : list.filter(Boolean).join(' ')
  return joined !== '' && /^[\w -]+$/.test(joined) ? joined : unknown()
}

function styleOf(style: KatexNode['style']): string {
  let written = ''
  for (const key in style) {
    const value = style[key]
    if (value === undefined) continue
    const declaration = declarationOf(key, value)
    if (declaration !== '') written += written === '' ? declaration : `;${declaration}`
  }
  return written === '' ? '' : ` style="${written}"`
}

const maxDeclarations = 5000
const declarations = new Map<string, string>()

/** Returns an allowed declaration; empty for others. Cached, because few different ones occur. */
function declarationOf(key: string, value: string): string {
  const written = `${key}:${value}`
  const known = declarations.get(written)
  if (known !== undefined) return known
  const property = key.replace(/[A-Z]/g, '-$&').toLowerCase()
  const declaration = keptStyle(property, value) ?? unknown()
  if (declarations.size >= maxDeclarations) declarations.clear()
  declarations.set(written, declaration)
  return declaration
}

function spanAttributes(attributes: Record<string, unknown>): string {
  let written = ''
  for (const key in attributes) {
    if (key !== 'aria-hidden') return unknown()
    written += ` aria-hidden="${attributes[key] === 'true' ? 'true' : unknown()}"`
  }
  return written
}

const special = /[&<>\u00a0]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' }
const textOf = (text: string) => text.replace(special, (sign) => entities[sign]!)

const shape = /^<path d="[\w\s.,-]+"\/>$/

function svg({ attributes = {}, children = [] }: KatexNode): string {
  const start = `<svg${foreignAttributes(attributes, keptSvgAttributes)}`
  if (children.length === 0) return `${start}/>`
  return `${start}>${all(children, (child) => {
    const written = is(child, 'PathNode') ? child.toMarkup() : ''
    return shape.test(written) ? written : unknown()
  })}</svg>`
}

function foreignAttributes(attributes: Record<string, unknown>, allowed: ReadonlySet<string>): string {
  let written = ''
  for (const key in attributes) {
    if (!allowed.has(key)) continue
    const value = String(attributes[key])
    written += value === '' ? unknown() : ` ${key}="${encodeXml(value)}"`
  }
  return written
}

function math(node: KatexNode): string {
  const { type, character, text, children = [], attributes = {} } = node
  if (type === undefined) {
    if (character) return `<mtext>${encodeXml(character)}</mtext>`
    // A space with a width.
    if (character === null) return node.toMarkup()
    if (text !== undefined) return encodeXml(text)
    return node.children ? all(children, math) : unknown()
  }
  if (!isMathElement(type)) return unknown()
  const start = `<${type}${foreignAttributes(attributes, keptMathAttributes)}${attribute('class', classOf(node))}`
  if (isMathToken(type) && children.some((child) => child.type !== undefined || child.text === undefined))
    return unknown()
  const inner = all(children, math)
  return inner === '' ? `${start}/>` : `${start}>${inner}</${type}>`
}
