import { percentOf, shareOfPercent, wholeShare } from '../shares'
import type { Accepted } from './rubric'

/** Placeholder of a blank in the stem of a source question. */
export const placeholder = '{{}}'

/** Patterns of text in which braces are not blanks: code, formulas and escaped characters. */
const passages = [
  '^ {0,3}(`{3,}|~{3,})[^\\n]*\\n[\\s\\S]*?^ {0,3}\\1[`~]*[ \\t]*$',
  '(?<!`)(`+)(?!`)[\\s\\S]*?(?<!`)\\2(?!`)',
  '\\$\\$[\\s\\S]+?\\$\\$',
  '\\$(?!\\s)(?:\\\\.|[^$\\\\\\n])+?\\$(?!\\d)',
  '\\\\[\\s\\S]',
]
/** Pattern of a formula that is a whole answer: braces, bars and backslashes inside belong to the formula. */
const formula = '(?<=(?:\\{\\{|\\||%)\\s*)\\$(?:\\\\.|[^$\\\\\\n])+\\$(?=\\s*(?:±[\\d.]+\\s*)?(?:\\||\\}\\}))'
/** Pattern of these texts or a blank. If braces open twice before they close, the inner pair is the blank. */
const pattern = new RegExp(`${passages.join('|')}|\\{\\{((?:${formula}|\\\\.|(?!\\}\\}|\\{\\{)[^\\n])*)\\}\\}`, 'gm')

/** Replaces every `{{…}}` of a stem. */
export function mapBlanks(stem: string, replace: (inside: string, index: number) => string): string {
  let index = 0
  return stem.replace(pattern, (match: string, _fence, _code, inside: string | undefined) =>
    inside === undefined ? match : replace(inside, index++),
  )
}

export function countBlanks(stem: string): number {
  let count = 0
  mapBlanks(stem, () => {
    count++
    return ''
  })
  return count
}

const number = '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d{1,3})?'
const tolerant = new RegExp(`^(${number})\\s*±\\s*(${number})$`)
const piecePattern = /(?:(?<=(?:^|\||%)\s*)\$(?:\\.|[^$\\])+\$(?=\s*(?:±[\d.]+\s*)?(?:\||$))|\\.|[^|\\]|\\$)+/g
const weighed = /^%([\d.]+)%/

/** Parses accepted answers: `O(1)|常数`, `3.14±0.01`, `%50%大约`; a backslash escapes a special character. */
export function parseAccepted(inside: string): Accepted[] {
  const pieces = inside.match(piecePattern) ?? []
  return pieces.map((piece) => piece.trim()).flatMap((piece) => (piece === '' ? [] : [parseOne(piece)]))
}

function parseOne(piece: string): Accepted {
  const percent = weighed.exec(piece)
  const share = percent ? Math.min(wholeShare, shareOfPercent(Number(percent[1]))) : wholeShare
  const rest = percent ? piece.slice(percent[0].length) : piece
  if (isRawFormula(rest)) return { text: rest, share }
  const [, value, tolerance] = tolerant.exec(rest) ?? []
  if (value !== undefined && tolerance !== undefined) return { value, tolerance, share }
  return { text: rest.replace(/\\([\\|{}%±$])/g, '$1').trim(), share }
}

const rawFormula = /^\$(?:\\.|[^$\\\n])+\$(?:±[\d.]+)?$/

/** Earlier versions escaped every special character of a formula: `$\\frac\{1\}\{2\}$`. */
const isEscapedFormula = (text: string) => !/(?<!\\)[{}|]/.test(text) && /\\\\[A-Za-z]/.test(text)
const isRawFormula = (text: string) => rawFormula.test(text) && !isEscapedFormula(text)

const escaped = (text: string) => text.replace(/[\\|{}%±]|^\$/g, '\\$&')

export function writeAccepted(accepted: Accepted[]): string {
  return accepted
    .map((one) => {
      const percent = one.share === wholeShare ? '' : `%${percentOf(one.share)}%`
      if (!('text' in one)) return `${percent}${one.value}±${one.tolerance}`
      return percent + (isRawFormula(one.text) ? one.text : escaped(one.text))
    })
    .join('|')
}

/** Separates the accepted answers from the stem, in which placeholders replace them. */
export function takeBlanks(written: string): { stem: string; blanks: Accepted[][] } {
  const blanks: Accepted[][] = []
  const stem = mapBlanks(written, (inside) => {
    blanks.push(parseAccepted(inside))
    return placeholder
  })
  return { stem, blanks }
}

export function putBlanks(stem: string, blanks: Accepted[][]): string {
  return mapBlanks(stem, (_inside, index) => `{{${writeAccepted(blanks[index] ?? [])}}}`)
}
