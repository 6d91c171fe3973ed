import { type Accepted, whole } from '../../modules/questions/rubric'
import { percentOf, placeholder, shareOfPercent } from './model'

/** Code and formulas have braces of their own; what stands in them is no blank. An escaped sign is only that sign. */
const passages = [
  '^ {0,3}(`{3,}|~{3,})[^\\n]*\\n[\\s\\S]*?^ {0,3}\\1[`~]*[ \\t]*$',
  '(?<!`)(`+)(?!`)[\\s\\S]*?(?<!`)\\2(?!`)',
  '\\$\\$[\\s\\S]+?\\$\\$',
  '\\$(?!\\s)(?:\\\\.|[^$\\\\\\n])+?\\$(?!\\d)',
  '\\\\[\\s\\S]',
]
const pattern = new RegExp(`${passages.join('|')}|\\{\\{((?:\\\\.|(?!\\}\\})[^\\n])*)\\}\\}`, 'gm')

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
const weighed = /^%([\d.]+)%/

/** `O(1)|常数`, `3.14±0.01`, `%50%大约`; a backslash takes the meaning from a sign. */
export function parseAccepted(inside: string): Accepted[] {
  const pieces = inside.match(/(?:\\.|[^|\\]|\\$)+/g) ?? []
  return pieces.map((piece) => piece.trim()).flatMap((piece) => (piece === '' ? [] : [parseOne(piece)]))
}

function parseOne(piece: string): Accepted {
  const percent = weighed.exec(piece)
  const share = percent ? Math.min(whole, shareOfPercent(Number(percent[1]))) : whole
  const rest = percent ? piece.slice(percent[0].length) : piece
  const [, value, tolerance] = tolerant.exec(rest) ?? []
  if (value !== undefined && tolerance !== undefined) return { value, tolerance, share }
  return { text: rest.replace(/\\([\\|{}%±])/g, '$1').trim(), share }
}

const escaped = (text: string) => text.replace(/[\\|{}%±]/g, '\\$&')

export function writeAccepted(accepted: Accepted[]): string {
  return accepted
    .map((one) => {
      const percent = one.share === whole ? '' : `%${percentOf(one.share)}%`
      return percent + ('text' in one ? escaped(one.text) : `${one.value}±${one.tolerance}`)
    })
    .join('|')
}

/** Takes the answers out of a stem. */
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
