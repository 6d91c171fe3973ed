import { type Content, keepLettersAndDigits as lettersIn, noContent } from '../../text/balance'
import { keyPairs, parseOptionLetters, truthOf } from './type-names'

/** Patterns by which teachers mark the fields of a question in a document. */
export const section = /^[一二三四五六七八九十]{1,3}\s*[、.．]\s*(.+)$/
export const numbered = /^(\d{1,4})\s*(?:[.．、](?!\d)|[)）]|\\\.|\\\))\s*(.*)$/
export const subNumbered = /^[（(]\s*(\d{1,2})\s*[)）]\s*(.*)$/
export const optionMark = /^([A-HＡ-Ｈ])\s*[.．、:：)）]\s*(.*)$/
const bracketed = (name: string) => new RegExp(`^[【\\[]?\\s*(?:${name})\\s*[】\\]]?\\s*[:：]?\\s*(.*)$`)
export const answerMark = /^(?:[【[]|\\\[)?\s*(?:正确|参考|标准)?答案\s*(?:[】\]]|\\\])?\s*[:：]?\s*(.*)$/
export const analysisMark = /^(?:[【[]|\\\[)?\s*(?:答案|试题)?解析\s*(?:[】\]]|\\\])?\s*[:：]?\s*(.*)$/
export const analysisInLine = /\s*(?:(?:[【[]|\\\[)\s*解析\s*(?:[】\]]|\\\])\s*[:：]?|解析\s*[:：])\s*/
export const tagMark = bracketed('知识点|考点|标签')
export const difficultyMark = bracketed('难度')
export const scoreMark = bracketed('分值')
/** Type of a question or part, if no heading above states the type. */
export const typeMark = /^【\s*(数值|排序)题?\s*】\s*/
export const answerInBrackets = /[（(]\s*([A-H]{1,8}|√|×|对|错|正确|错误)\s*[)）]/
export const scoreInText = /[（(]\s*(?:本题)?\s*(\d+(?:\.\d{1,2})?)\s*分\s*[)）]/

/** Whether an answer follows the numbered line `（2）` before the same number or the question `next` begins. */
export function leadsToAnswer(lines: readonly { text: string }[], at: number, next: number): boolean {
  const mark = subNumbered.exec(lines[at]!.text)?.[1]
  if (answerInBrackets.test(lines[at]!.text)) return true
  for (const { text } of lines.slice(at + 1)) {
    if (answerMark.test(text)) return true
    if (subNumbered.exec(text)?.[1] === mark || Number(numbered.exec(text)?.[1]) === next || section.test(text))
      return false
  }
  return false
}

/** Patterns of labels, which are not text of the question. */
const marksOfLine = [
  /^\d{1,4}\s*(?:\\?[.．、)）])/,
  /^[（(]\s*\d{1,2}\s*[)）]/,
  /^(?:\\?[【[])?\s*(?:正确|参考|标准)?答案\s*(?:\\?[】\]])?\s*[:：]?/,
  /\\?[【[]\s*(?:答案|试题)?解析\s*\\?[】\]]|(?:答案|试题)?解析\s*[:：]/,
  /^(?:[（(]\s*\d{1,2}\s*[)）])?\s*【\s*(?:数值|排序)题?\s*】/,
]

/** Notation of an answer: letters of options, a number with its units, or text. */
export type AnswerKind = 'letters' | 'number' | 'text'

/** Counts a line. Numbers, option letters, answers by letter, scores and labels become fields and are not counted. */
export function contentOfLine(text: string, source: Content, kind: AnswerKind): Content {
  if (tagMark.test(text) || difficultyMark.test(text) || scoreMark.test(text)) return noContent()
  const answer = answerMark.exec(text)?.[1]?.split(analysisInLine)[0]?.trim() ?? ''
  const pairs = kind === 'letters' ? keyPairs(answer) : null
  const letters = kind === 'letters' ? parseOptionLetters(answer) : null
  const isKey = letters !== null || truthOf(answer) !== null || pairs !== null
  const marks = [
    ...marksOfLine.map((mark) => mark.exec(text)?.[0] ?? ''),
    ...(text.match(/(?:^|[\s　]|(?<=\$))[A-HＡ-Ｈ]\s*[.．、:：)）]/g) ?? []),
    scoreInText.exec(text)?.[0] ?? '',
    answerInBrackets.exec(text)?.[0] ?? '',
    isKey ? answer : '',
    // Numbers count as keys, not as text.
    ...(kind === 'number' ? [answer] : answer.split(/[|；;]/).filter((piece) => piece.includes('±'))),
  ]
  const marked = new Map<string, number>()
  for (const letter of lettersIn(marks.join(''))) marked.set(letter, (marked.get(letter) ?? 0) + 1)
  const unmatched = [...source.letters].filter((letter) => {
    const count = marked.get(letter) ?? 0
    if (count > 0) marked.set(letter, count - 1)
    return count === 0
  })
  return {
    ...source,
    letters: unmatched.join(''),
    keys: isKey ? Math.max(1, pairs?.size ?? letters?.length ?? 1) : 0,
  }
}

/** Splits options on one line, such as `A. 甲  B. 乙`; letters must continue from the last option. */
export function splitOptions(text: string, from: number): { before: string; list: string[] } | null {
  const letter = (index: number) => String.fromCharCode(65 + index)
  const mark = (index: number) =>
    new RegExp(`(^|[\\s　]|(?<=\\$))[${letter(index)}${String.fromCharCode(0xff21 + index)}]\\s*[.．、:：)）]\\s*`)
  const first = optionMark.exec(text) ? mark(from).exec(text) : from === 0 ? mark(0).exec(text) : null
  if (!first) return null
  // Options after a stem on the same line must be at least two; a single letter may be part of the sentence.
  if (first.index > 0 && !mark(1).test(text.slice(first.index))) return null
  const list: string[] = []
  let rest = text.slice(first.index + first[0].length)
  for (let index = from + 1; ; index++) {
    const next = mark(index).exec(rest)
    list.push((next ? rest.slice(0, next.index) : rest).trim())
    if (!next) break
    rest = rest.slice(next.index + next[0].length)
  }
  // Letters in a row, as in “A、B、C 依次入栈”, are text.
  if (list.slice(0, -1).includes('')) return null
  return { before: text.slice(0, first.index), list }
}
