import type { Node } from './parse'
import {
  integerRoot,
  isEqual,
  isInteger,
  NotUnderstood,
  negative,
  one,
  plus,
  power,
  type Rational,
  rational,
  takeSquares,
  text,
  times,
  toNumber,
  zero,
} from './rational'

/** A base with a rational exponent. */
interface Factor {
  key: string
  exponent: Rational
  /** Value of the base if it is a number. */
  value: number | null
  isUnit: boolean
  /** Terms of the base if it is a sum. */
  sum: Term[] | null
}

interface Term {
  coefficient: Rational
  factors: Factor[]
}

/** Canonical form: sorted sum of products. Products of sums are not expanded: factored and expanded answers differ. */
export interface Canonical {
  key: string
  terms: Term[]
  /** Whether a calculation is left to do: a sum or product of numbers, like terms, the root of a square. */
  isUnfinished: boolean
}

const maxTerms = 100

export function canonical(node: Node): Canonical {
  const builder = new Builder()
  const terms = builder.build(node)
  return { key: keyOfSum(terms), terms, isUnfinished: builder.isUnfinished }
}

/**
 * Returns what the left side of a linear equation with several names is more than the right side, divided by its first
 * coefficient; null for other equations and for sides that leave a calculation.
 */
export function linearDifference(left: Node, right: Node): string | null {
  const sides = [canonical(left), canonical(right)]
  const terms = new Builder().build({ type: 'sum', items: [left, { type: 'negative', of: right }] })
  const names = terms.map(({ factors }) => factors.filter(({ value }) => value === null))
  const isLinear = names.every(
    (list) => list.length < 2 && list.every(({ isUnit, sum, exponent }) => !isUnit && !sum && isEqual(exponent, one)),
  )
  if (!isLinear || sides.some(({ isUnfinished }) => isUnfinished)) return null
  if (names.flat().length < 2) return null
  const [first] = terms
  return keyOfSum(
    terms.map((term) => ({ ...term, coefficient: times(term.coefficient, power(first!.coefficient, -1n)) })),
  )
}

/** Returns the numeric value of a sum; null if the sum contains names or units. */
export function numericValue(terms: Term[]): number | null {
  let total = 0
  for (const { coefficient, factors } of terms) {
    let value = toNumber(coefficient)
    for (const factor of factors) {
      if (factor.value === null) return null
      value *= factor.value ** toNumber(factor.exponent)
    }
    total += value
  }
  return Number.isFinite(total) ? total : null
}

/** Returns the exact value of a sum that is a fraction; null for other sums. */
export function rationalOf(terms: Term[]): Rational | null {
  if (terms.length === 0) return zero
  return terms.length === 1 && terms[0]!.factors.length === 0 ? terms[0]!.coefficient : null
}

/** Splits a quantity into its unit and the rest. A sum of several terms has no unit. */
export function takeUnit(terms: Term[]): { unit: string; terms: Term[] } {
  const [only, ...others] = terms
  if (!only || others.length > 0) return { unit: '', terms }
  const units = only.factors.filter(({ isUnit }) => isUnit)
  const rest = only.factors.filter(({ isUnit }) => !isUnit)
  return { unit: units.map(keyOfFactor).join('*'), terms: [{ ...only, factors: rest }] }
}

const keyOfFactor = ({ key, exponent }: Factor) => (isEqual(exponent, one) ? key : `${key}^${text(exponent)}`)
const keyOfFactors = ({ factors }: Term) => factors.map(keyOfFactor).join('*')
const keyOfTerm = (term: Term) => `${text(term.coefficient)}·${keyOfFactors(term)}`
const keyOfSum = (terms: Term[]) => (terms.length === 0 ? '0' : terms.map(keyOfTerm).join(' + '))

const byKey = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const constant = (coefficient: Rational): Term => ({ coefficient, factors: [] })
const single = (factor: Omit<Factor, 'exponent'>): Term => ({
  coefficient: one,
  factors: [{ ...factor, exponent: one }],
})

class Builder {
  isUnfinished = false

  build(node: Node): Term[] {
    switch (node.type) {
      case 'number':
        return this.add([constant(node.value)])
      case 'name':
        return [single({ key: node.name, value: constants[node.name] ?? null, isUnit: false, sum: null })]
      case 'unit':
        return [single({ key: `unit:${node.name}`, value: null, isUnit: true, sum: null })]
      case 'sum':
        return this.sum(node.items)
      case 'negative':
        return this.build(node.of).map(negated)
      case 'product':
        return this.product(node.items)
      case 'quotient':
        return this.multiply(this.build(node.over), this.raise(this.build(node.under), rational(-1n)))
      case 'power':
        return this.power(node.base, node.exponent)
      case 'call':
        return this.call(node.name, node.items)
      case 'bracket':
        if (node.items.length === 1 && node.open !== 'set') return this.build(node.items[0]!)
        throw new NotUnderstood('bracket in an expression')
      default:
        throw new NotUnderstood(`${node.type} in an expression`)
    }
  }

  private sum(items: Node[]): Term[] {
    if (items.filter((item) => isNumeral(item)).length > 1) this.isUnfinished = true
    return this.add(items.flatMap((item) => this.build(item)))
  }

  /** Adds terms; merges terms that differ only in their coefficient. */
  private add(terms: Term[]): Term[] {
    const merged = new Map<string, Term>()
    for (const term of terms) {
      const key = keyOfFactors(term)
      const before = merged.get(key)
      if (before) this.isUnfinished = true
      const coefficient = before ? plus(before.coefficient, term.coefficient) : term.coefficient
      merged.set(key, { ...term, coefficient })
    }
    if (merged.size > maxTerms) throw new NotUnderstood('too many terms')
    return [...merged.entries()]
      .filter(([, { coefficient }]) => coefficient.over !== 0n)
      .toSorted(([a], [b]) => byKey(a, b))
      .map(([, term]) => term)
  }

  private product(items: Node[]): Term[] {
    const numbers = items.filter((item) => isNumeral(item) && !isPowerOfTen(item))
    const tens = items.filter(isPowerOfTen).length
    if (numbers.length > 1 || tens > 1) this.isUnfinished = true
    return items.map((item) => this.build(item)).reduce((left, right) => this.multiply(left, right))
  }

  private multiply(a: Term[], b: Term[]): Term[] {
    if (a.length === 0 || b.length === 0) return []
    const [left, right] = [this.asTerm(a), this.asTerm(b)]
    const coefficient = times(left.coefficient, right.coefficient)
    return this.spread(this.collect({ coefficient, factors: [...left.factors, ...right.factors] }))
  }

  /** Converts a sum to one term: the sum becomes a factor, negated if its first term is negative. */
  private asTerm(terms: Term[]): Term {
    if (terms.length === 1) return terms[0]!
    if (terms.length === 0) return constant(zero)
    const isNegative = terms[0]!.coefficient.over < 0n
    const sum = isNegative ? terms.map(negated) : terms
    const factor = { key: `(${keyOfSum(sum)})`, value: numericValue(sum), isUnit: false, sum, exponent: one }
    return { coefficient: isNegative ? rational(-1n) : one, factors: [factor] }
  }

  /** Adds the exponents of equal bases; whole powers of integers go into the coefficient. */
  private collect(term: Term): Term {
    const merged = new Map<string, Factor>()
    for (const factor of term.factors) {
      const before = merged.get(factor.key)
      merged.set(factor.key, before ? { ...factor, exponent: plus(before.exponent, factor.exponent) } : factor)
    }
    let { coefficient } = term
    const factors: Factor[] = []
    for (const factor of merged.values()) {
      const { key, exponent } = factor
      if (exponent.over === 0n) continue
      if (!key.startsWith('#')) {
        factors.push(factor)
        continue
      }
      const base = BigInt(key.slice(1))
      const floor =
        (exponent.over - (((exponent.over % exponent.under) + exponent.under) % exponent.under)) / exponent.under
      coefficient = times(coefficient, power(rational(base), floor))
      const rest = plus(exponent, rational(-floor))
      if (rest.over !== 0n) factors.push({ ...factor, exponent: rest })
    }
    return this.joinRoots({ coefficient, factors: factors.toSorted((a, b) => byKey(a.key, b.key)) })
  }

  /** Joins square roots: √2·√3 becomes √6. */
  private joinRoots({ coefficient, factors }: Term): Term {
    const half = rational(1n, 2n)
    const isRoot = ({ key, exponent }: Factor) => key.startsWith('#') && isEqual(exponent, half)
    const roots = factors.filter(isRoot)
    if (roots.length < 2) return { coefficient, factors }
    const product = roots.reduce((all, { key }) => all * BigInt(key.slice(1)), 1n)
    const root = this.rootOfInteger(product, half)
    const others = factors.filter((factor) => !isRoot(factor))
    return {
      coefficient: times(coefficient, root.coefficient),
      factors: [...others, ...root.factors].toSorted((a, b) => byKey(a.key, b.key)),
    }
  }

  /** Expands a sum with only a sign or a fraction before it: (x+1)/2 becomes x/2+1/2, but 2(x+1) stays. */
  private spread(term: Term): Term[] {
    if (term.coefficient.over === 0n) return []
    const [only, ...others] = term.factors
    const { coefficient } = term
    const isSpread = !isInteger(coefficient) || coefficient.over === 1n || coefficient.over === -1n
    if (!only?.sum || others.length > 0 || !isEqual(only.exponent, one) || !isSpread) return [term]
    return only.sum.map((part) => ({ ...part, coefficient: times(part.coefficient, coefficient) }))
  }

  private power(base: Node, exponent: Node): Term[] {
    const isRoot = withoutBrackets(exponent).type === 'quotient'
    const raisedTo = this.build(exponent)
    const number = rationalOf(raisedTo)
    const terms = this.build(base)
    if (number) {
      if (isNumeral(base) && !isPowerOfTen({ type: 'power', base, exponent }) && !isRoot && !isEqual(number, one))
        this.isUnfinished = true
      return this.raise(terms, number)
    }
    const [low, high] = [numericValue(terms), numericValue(raisedTo)]
    const value = low === null || high === null ? null : low ** high
    return [single({ key: `(${keyOfSum(terms)})^(${keyOfSum(raisedTo)})`, value, isUnit: false, sum: null })]
  }

  private raise(terms: Term[], exponent: Rational): Term[] {
    const { coefficient, factors } = this.asTerm(terms)
    if (isInteger(exponent)) {
      const raised = factors.map((factor) => ({ ...factor, exponent: times(factor.exponent, exponent) }))
      return this.spread(this.collect({ coefficient: power(coefficient, exponent.over), factors: raised }))
    }
    if (coefficient.over === 0n) return []
    // √(x²) is not x, because x may be negative.
    const isEven = ({ exponent: own }: Factor) => own.over % 2n === 0n || !isInteger(own)
    if (coefficient.over < 0n || factors.some(isEven)) return this.rootOfWhole(terms, exponent)
    const over = this.rootOfInteger(coefficient.over, exponent)
    const under = this.rootOfInteger(coefficient.under, negative(exponent))
    const raised = factors.map((factor) => ({ ...factor, exponent: times(factor.exponent, exponent) }))
    const root: Term = {
      coefficient: times(over.coefficient, under.coefficient),
      factors: [...over.factors, ...under.factors, ...raised],
    }
    const result = this.collect(root)
    if (result.factors.length === 0) this.isUnfinished = true
    return [result]
  }

  private rootOfWhole(terms: Term[], exponent: Rational): Term[] {
    const number = rationalOf(terms)
    if (number && exponent.under % 2n === 1n) return this.raise([constant(negative(number))], exponent).map(negated)
    const value = numericValue(terms)
    if (value !== null && value < 0) throw new NotUnderstood('root of a negative number')
    const key = `root(${keyOfSum(terms)})`
    const factor = { key, value, isUnit: false, sum: null, exponent }
    return [{ coefficient: one, factors: [factor] }]
  }

  private rootOfInteger(value: bigint, exponent: Rational): Term {
    if (value === 1n) return constant(one)
    const isSquare = exponent.under === 2n
    const { outside, inside } = isSquare ? takeSquares(value) : { outside: 1n, inside: value }
    const whole = isSquare ? null : integerRoot(value, Number(exponent.under))
    if (whole !== null) return constant(power(rational(whole), exponent.over))
    const coefficient = power(rational(outside), exponent.over)
    if (inside === 1n) return constant(coefficient)
    const factor = { key: `#${inside}`, value: Number(inside), isUnit: false, sum: null, exponent }
    return this.collect({ coefficient, factors: [factor] })
  }

  private call(name: string, items: Node[]): Term[] {
    const built = items.map((item) => this.build(item))
    // |1-x| is |x-1|.
    const given =
      name === 'abs'
        ? built.map((terms) => ((terms[0]?.coefficient.over ?? 0n) < 0n ? terms.map(negated) : terms))
        : built
    if (name === 'exp' && given.length === 1) return this.power({ type: 'name', name: 'e' }, items[0]!)
    const keys = given.map(keyOfSum)
    if (/^(?:max|min|gcd|lcm)$/.test(name)) keys.sort(byKey)
    const values = given.map(numericValue)
    const value = values.every((one) => one !== null) ? evaluate(name, values as number[]) : null
    return [single({ key: `${name}(${keys.join(',')})`, value, isUnit: false, sum: null })]
  }
}

const constants: Record<string, number> = { π: Math.PI, e: Math.E }

const negated = (term: Term): Term => ({ ...term, coefficient: negative(term.coefficient) })

const withoutBrackets = (node: Node): Node =>
  node.type === 'bracket' && node.items.length === 1 ? withoutBrackets(node.items[0]!) : node

/** Whether a node is a number in written form: with a sign, as a fraction or as a power of ten. */
function isNumeral(node: Node): boolean {
  if (node.type === 'negative') return isNumeral(node.of)
  if (node.type === 'quotient') return isNumeral(node.over) && isNumeral(node.under)
  if (node.type === 'bracket') return node.items.length === 1 && isNumeral(node.items[0]!)
  return node.type === 'number' || isPowerOfTen(node)
}

function isPowerOfTen(node: Node): boolean {
  if (node.type !== 'power' || node.base.type !== 'number' || node.base.value.over !== 10n) return false
  const exponent = node.exponent.type === 'negative' ? node.exponent.of : node.exponent
  return node.base.value.under === 1n && exponent.type === 'number' && isInteger(exponent.value)
}

function evaluate(name: string, [first = Number.NaN, ...others]: number[]): number | null {
  const [base, index] = name.split('_')
  if (base === 'log' && index !== undefined) {
    const value = Math.log(first) / Math.log(Number(index))
    return Number.isFinite(value) ? value : null
  }
  const computed = computations[name]
  const value = computed && others.length === 0 ? computed(first) : Number.NaN
  return Number.isFinite(value) ? value : null
}

const computations: Record<string, (value: number) => number> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  cot: (value) => 1 / Math.tan(value),
  sec: (value) => 1 / Math.cos(value),
  csc: (value) => 1 / Math.sin(value),
  arcsin: Math.asin,
  arccos: Math.acos,
  arctan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  ln: Math.log,
  lg: Math.log10,
  abs: Math.abs,
}
