import type { Decimal } from './numerals'
import { NotUnderstood, plus, type Rational, rational } from './rational'
import { type Hints, type Token, tokenise } from './tokens'

/** Syntax tree of a formula as written, before any calculation. */
export type Node =
  | { type: 'number'; value: Rational; decimal: Decimal | null }
  | { type: 'name' | 'unit'; name: string }
  | { type: 'sum' | 'product'; items: Node[] }
  | { type: 'quotient'; over: Node; under: Node }
  | { type: 'power'; base: Node; exponent: Node }
  | { type: 'negative'; of: Node }
  | { type: 'plus-minus'; left: Node | null; right: Node }
  | { type: 'call'; name: string; items: Node[] }
  | { type: 'bracket'; open: '(' | '[' | '{' | 'set'; close: ')' | ']' | '}' | 'set'; items: Node[] }
  | { type: 'builder'; what: Node; condition: Node }
  | { type: 'relation'; signs: string[]; items: Node[] }
  | { type: 'union'; sign: string; items: Node[] }
  | { type: 'or' | 'list'; items: Node[] }

const relations = new Set('= < > ≤ ≥ ≠ ≈ ≡ ∼ → ⇒ ⇔ ∈ ∉ ⊂ ⊆ ⊥ ∥'.split(' '))
const closing: Record<string, string> = { ')': ')', ']': ']', '}': '}', ')set': 'set' }
const accents = new Set('vec overrightarrow overline bar hat widehat tilde dot ddot'.split(' '))
const maxDepth = 40
/** Brackets around an index or the letters below an arrow. */
const groups: Record<string, string> = { '{': '}', '(': ')' }

/** Throws NotUnderstood if the formula cannot be parsed to its end. */
export function parseFormula(written: string, hints: Hints): Node {
  const parser = new Parser(tokenise(written, hints))
  return parser.parse()
}

class Parser {
  private at = 0
  private depth = 0
  private openBars = 0

  constructor(private readonly tokens: Token[]) {}

  parse(): Node {
    if (this.tokens.length === 0) throw new NotUnderstood('empty')
    const node = this.alternatives()
    if (this.at < this.tokens.length) throw new NotUnderstood('rest')
    return node
  }

  private get next(): Token | undefined {
    return this.tokens[this.at]
  }

  private isMark(...texts: string[]): boolean {
    const token = this.next
    return token?.type === 'mark' && texts.includes(token.text)
  }

  private take(...texts: string[]): boolean {
    if (!this.isMark(...texts)) return false
    this.at++
    return true
  }

  private deeper<T>(read: () => T): T {
    if (++this.depth > maxDepth) throw new NotUnderstood('too deep')
    const result = read()
    this.depth--
    return result
  }

  private alternatives(): Node {
    const items = [this.list()]
    while (this.take('or')) items.push(this.list())
    return items.length === 1 ? items[0]! : { type: 'or', items }
  }

  private list(): Node {
    const items = [this.relation()]
    while (this.take(',', ';')) items.push(this.relation())
    return items.length === 1 ? items[0]! : { type: 'list', items }
  }

  private relation(): Node {
    const items = [this.union()]
    const signs: string[] = []
    for (let token = this.next; token?.type === 'mark' && relations.has(token.text); token = this.next) {
      this.at++
      signs.push(token.text)
      items.push(this.union())
    }
    return signs.length === 0 ? items[0]! : { type: 'relation', signs, items }
  }

  private union(): Node {
    let left = this.sum()
    for (const sign of ['∪', '∩', '∖']) {
      const items = [left]
      while (this.take(sign)) items.push(this.sum())
      if (items.length > 1) left = { type: 'union', sign, items }
    }
    return left
  }

  private sum(): Node {
    return this.deeper(() => {
      let items: Node[] = []
      if (this.take('±')) items.push({ type: 'plus-minus', left: null, right: this.term() })
      else if (this.take('-')) items.push({ type: 'negative', of: this.term() })
      else {
        this.take('+')
        items.push(this.term())
      }
      for (;;) {
        if (this.take('+')) items.push(this.term())
        else if (this.take('-')) items.push({ type: 'negative', of: this.term() })
        else if (this.take('±')) {
          const left: Node = items.length === 1 ? items[0]! : { type: 'sum', items }
          items = [{ type: 'plus-minus', left, right: this.term() }]
        } else return items.length === 1 ? items[0]! : { type: 'sum', items }
      }
    })
  }

  /** Parses products and quotients from left to right; factors without a sign between them are multiplied. */
  private term(): Node {
    let left = this.factor()
    for (;;) {
      if (this.take('/')) left = { type: 'quotient', over: left, under: this.factor() }
      else if (this.take('*') || this.startsFactor()) left = this.multiplied(left)
      else return left
    }
  }

  private multiplied(left: Node): Node {
    const implicit = this.tokens[this.at - 1]
    const isImplicit = !(implicit?.type === 'mark' && implicit.text === '*')
    const right = isImplicit ? this.powered() : this.factor()
    const mixed = isImplicit ? this.mixedNumber(left, right) : null
    if (mixed) return mixed
    return left.type === 'product'
      ? { type: 'product', items: [...left.items, right] }
      : { type: 'product', items: [left, right] }
  }

  /** Parses a mixed number, an integer directly before a fraction of integers: `1\frac{1}{2}`, `1½`, `1 1/2`. */
  private mixedNumber(left: Node, right: Node): Node | null {
    if (left.type !== 'number' || left.value.under !== 1n || left.decimal) return null
    let fraction = right
    if (right.type === 'number' && this.isMark('/')) {
      const [sign, under] = [this.next, this.tokens[this.at + 1]]
      if (!sign || under?.type !== 'number') return null
      this.at += 2
      fraction = { type: 'quotient', over: right, under: { type: 'number', value: under.value, decimal: null } }
    }
    if (fraction.type !== 'quotient' || fraction.over.type !== 'number' || fraction.under.type !== 'number') return null
    const [over, under] = [fraction.over.value, fraction.under.value]
    if (over.under !== 1n || under.under !== 1n) return null
    return { type: 'number', value: plus(left.value, rational(over.over, under.over)), decimal: null }
  }

  private startsFactor(): boolean {
    const token = this.next
    if (!token) return false
    if (token.type === 'number') {
      const before = this.tokens[this.at - 1]
      // Two numbers side by side are not a product, but may be a mixed number such as `1 1/2`.
      const after = this.tokens[this.at + 1]
      const isFraction = token.isSpaced && after?.type === 'mark' && after.text === '/'
      return before?.type !== 'number' || isFraction
    }
    if (token.type !== 'mark') return true
    if (token.text === '|') return this.openBars === 0 && !this.isConditionBar()
    return ['(', '[', '{', 'set(', '√'].includes(token.text)
  }

  private bracketDepth = 0
  private readonly sets: number[] = []

  /** Whether a bar here separates the condition of a set: only directly inside the braces of the set. */
  private isConditionBar(): boolean {
    return this.sets.at(-1) === this.bracketDepth
  }

  private factor(): Node {
    if (this.take('-')) return { type: 'negative', of: this.deeper(() => this.factor()) }
    if (this.take('+')) return this.deeper(() => this.factor())
    return this.powered()
  }

  private powered(): Node {
    let base = this.atom()
    for (;;) {
      if (this.take('!')) base = { type: 'call', name: '!', items: [base] }
      else if (this.isMark("'")) base = this.primed(base)
      else if (this.take('_')) base = this.indexed(base)
      else if (this.take('^')) base = { type: 'power', base, exponent: this.deeper(() => this.exponent()) }
      else return base
    }
  }

  private primed(base: Node): Node {
    this.at++
    if (base.type === 'name') return { type: 'name', name: `${base.name}'` }
    if (base.type === 'number') return { type: 'product', items: [base, { type: 'unit', name: "'" }] }
    throw new NotUnderstood('prime')
  }

  private indexed(base: Node): Node {
    if (base.type !== 'name') throw new NotUnderstood('index')
    return { type: 'name', name: `${base.name}_${this.rawArgument()}` }
  }

  private exponent(): Node {
    if (this.take('-')) return { type: 'negative', of: this.exponent() }
    if (this.isMark('{')) return this.argument()
    const base = this.atom()
    return this.take('^') ? { type: 'power', base, exponent: this.deeper(() => this.exponent()) } : base
  }

  /** Parses an argument of a command: a group in braces or one token. */
  private argument(): Node {
    return this.deeper(() => {
      if (this.take('{')) {
        this.bracketDepth++
        const inside = this.alternatives()
        this.bracketDepth--
        if (!this.take('}')) throw new NotUnderstood('brace')
        return inside
      }
      const token = this.next
      // In TeX, an argument without braces is one digit: \frac12 is a half.
      if (token?.type === 'number' && !token.decimal && token.value.over > 9n) return this.splitDigit(token.value)
      return this.atom()
    })
  }

  private splitDigit(value: Rational): Node {
    const [first = '', ...rest] = `${value.over}`
    const remainder = {
      type: 'number' as const,
      value: rational(BigInt(rest.join(''))),
      decimal: null,
      isSpaced: false,
    }
    this.tokens.splice(this.at, 1, remainder)
    return { type: 'number', value: rational(BigInt(first)), decimal: null }
  }

  /** Returns an index as text, because indexes are compared but not evaluated. */
  private rawArgument(): string {
    const textOf = (token: Token) => (token.type === 'number' ? `${token.value.over}/${token.value.under}` : token.text)
    const first = this.next
    if (!first) throw new NotUnderstood('index')
    this.at++
    const close = first.type === 'mark' ? groups[first.text] : undefined
    if (close === undefined) return textOf(first).replace(/\/1$/, '')
    let written = ''
    for (let token = this.next; token && !(token.type === 'mark' && token.text === close); token = this.next) {
      written += textOf(token).replace(/\/1$/, '')
      this.at++
    }
    if (!this.take(close)) throw new NotUnderstood('index')
    return written
  }

  private atom(): Node {
    const token = this.next
    if (!token) throw new NotUnderstood('end')
    this.at++
    if (token.type === 'number') return { type: 'number', value: token.value, decimal: token.decimal }
    if (token.type === 'name' || token.type === 'unit') return { type: token.type, name: token.text }
    if (token.type === 'function') return this.deeper(() => this.call(token.text))
    if (token.type === 'command') return this.deeper(() => this.command(token.text))
    if (token.text === '√') return { type: 'power', base: this.deeper(() => this.rootArgument()), exponent: half }
    if (token.text === '|') return this.absolute()
    if (['(', '[', '{', 'set('].includes(token.text)) return this.deeper(() => this.bracket(token.text))
    throw new NotUnderstood(`sign ${token.text}`)
  }

  private rootArgument(): Node {
    return this.isMark('{') ? this.argument() : this.atom()
  }

  private absolute(): Node {
    this.openBars++
    const inside = this.sum()
    this.openBars--
    if (!this.take('|')) throw new NotUnderstood('bar')
    return { type: 'call', name: 'abs', items: [inside] }
  }

  private bracket(mark: string): Node {
    const open = mark === 'set(' ? 'set' : (mark as '(' | '[' | '{')
    const [bars, isSet] = [this.openBars, open === 'set' || open === '{']
    if (isSet && this.take('}', ')set')) return { type: 'name', name: '∅' }
    this.openBars = 0
    this.bracketDepth++
    if (isSet) this.sets.push(this.bracketDepth)
    const first = this.relation()
    const condition = isSet && this.take('|', ':') ? this.alternatives() : null
    const items = [first]
    while (!condition && this.take(',', ';')) items.push(this.relation())
    if (isSet) this.sets.pop()
    this.bracketDepth--
    this.openBars = bars
    const token = this.next
    const close = token?.type === 'mark' ? closing[token.text] : undefined
    const isPair = (open === 'set' || open === '{') === (close === 'set' || close === '}')
    if (close === undefined || !isPair) throw new NotUnderstood('bracket')
    this.at++
    if (condition) return { type: 'builder', what: first, condition }
    return { type: 'bracket', open, close: close as ')', items }
  }

  private command(name: string): Node {
    if (/^[dtc]?frac$/.test(name)) return { type: 'quotient', over: this.argument(), under: this.argument() }
    if (name === 'sqrt') return this.root()
    if (/^[dt]?binom$/.test(name)) return { type: 'call', name: 'binom', items: [this.argument(), this.argument()] }
    if (accents.has(name))
      return { type: 'name', name: `${name.replace('overrightarrow', 'vec')}(${this.rawArgument()})` }
    throw new NotUnderstood(`\\${name}`)
  }

  private root(): Node {
    if (!this.take('[')) return { type: 'power', base: this.rootArgument(), exponent: half }
    const degree = this.sum()
    if (!this.take(']')) throw new NotUnderstood('root')
    const number: Node = { type: 'number', value: rational(1n), decimal: null }
    return { type: 'power', base: this.rootArgument(), exponent: { type: 'quotient', over: number, under: degree } }
  }

  /** Parses `sin(x)`, `\sin 2x`, `\sin^2 x`, `\log_2 8`: without brackets the argument is the product that follows. */
  private call(name: string): Node {
    let label = name
    let exponent: Node | null = null
    for (;;) {
      if (this.take('_')) label += `_${this.rawArgument()}`
      else if (this.take('^')) exponent = this.exponent()
      else break
    }
    const items = this.callArguments()
    const node: Node = { type: 'call', name: label, items }
    return exponent ? { type: 'power', base: node, exponent } : node
  }

  private callArguments(): Node[] {
    if (this.isMark('(', '[')) {
      const inside = this.powered()
      return inside.type === 'bracket' ? inside.items : [inside]
    }
    let argument = this.isMark('-') ? this.factor() : this.powered()
    for (;;) {
      if (this.next?.type === 'function') return [argument]
      if (this.startsFactor() && !this.isMark('(', '[', '|'))
        argument = { type: 'product', items: [argument, this.powered()] }
      else return [argument]
    }
  }
}

const half: Node = {
  type: 'quotient',
  over: { type: 'number', value: rational(1n), decimal: null },
  under: { type: 'number', value: rational(2n), decimal: null },
}
