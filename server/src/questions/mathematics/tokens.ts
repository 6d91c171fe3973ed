import {
  formulaFunctionNames,
  ignoredTexCommands,
  operatorSigns,
  texCommandSigns,
  typedWordSigns,
  unitAliases,
} from './names'
import { type Decimal, readNumeral } from './numerals'
import { NotUnderstood, power, type Rational, rational, times } from './rational'

export type Token =
  | { type: 'number'; value: Rational; decimal: Decimal | null; isSpaced: boolean }
  | { type: 'name' | 'unit' | 'function' | 'mark' | 'command'; text: string }

/** Units and names of the key. A typed answer has units without markup; the case of its names comes from the key. */
export interface Hints {
  units: ReadonlySet<string>
  names: ReadonlySet<string>
  /** Whether `3e-8` is a number: only if the key does not contain the constant e. */
  hasSignedPowers: boolean
}

export const noHints: Hints = { units: new Set(), names: new Set(), hasSignedPowers: false }

const maxTokens = 300
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'
const raised = '0123456789+-=()ni'
const subscripts = '₀₁₂₃₄₅₆₇₈₉'

/** Converts signs that keyboards and TeX write differently to one notation. */
function plain(written: string): string {
  return (
    written
      .replace(
        new RegExp(`[${superscripts}]+`, 'gu'),
        (run) => `^{${[...run].map((sign) => raised[superscripts.indexOf(sign)]).join('')}}`,
      )
      .replace(
        new RegExp(`[${subscripts}]+`, 'gu'),
        (run) => `_{${[...run].map((sign) => subscripts.indexOf(sign)).join('')}}`,
      )
      .replace(/[\u00bc-\u00be\u2150-\u215e]/g, (sign) => {
        const [over, under] = sign.normalize('NFKC').split('\u2044')
        return `\\frac{${over}}{${under}}`
      })
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/[\u2212\u2013\u2010\u2011]/g, '-')
      .replace(/\\(?:left|right|[bB]igg?[lrm]?)(?![A-Za-z])\s*\.?/g, '')
      .replace(/\^\s*(?:\{\s*\\prime\s*\}|\\prime)|[\u2032\u2019]/g, "'")
      .replace(/\^\s*(?:\{\s*\\circ\s*\}|\\circ)/g, '°')
      .replace(/°\s*(?:\\(?:mathrm|text|rm)\s*)?\{?\s*([CF])\s*\}?(?![a-z])/g, '\\text{°$1}')
      .replace(/\\(?:dots|ldots|cdots)(?![A-Za-z])/g, '...')
      .replace(/[Øø]/g, '∅')
      // A letter as the sign of multiplication: 3x10^8.
      .replace(/(?<=\d\s*)[xX](?=\s*10\s*\^)/g, '*')
      .replace(/[∛∜]/g, (sign) => `\\sqrt[${sign === '∛' ? 3 : 4}]`)
      .replace(/(?<![A-Za-z\\])log(\d+)(?=\()/g, 'log_{$1}')
      // A condition in brackets after an answer is a further item: π/6+2kπ（k∈Z）.
      .replace(/\s*\(([^()]*(?:∈|\\in(?![A-Za-z]))[^()]*)\)\s*$/, ',$1')
  )
}

/** Splits a formula, written in TeX or typed on a keyboard, into tokens. */
export function tokenise(written: string, hints: Hints): Token[] {
  const reader = new Tokeniser(plain(written), hints)
  reader.readAll()
  return reader.tokens
}

class Tokeniser {
  readonly tokens: Token[] = []
  private at = 0
  private depth = 0

  constructor(
    private readonly text: string,
    private readonly hints: Hints,
  ) {}

  readAll(): void {
    while (this.at < this.text.length) {
      if (this.tokens.length > maxTokens) throw new NotUnderstood('too long')
      const space = this.match(/\s+|~|\\[ ,;:!]/y)
      if (space === null) this.readOne()
    }
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (!found || found[0] === '') return null
    this.at += found[0].length
    return found[0]
  }

  private push(type: 'name' | 'unit' | 'function' | 'mark' | 'command', text: string): void {
    this.tokens.push({ type, text })
  }

  private readOne() {
    const sign = this.text[this.at]!
    if (sign === '\\') return this.readCommand()
    if (/[\d.]/.test(sign) && this.readNumber()) return
    if (/[A-Za-z]/.test(sign)) return this.readLetters()
    const han = this.match(/\p{Script=Han}+/uy)
    if (han !== null) return this.readWord(han)
    const long = this.match(/<=>|<=|>=|!=|->|=>|\*\*/y)
    const mark = operatorSigns[long ?? sign]
    if (long === null) this.at += String.fromCodePoint(this.text.codePointAt(this.at)!).length
    if (mark !== undefined) {
      if (/[([{]/.test(mark)) this.depth++
      if (/[)\]}]/.test(mark)) this.depth--
      return this.push('mark', mark)
    }
    if (/[°%‰$¥€£'"]/.test(sign)) return this.push(sign === "'" ? 'mark' : 'unit', sign)
    if (/[\u0370-\u03ff]/.test(sign) || nameSigns.has(sign)) return this.push('name', sign)
    throw new NotUnderstood(`sign ${sign}`)
  }

  private readNumber(): boolean {
    const before = this.text[this.at - 1]
    // A number directly after a letter is the index of that letter.
    const previous = this.tokens.at(-1)
    const found = readNumeral(this.text.slice(this.at), this.depth === 0)
    if (!found) return false
    this.at += found.length
    if (previous?.type === 'name' && before !== undefined && /[A-Za-z]/.test(before) && !found.decimal) {
      previous.text += `_${found.value.over}`
      return true
    }
    const isSpaced = /\s/.test(before ?? '')
    const exponent = this.match(this.hints.hasSignedPowers ? /[eE][-+]?\d{1,3}(?![\d.])/y : /[eE]\d{1,3}(?![\d.])/y)
    if (exponent === null) this.tokens.push({ type: 'number', value: found.value, decimal: found.decimal, isSpaced })
    else {
      const value = times(found.value, power(rational(10n), BigInt(exponent.slice(1).replace('+', ''))))
      this.tokens.push({ type: 'number', value, decimal: null, isSpaced })
    }
    return true
  }

  private readCommand() {
    const escaped = this.match(/\\[{}%|$]/y)
    if (escaped !== null) {
      const mark = { '\\{': 'set(', '\\}': ')set', '\\|': '|' }[escaped]
      return mark ? this.push('mark', mark) : this.push('unit', escaped[1]!)
    }
    const name = this.match(/\\[A-Za-z]+/y)?.slice(1)
    if (name === undefined) throw new NotUnderstood('command')
    if (ignoredTexCommands.has(name)) return
    if (/^(?:text|mathrm|textrm|mbox|rm|operatorname|mathit|mathbf|mathbb|boldsymbol)$/.test(name))
      return this.readText(name)
    if (formulaFunctionNames.has(name)) return this.push('function', name)
    const symbol = texCommandSigns[name]
    if (symbol === undefined) return this.push('command', name)
    if (operatorSigns[symbol] !== undefined) return this.push('mark', operatorSigns[symbol])
    this.push(symbol === '°' ? 'unit' : 'name', symbol)
  }

  private readText(command: string) {
    const inside = this.match(/\s*\{(?:[^{}]|\{[^{}]*\})*\}|\s*[A-Za-z]/y)
      ?.trim()
      .replace(/^\{|\}$/g, '')
      .replace(/\\([A-Za-z]+)|\\[ ,;:!]/g, (all, name?: string) => (name ? (texCommandSigns[name] ?? all) : ' '))
      .trim()
    if (inside === undefined) throw new NotUnderstood(command)
    if (formulaFunctionNames.has(inside)) return this.push('function', inside)
    if (command.startsWith('math') && command !== 'mathrm') return this.push('name', inside)
    if (command === 'boldsymbol') return this.push('name', inside)
    if (/^[eid]$/.test(inside) && command === 'mathrm' && this.tokens.at(-1)?.type !== 'number')
      return this.push('name', inside)
    for (const [piece] of inside.matchAll(/[A-Za-zµμΩ°℃Å]+|\p{Script=Han}+|\d+|[^\s]/gu)) this.readTextPiece(piece)
  }

  private readTextPiece(piece: string) {
    if (/^\p{Script=Han}/u.test(piece)) return this.readWord(piece)
    if (/^\d/.test(piece)) {
      const { value } = readNumeral(piece, true)!
      // A number after a unit is its exponent, as in m2.
      if (this.tokens.at(-1)?.type === 'unit') this.push('mark', '^')
      this.tokens.push({ type: 'number', value, decimal: null, isSpaced: false })
      return
    }
    if (/^[A-Za-zµμΩ°℃Å%‰¥$€£]/.test(piece)) {
      if (piece === 'or') return this.push('mark', 'or')
      return this.push('unit', piece.replace('µ', 'μ'))
    }
    const mark = operatorSigns[piece]
    if (mark === undefined) throw new NotUnderstood(`text ${piece}`)
    this.push('mark', mark)
  }

  private readWord(han: string) {
    if (han === '或' || han === '或者') return this.push('mark', 'or')
    if (han === '空集') return this.push('name', '∅')
    if (han === '向量') return this.push('command', 'vec')
    if (/^[或且]/.test(han)) throw new NotUnderstood(han)
    const alias = unitAliases[han]
    if (!alias) return this.push('unit', han)
    for (const [piece] of alias.matchAll(/[A-Za-zμΩ°]+|\d|[^\s]/gu)) this.readTextPiece(piece)
  }

  /** Reads typed letters as a unit of the key, a known word, a run of capitals, or names of one letter each. */
  private readLetters() {
    const run = this.match(/[A-Za-z]+/y)!
    const before = this.text[this.at - run.length - 1]
    // After a letter without a space, letters are names: 2am is not 2a m.
    const isApart = this.tokens.length > 0 && before !== undefined && !/[A-Za-z]/.test(before)
    if (isApart && this.hints.units.has(run)) return this.push('unit', run)
    for (const [piece] of run.matchAll(letters)) {
      const word = typedWordSigns[piece] ?? typedWordSigns[piece.toLowerCase()]
      if (piece.length > 1 && formulaFunctionNames.has(piece)) this.push('function', piece)
      else if (piece.length > 1 && word !== undefined && !/^[A-Z]+$/.test(piece)) this.readKnownWord(word)
      else this.push('name', this.casedAsKey(piece))
    }
  }

  private readKnownWord(word: string) {
    if (/^(?:sqrt|frac|vec)$/.test(word)) this.push('command', word)
    else this.push(operatorSigns[word] === undefined ? 'name' : 'mark', operatorSigns[word] ?? word)
  }

  private casedAsKey(name: string): string {
    const { names } = this.hints
    if (names.has(name)) return name
    const other = name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase()
    return names.has(other) ? other : name
  }
}

/** Signs that are names: ∞, ∅, ∠. */
const nameSigns = new Set(Object.values(texCommandSigns).filter((sign) => operatorSigns[sign] === undefined))
const known = [...formulaFunctionNames, ...Object.keys(typedWordSigns)].filter((word) => word.length > 1)
/** Tries the longest words first. Adjacent capitals are one name: points or matrices do not commute. */
const letters = new RegExp(`${known.toSorted((a, b) => b.length - a.length).join('|')}|[A-Z]+|[a-z]`, 'g')
