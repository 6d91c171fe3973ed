import { answerMark, numbered, optionMark, section } from './teacher-marks'

/** One answer of a key at the end of a paper: its lines, the first of which starts with the number of the question. */
export interface KeyEntry {
  number: number
  /** Numeral of the section, such as 二; empty without sections. */
  section: string
  lines: string[]
  /** Line of the file. */
  line: number
  isUsed: boolean
}

interface Line {
  text: string
  line: number
}

/** Title of a key: 参考答案, 答案与解析, 数学试题参考答案及评分标准. */
const title =
  /^(?:\*\*)?\S{0,20}?(?:参考|标准|试题)?答案(?:[与及和](?:解析|评分(?:标准|细则|参考)?|提示))?(?:\*\*)?\s*[:：]?$/
/** Several answers on one line: 1. A  2. B, or 1．√ 2．×. */
const inLine = /(?:^|[\s　;；,，]+)(\d{1,3})\s*\\?[.．、)）]\s*/
/** Answers of several questions by letter: 1-5 ABCDA, 1～5：√×√√×. */
const range = /^(\d{1,3})\s*[-—–~～至]\s*(\d{1,3})\s*(?:\\?[.．、:：])?\s*([A-H√×\s　]+)$/

/**
 * Finds the key at the end of a paper: a title such as 参考答案, after which lines are answers by number. Returns the index
 * of the title and the answers; null without a key.
 */
export function findKey(all: readonly Line[]): { at: number; entries: KeyEntry[]; others: Line[] } | null {
  for (let at = all.length - 1; at > 0; at--) {
    if (!title.test(all[at]!.text) || numbered.test(all[at]!.text)) continue
    const [before, after] = [all.slice(0, at), all.slice(at + 1)]
    const read = readKey(after)
    // If more questions with options and answers follow below the answer to one question, it is not a key; a key may be
    // followed by steps of an answer.
    const isPaper = after.some(({ text }) => answerMark.test(text) || optionMark.test(text))
    const count = (mark: RegExp) => before.filter(({ text }) => mark.test(text)).length
    if (!isPaper && read.entries.length > count(answerMark) && read.entries.length <= count(numbered))
      return { at, ...read }
  }
  return null
}

/** Returns the answer to a question of a section, and marks it as used. */
export function takeEntry(entries: readonly KeyEntry[], number: number, part: string): KeyEntry | null {
  const all = entries.filter((entry) => entry.number === number && !entry.isUsed)
  const found = all.find((entry) => entry.section === part) ?? all[0]
  if (found) found.isUsed = true
  return found ?? null
}

/** Divides an answer into those of the question parts （1） （2）; null if it is not divided so. */
export function partsOfEntry({ lines }: KeyEntry, count: number): string[] | null {
  const pieces = lines.join('\n').split(/(?:^|\s*)[（(]\s*(\d{1,2})\s*[)）]\s*/)
  const numbers = pieces.filter((_, i) => i % 2 === 1).map(Number)
  if (numbers.length !== count || numbers.some((number, i) => number !== i + 1)) return null
  return pieces.filter((_, i) => i > 0 && i % 2 === 0)
}

function readKey(lines: readonly Line[]): { entries: KeyEntry[]; others: Line[] } {
  const entries: KeyEntry[] = []
  const others: Line[] = []
  let part = ''
  for (const { text, line } of lines) {
    const heading = section.exec(text)
    if (heading) part = /^[一二三四五六七八九十]+/.exec(text)![0]
    const found = answersOf(heading ? heading[1]! : text)
    if (found.length > 0) {
      for (const { number, answer } of found)
        entries.push({ number, section: part, lines: [answer], line, isUsed: false })
    } else if (heading) continue
    else if (entries.length > 0) entries.at(-1)!.lines.push(text)
    else others.push({ text, line })
  }
  return { entries, others }
}

/** Returns the answers that start on a line; an empty list if the line belongs to the previous answer. */
function answersOf(text: string): { number: number; answer: string }[] {
  const [, from, to, marks = ''] = range.exec(text) ?? []
  const letters = [...marks.replace(/[\s　]/g, '')]
  if (from !== undefined && letters.length === Number(to) - Number(from) + 1)
    return letters.map((answer, i) => ({ number: Number(from) + i, answer }))
  // The title of a section may precede its answers: 选择题：1. A 2. B.
  const rest = text.replace(/^[^\d\s（(]{2,12}[:：\s]\s*(?=\d)/, '')
  if (!inLine.test(rest) || !/^\d/.test(rest)) return []
  const pieces = rest.split(new RegExp(inLine, 'g')).slice(1)
  const found: { number: number; answer: string }[] = []
  for (let i = 0; i < pieces.length; i += 2) {
    const number = Number(pieces[i])
    const answerText = (pieces[i + 1] ?? '').trim()
    const last = found.at(-1)
    // A number that is not the next one is part of the answer.
    if (last && number !== last.number + 1) last.answer += ` ${pieces[i]}. ${answerText}`
    else found.push({ number, answer: answerText })
  }
  return found
}
