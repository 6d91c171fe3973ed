import { readDecimal } from '../../base/decimal'
import { normaliseText } from '../normalise'
import { isComparable, isSameFormula, nodesOf, type Tolerance } from './compare'
import { type Node, parseFormula } from './parse'
import { NotUnderstood, rational } from './rational'
import { type Hints, noHints } from './tokens'

/** An accepted answer that is a formula: `$…$`, `\(…\)`, `$$…$$`, `\[…\]`, or parsable TeX without delimiters. */
export interface FormulaKey {
  tex: string
  /** Tolerance as written; empty if there is none. */
  tolerance: string
  /** Null if the formula cannot be parsed; it is then compared as text. */
  node: Node | null
}

const marked =
  /^\s*(?:\$\$([^$]+)\$\$|\$((?:\\.|[^$\\])+)\$|\\\(((?:(?!\\\))[\s\S])+)\\\)|\\\[((?:(?!\\\])[\s\S])+)\\\])\s*(?:±\s*(\d*\.?\d+))?\s*$/
const maxLength = 500

const cache = new Map<string, FormulaKey | null>()
const maxCached = 2000

/** Returns null if an accepted answer is an ordinary text. */
export function readFormulaKey(written: string): FormulaKey | null {
  if (!/[$\\]/.test(written)) return null
  const cached = cache.get(written)
  if (cached !== undefined) return cached
  const key = parseKey(written)
  if (cache.size >= maxCached) cache.clear()
  cache.set(written, key)
  return key
}

function parseKey(written: string): FormulaKey | null {
  const found = marked.exec(written)
  if (!found && !/\\[A-Za-z]{2,}/.test(written)) return null
  const tex = (found ? (found[1] ?? found[2] ?? found[3] ?? found[4])! : written).trim()
  const node = parse(tex, noHints)
  const isUsable = node !== null && isComparable(node)
  if (!found && !isUsable) return null
  return { tex, tolerance: found?.[5] ?? '', node: isUsable ? node : null }
}

function parse(written: string, hints: Hints): Node | null {
  if (written.length > maxLength) return null
  try {
    return parseFormula(written, hints)
  } catch (error) {
    if (error instanceof NotUnderstood) return null
    throw error
  }
}

/** Compares a typed answer with a formula: as mathematics if both can be parsed, otherwise as text. */
export function fitsFormula(key: FormulaKey, typed: string, caseSensitive: boolean): boolean {
  const written = withoutMarks(typed)
  const strict = caseSensitive || key.node !== null
  if (texText(key.tex, strict) === texText(written, strict)) return true
  if (!key.node) return false
  const node = parse(written, hintsOf(key.node, caseSensitive))
  return node !== null && isSameFormula(key.node, node, toleranceOf(key.tolerance))
}

const withoutMarks = (typed: string) => {
  const found = marked.exec(typed)
  return found && !found[5] ? (found[1] ?? found[2] ?? found[3] ?? found[4])! : typed
}

function toleranceOf(written: string): Tolerance {
  const decimal = written === '' ? null : readDecimal(written)
  return decimal && rational(decimal.digits, 10n ** BigInt(-decimal.exponent))
}

function hintsOf(node: Node, caseSensitive: boolean): Hints {
  const nodes = [...nodesOf(node)]
  const namesOf = (type: 'name' | 'unit') => new Set(nodes.flatMap((one) => (one.type === type ? [one.name] : [])))
  const names = namesOf('name')
  return { units: namesOf('unit'), names: caseSensitive ? new Set() : names, hasSignedPowers: !names.has('e') }
}

/** Returns TeX without commands that only change its appearance. */
const texText = (tex: string, caseSensitive: boolean) =>
  normaliseText(
    tex
      .replace(/\\(?:left|right|displaystyle|textstyle|limits)(?![A-Za-z])/g, '')
      .replace(/\\[dt](?=frac|binom)/g, '\\')
      .replace(/\\[,;:! ]|~/g, '')
      // Removes spaces except between a command and a letter.
      .replace(/(\\[A-Za-z]+)?\s+([A-Za-z])?/g, (_, command = '', letter = '') =>
        command && letter ? `${command} ${letter}` : command + letter,
      ),
    caseSensitive,
  )
