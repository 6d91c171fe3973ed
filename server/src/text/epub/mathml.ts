import { type Element, isElement, makeElement, makeText, type Node } from '../document'
import { mathml } from '../sanitise-rules'
import { drawnAttributes } from './math-attributes'
import { isMathVariant, mathLetters } from './math-letters'

const sign = (text: string, attributes: Record<string, string> = {}) => makeElement('mo', attributes, [makeText(text)])
const row = (children: Node[], attributes: Record<string, string> = {}) => makeElement('mrow', attributes, children)
const fence = (text: string | undefined, form: string) =>
  text === undefined || text.trim() === '' ? [] : [sign(text.trim(), { fence: 'true', stretchy: 'true', form })]

const mathElements = new Set([
  ...mathml,
  'maction',
  'mstack',
  'mlongdiv',
  'msrow',
  'msgroup',
  'mscarries',
  'mscarry',
  'msline',
])
const tokens = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])

/**
 * Replaces an element of MathML, and those of its attributes that browsers no longer draw (not in MathML Core), by
 * elements with the same appearance. Returns null for all other elements.
 */
export function rewriteMath(name: string, attributes: Record<string, string>, inside: Node[]): Node[] | null {
  if (!mathElements.has(name)) return null
  const { variant, remaining } = drawnAttributes(name, attributes)
  const nodes = variant && !tokens.has(name) ? inside.map((node) => withVariant(node, variant)) : inside
  if (tokens.has(name)) return [token(name, remaining, inside, variant)]
  return rewriteElement(name, remaining, nodes)
}

function rewriteElement(name: string, attributes: Record<string, string>, inside: Node[]): Node[] {
  const children = inside.filter(isElement)
  switch (name) {
    case 'mfenced': {
      const { open = '(', close = ')', separators = ',' } = attributes
      return [row([...fence(open, 'prefix'), row(separated(children, separators)), ...fence(close, 'postfix')])]
    }
    // The first child is the label of the equation; it is shown after the equation.
    case 'mlabeledtr':
      return [makeElement('mtr', attributes, [...children.slice(1), ...children.slice(0, 1)])]
    case 'mtable':
      return [table(attributes, children)]
    case 'mfrac': {
      const { bevelled, ...rest } = attributes
      const [over, under] = children
      if (bevelled === 'true' && over && under) return [row([over, sign('/'), under], rest)]
      return [makeElement(name, rest, inside)]
    }
    case 'maction':
      return children.slice(0, 1)
    case 'menclose':
      return [enclosed(attributes, children)]
    case 'mstack':
    case 'mlongdiv':
      return [makeElement('mtable', {}, children.map(stackRow))]
    case 'msrow':
    case 'msgroup':
    case 'mscarries':
    case 'mscarry':
      return [row(children)]
    case 'msline':
      return []
    default:
      return [makeElement(name, attributes, inside)]
  }
}

/** Writes a token in the letters of its `mathvariant`; browsers draw only `normal`, on `mi`. */
function token(name: string, attributes: Record<string, string>, inside: Node[], variant: string | null): Element {
  const { lquote = '"', rquote = '"', ...others } = attributes
  const isNormal = variant === 'normal' && name === 'mi'
  const written = variant && isMathVariant(variant) ? inside.map((node) => withLetters(node, variant)) : inside
  // Strings are drawn with their quotation marks.
  if (name === 'ms') return makeElement('mtext', others, [makeText(lquote), ...written, makeText(rquote)])
  return makeElement(name, isNormal ? { mathvariant: 'normal', ...others } : others, written)
}

const withLetters = (node: Node, variant: string): Node =>
  node.type === 'text' ? makeText(mathLetters(node.data, variant)) : node

/** Applies the `mathvariant` of an element to the tokens inside it that have none of their own. */
function withVariant(node: Node, variant: string): Node {
  if (!isElement(node)) return node
  const { name, attribs, children } = node
  if (tokens.has(name)) return attribs.mathvariant ? node : token(name, attribs, children, variant)
  if (name.startsWith('annotation')) return node
  return makeElement(
    name,
    attribs,
    children.map((child) => withVariant(child, variant)),
  )
}

function separated(children: Element[], separators: string): Node[] {
  const signs = [...separators.replace(/\s/g, '')]
  return children.flatMap((child, i) => {
    const between = i === 0 ? undefined : (signs[i - 1] ?? signs.at(-1))
    return between === undefined ? [child] : [sign(between, { separator: 'true' }), child]
  })
}

const stackRow = (child: Element) => makeElement('mtr', {}, [makeElement('mtd', {}, [child])])

/** Attributes with a list of values, one per column or row. Browsers ignore them; our style sheet draws them on cells. */
const perColumn = ['columnalign', 'columnlines'] as const
const perRow = ['rowalign', 'rowlines'] as const

function table(attributes: Record<string, string>, rows: Element[]): Element {
  const remaining = { ...attributes }
  for (const key of [...perColumn, ...perRow]) delete remaining[key]
  const ofRows = new Map(perRow.map((key) => [key, listOf(attributes[key])]))
  const written = rows.map((row, i) => {
    if (row.name !== 'mtr') return row
    const { columnalign, rowalign, ...rest } = row.attribs
    const columns = { columnalign: columnalign ?? attributes.columnalign, columnlines: attributes.columnlines }
    const below = { rowalign: rowalign ?? at(ofRows.get('rowalign')!, i), rowlines: at(ofRows.get('rowlines')!, i) }
    if (i === rows.length - 1) delete below.rowlines
    return makeElement('mtr', rest, cells(row.children.filter(isElement), columns, below))
  })
  return makeElement('mtable', remaining, written)
}

function cells(
  row: Element[],
  columns: Record<string, string | undefined>,
  rowAttributes: Record<string, string | undefined>,
) {
  return row.map((cell, j) => {
    const given = { ...rowAttributes }
    for (const [key, list] of Object.entries(columns)) given[key] = at(listOf(list), j)
    if (j === row.length - 1) delete given.columnlines
    const drawn = Object.entries({ ...given, ...cell.attribs }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== 'none',
    )
    return makeElement(cell.name, Object.fromEntries(drawn), cell.children)
  })
}

const listOf = (text = '') => text.trim().split(/\s+/).filter(Boolean)
/** The last value of a list applies to all further columns or rows. */
const at = (list: string[], i: number): string | undefined => list[i] ?? list.at(-1)

/** Boxes and strokes that our style sheet draws. */
const notations = new Set(
  'box roundedbox circle left right top bottom updiagonalstrike downdiagonalstrike verticalstrike horizontalstrike longdiv actuarial'.split(
    ' ',
  ),
)

/** Notations of `menclose`; the default is the one of MathML. */
const notationsOf = ({ notation = 'longdiv' }: Record<string, string>) => listOf(notation)

function enclosed(attributes: Record<string, string>, children: Node[]): Element {
  const all = notationsOf(attributes)
  const drawn = all.filter((notation) => notations.has(notation))
  const boxed = drawn.length > 0 ? row(children, { notation: drawn.join(' ') }) : row(children)
  if (!all.includes('radical')) return boxed
  return makeElement('msqrt', {}, drawn.length > 0 ? [boxed] : children)
}

/** Whether `rewriteMath` drops a box or a stroke around a formula. */
export const losesEnclosure = (name: string, attributes: Record<string, string>) =>
  name === 'menclose' && notationsOf(attributes).some((notation) => notation !== 'radical' && !notations.has(notation))
