import { canonical, linearDifference, numericValue, rationalOf, takeUnit } from './canonical'
import type { Decimal } from './numerals'
import type { Node } from './parse'
import { isTerminating, NotUnderstood, negative, plus, type Rational, text, toNumber } from './rational'

/** Maximum difference between a typed number and the key; null if the author set no tolerance. */
export type Tolerance = Rational | null

const maxItems = 50
/** Minimum digits of a decimal typed instead of a fraction or a root: 1.333 is accepted for 4/3, 1.33 is not. */
const minDigits = 4
/** Relative difference below which two irrational values count as equal. */
const precision = 1e-12

/**
 * Whether two formulas are equal. Order, fraction or decimal notation and brackets around a term make no difference.
 * Nothing is expanded or simplified, because often that is the task of the question.
 */
export function isSameFormula(key: Node, typed: Node, tolerance: Tolerance): boolean {
  try {
    return matchAll(alternatives(key), alternatives(typed), (a, b) => isSame(a, b, tolerance))
  } catch (error) {
    if (error instanceof NotUnderstood) return false
    throw error
  }
}

/** Whether every expression of a formula can be compared. */
export function isComparable(node: Node): boolean {
  try {
    return alternatives(node).every((one) => isSame(one, one, null))
  } catch (error) {
    if (error instanceof NotUnderstood) return false
    throw error
  }
}

/** Splits a formula into its alternatives: `±2`, `x=±2` and formulas joined by 或 have several. */
function alternatives(node: Node): Node[] {
  if (node.type === 'or') return node.items.flatMap(alternatives)
  if (node.type === 'plus-minus') {
    const { left, right } = node
    const minus: Node = { type: 'negative', of: right }
    return left === null
      ? [right, minus]
      : [right, minus].map((item) => ({ type: 'sum', items: [left, item] }) satisfies Node)
  }
  if (node.type !== 'relation') return [node]
  const at = node.items.findIndex(({ type }) => type === 'plus-minus')
  if (at < 0) return [node]
  return alternatives(node.items[at]!).map((item) => ({ ...node, items: node.items.with(at, item) }))
}

/** Whether each item of one list has its own partner in the other list, in any order. */
function matchAll(a: Node[], b: Node[], isPair: (a: Node, b: Node) => boolean): boolean {
  if (a.length !== b.length || a.length > maxItems) return false
  const rest = [...b]
  return a.every((item) => {
    const found = rest.findIndex((other) => isPair(item, other))
    if (found >= 0) rest.splice(found, 1)
    return found >= 0
  })
}

type Relation = Extract<Node, { type: 'relation' }>

const isSet = (node: Node) => node.type === 'bracket' && (node.open === 'set' || node.open === '{')
const isExplicitSet = (node: Node) => node.type === 'bracket' && (node.open === 'set' || node.items.length > 1)

function isSame(key: Node, typed: Node, tolerance: Tolerance): boolean {
  const same = (a: Node, b: Node) => isSame(a, b, tolerance)
  const inOrder = (a: Node[], b: Node[]) => a.length === b.length && a.every((item, i) => same(item, b[i]!))
  if (key.type === 'bracket' && isSet(key) && isExplicitSet(key))
    return typed.type === 'bracket' && isSet(typed) && matchAll(key.items, typed.items, same)
  if (key.type === 'bracket' && (key.items.length > 1 || key.open === 'set')) {
    if (typed.type !== 'bracket' || isSet(typed) || typed.items.length !== key.items.length) return false
    return key.open === typed.open && key.close === typed.close && inOrder(key.items, typed.items)
  }
  switch (key.type) {
    case 'list':
      return typed.type === 'list' && inOrder(key.items, typed.items)
    case 'builder':
      return typed.type === 'builder' && same(key.what, typed.what) && same(key.condition, typed.condition)
    case 'union':
      if (typed.type !== 'union' || typed.sign !== key.sign) return false
      return key.sign === '∖' ? inOrder(key.items, typed.items) : matchAll(key.items, typed.items, same)
    case 'relation': {
      if (typed.type !== 'relation') return false
      const isEqual = (signs: string[], items: Node[]) =>
        signs.join(' ') === key.signs.join(' ') && inOrder(key.items, items)
      if (isEqual(typed.signs, typed.items) || isEqual(flipped(typed.signs), typed.items.toReversed())) return true
      return isSameLine(key, typed)
    }
    default:
      return isSameExpression(key, typed, tolerance)
  }
}

const flips: Record<string, string> = {
  '<': '>',
  '>': '<',
  '≤': '≥',
  '≥': '≤',
  '=': '=',
  '≠': '≠',
  '≈': '≈',
  '⇔': '⇔',
  '⊥': '⊥',
  '∥': '∥',
}
/**
 * Whether two linear equations differ only in where their terms stand and in a factor: x+y=1 and 2y=2-2x. A key that is
 * solved for a name, y=1-x, asks for that form, and an equation with one name asks for its solution or its steps.
 */
function isSameLine(key: Relation, typed: Relation): boolean {
  if ([key, typed].some(({ signs }) => signs.join() !== '=')) return false
  if (key.items.some(({ type }) => type === 'name')) return false
  try {
    const [expected, given] = [key, typed].map(({ items: [left, right] }) => linearDifference(left!, right!))
    return expected !== null && expected === given
  } catch (error) {
    if (error instanceof NotUnderstood) return false
    throw error
  }
}

/** The signs of a relation read from right to left. */
const flipped = (signs: string[]) => signs.toReversed().map((sign) => flips[sign] ?? `reverse ${sign}`)

function isSameExpression(key: Node, typed: Node, tolerance: Tolerance): boolean {
  const [expected, given] = [canonical(key), canonical(typed)]
  // If the key itself leaves a calculation, such as 2^10, the answer may differ only in the order of sums and products.
  if (expected.isUnfinished) return shapeOf(key) === shapeOf(typed)
  if (given.isUnfinished) return false
  if (expected.key === given.key) return true
  const [a, b] = [takeUnit(expected.terms), takeUnit(given.terms)]
  const [left, right] = [numericValue(a.terms), numericValue(b.terms)]
  if (a.unit !== b.unit || left === null || right === null) return false
  const [exactKey, exact] = [rationalOf(a.terms), rationalOf(b.terms)]
  if (tolerance && isNear(tolerance, [left, exactKey], [right, exact])) return true
  const decimal = decimalOf(typed)
  if (decimal && exact) return !(exactKey && isTerminating(exactKey)) && isRounded(left, exact, decimal)
  if (exactKey || exact || !isSubset(calls(typed), calls(key))) return false
  return Math.abs(left - right) <= precision * Math.max(Math.abs(left), Math.abs(right))
}

function isNear(tolerance: Rational, [a, exactA]: [number, Rational | null], [b, exactB]: [number, Rational | null]) {
  if (!exactA || !exactB) return Math.abs(a - b) <= toNumber(tolerance) * (1 + precision)
  const { over, under } = plus(exactA, negative(exactB))
  const distance = over < 0n ? -over : over
  return distance * tolerance.under <= tolerance.over * under
}

/** Whether a typed decimal is the value, rounded or truncated at its last digit. */
function isRounded(value: number, typed: Rational, { places, digits }: Decimal): boolean {
  if (digits < minDigits) return false
  if (digits > 12) return Math.abs(value - toNumber(typed)) <= precision * Math.abs(value)
  const scale = 10 ** places
  const last = Math.round(toNumber(typed) * scale)
  return last === Math.round(value * scale) || last === Math.trunc(value * scale)
}

/** Returns the only number of a formula if it was typed with a decimal point; otherwise null. */
function decimalOf(node: Node): Decimal | null {
  const numbers = [...nodesOf(node)].filter(({ type }) => type === 'number')
  const [only] = numbers
  return numbers.length === 1 && only?.type === 'number' ? only.decimal : null
}

const calls = (node: Node) => new Set([...nodesOf(node)].flatMap((one) => (one.type === 'call' ? [one.name] : [])))
const isSubset = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].every((item) => b.has(item))

/** Yields a node and everything below it, without exponents of units. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node
  const inside: (Node | null)[] =
    'items' in node
      ? node.items
      : node.type === 'quotient'
        ? [node.over, node.under]
        : node.type === 'power'
          ? node.base.type === 'unit'
            ? [node.base]
            : [node.base, node.exponent]
          : node.type === 'negative'
            ? [node.of]
            : node.type === 'plus-minus'
              ? [node.left, node.right]
              : node.type === 'builder'
                ? [node.what, node.condition]
                : []
  for (const one of inside) if (one) yield* nodesOf(one)
}

/** Returns a text that is equal for formulas that differ only in the order of sums and products. */
function shapeOf(node: Node): string {
  switch (node.type) {
    case 'number':
      return `#${text(node.value)}`
    case 'name':
    case 'unit':
      return node.name
    case 'negative':
      return `-(${shapeOf(node.of)})`
    case 'sum':
      return `+(${node.items.map(shapeOf).toSorted().join(',')})`
    case 'product': {
      const negatives = node.items.filter(({ type }) => type === 'negative').length
      const items = node.items.map((item) => shapeOf(item.type === 'negative' ? item.of : item)).toSorted()
      return `${negatives % 2 === 1 ? '-' : ''}*(${items.join(',')})`
    }
    case 'quotient':
      return `/(${shapeOf(node.over)},${shapeOf(node.under)})`
    case 'power':
      return `^(${shapeOf(node.base)},${shapeOf(node.exponent)})`
    case 'call':
      return `${node.name}(${node.items.map(shapeOf).join(',')})`
    case 'bracket':
      if (node.items.length === 1) return shapeOf(node.items[0]!)
      throw new NotUnderstood('bracket')
    default:
      throw new NotUnderstood(node.type)
  }
}
