import type { QuestionType } from '@dxx/contract/questions'
import { takeBlanks as takeFilled } from './blanks'
import { asQuestion, common } from './foreign'
import { Slugs } from './ids'
import { defaults, type Images, label, type Reading, type SourcePart, tidy, unusable } from './model'
import { fillGaps } from './sheet'
import { difficultyOf, gapPattern, lettersOf, truthOf, typeByName, typeNames } from './type-names'
import { readingOf } from './validate'

/** A paragraph as Markdown, with the pictures it shows. */
export interface Paragraph {
  text: string
  line: number
}

type Field = 'stem' | 'option' | 'answer' | 'analysis'

interface Draft {
  line: number
  number: string
  type: QuestionType | null
  score: number | null
  stem: string[]
  options: string[][]
  answer: string[]
  analysis: string[]
  tags: string[]
  difficulty: number
  parts: Draft[]
  field: Field
}

const section = /^[一二三四五六七八九十]{1,3}\s*[、.．]\s*(.+)$/
const numbered = /^(\d{1,4})\s*(?:[.．、](?!\d)|[)）]|\\\.|\\\))\s*(.*)$/
const subNumbered = /^[（(]\s*(\d{1,2})\s*[)）]\s*(.*)$/
const optionMark = /^([A-HＡ-Ｈ])\s*[.．、:：)）]\s*(.*)$/
const bracketed = (name: string) => new RegExp(`^[【\\[]?\\s*(?:${name})\\s*[】\\]]?\\s*[:：]?\\s*(.*)$`)
const answerMark = /^(?:[【[]|\\\[)?\s*(?:正确|参考|标准)?答案\s*(?:[】\]]|\\\])?\s*[:：]?\s*(.*)$/
const analysisMark = /^(?:[【[]|\\\[)?\s*(?:答案|试题)?解析\s*(?:[】\]]|\\\])?\s*[:：]?\s*(.*)$/
const analysisInLine = /\s*(?:(?:[【[]|\\\[)\s*解析\s*(?:[】\]]|\\\])\s*[:：]?|解析\s*[:：])\s*/
const tagMark = bracketed('知识点|考点|标签')
const difficultyMark = bracketed('难度')
const scoreMark = bracketed('分值')
const scoreInText = /[（(]\s*(?:本题)?\s*(\d+(?:\.\d{1,2})?)\s*分\s*[)）]/

/**
 * Questions as Chinese teachers type them: 一、单选题（每题 2 分）, 1. stem, A. B. C. D., 答案：, 解析：. What is numbered as a
 * question either becomes one or is reported.
 */
export function* readTeacherText(paragraphs: Iterable<Paragraph>, images: Images): Generator<Reading> {
  const slugs = new Slugs()
  let kind: { type: QuestionType | null; score: number | null } = { type: null, score: null }
  let draft: Draft | null = null
  for (const { text, line } of paragraphs) {
    const head = section.exec(text)
    if (head && (!draft || looksLikeSection(head[1]!))) {
      if (draft) yield finish(draft, slugs, images)
      draft = null
      kind = readSection(head[1]!)
      continue
    }
    const number = numbered.exec(text)
    // A numbered line inside an analysis or a reference answer is a step of it, unless it goes on counting.
    if (number && startsQuestion(draft, number[1]!)) {
      if (draft) yield finish(draft, slugs, images)
      draft = newDraft(line, number[1]!, kind)
      addTo(draft, number[2]!)
      continue
    }
    if (draft) addLine(draft, text, line)
  }
  if (draft) yield finish(draft, slugs, images)
}

const looksLikeSection = (title: string) => readSection(title).type !== null

function readSection(title: string): { type: QuestionType | null; score: number | null } {
  const name = /^[^（(:：\s，,]+/.exec(title)?.[0] ?? ''
  const each = /每(?:小)?题\s*(\d+(?:\.\d{1,2})?)\s*分/.exec(title)?.[1]
  const found = Object.values(typeNames)
    .flat()
    .filter((known) => name.includes(known))
    .sort((a, b) => b.length - a.length)[0]
  return {
    type: typeByName(name) ?? (found ? typeByName(found) : null),
    score: each === undefined ? null : Math.round(Number(each) * 100),
  }
}

function startsQuestion(draft: Draft | null, number: string): boolean {
  if (!draft || draft.field === 'stem' || draft.field === 'option') return true
  return Number(number) === Number(draft.number) + 1
}

const newDraft = (line: number, number: string, kind: { type: QuestionType | null; score: number | null }): Draft => ({
  line,
  number,
  ...kind,
  stem: [],
  options: [],
  answer: [],
  analysis: [],
  tags: [],
  difficulty: defaults.difficulty,
  parts: [],
  field: 'stem',
})

function addLine(draft: Draft, text: string, line: number): void {
  const target = draft.parts.at(-1) ?? draft
  const sub = subNumbered.exec(text)
  if (sub && draft.type === 'material' && (draft.parts.length === 0 || target.field !== 'analysis')) {
    const part = newDraft(line, sub[1]!, { type: null, score: null })
    draft.parts.push(part)
    addTo(part, sub[2]!)
    return
  }
  const answer = answerMark.exec(text)
  const analysis = analysisMark.exec(text)
  if (analysis) {
    target.field = 'analysis'
    addTo(target, analysis[1]!)
    return
  }
  if (answer) {
    target.field = 'answer'
    // 答案：B 解析：… on one line.
    const [said = '', ...why] = answer[1]!.split(analysisInLine)
    addTo(target, said)
    if (why.length > 0) {
      target.field = 'analysis'
      addTo(target, why.join('解析：'))
    }
    return
  }
  const tags = tagMark.exec(text)?.[1]
  const difficulty = difficultyMark.exec(text)?.[1]
  const score = scoreMark.exec(text)?.[1]
  if (tags !== undefined)
    target.tags = tags
      .split(/[,，、;；]/)
      .map((tag) => tag.trim())
      .filter(Boolean)
  else if (difficulty !== undefined && difficultyOf(difficulty) >= 1) target.difficulty = difficultyOf(difficulty)
  else if (score !== undefined && Number.parseFloat(score) > 0)
    target.score = Math.round(Number.parseFloat(score) * 100)
  else addTo(target, text)
}

/** A line of the field that is being read; lines that begin like options open options. */
function addTo(draft: Draft, text: string): void {
  if (draft.field === 'stem' || draft.field === 'option') {
    const options = splitOptions(text, draft.options.length)
    if (options) {
      draft.field = 'option'
      if (options.before.trim() !== '') draft.stem.push(options.before.trim())
      for (const option of options.list) draft.options.push([option])
      return
    }
  }
  const lines = draft.field === 'option' ? draft.options.at(-1)! : draft[draft.field as 'stem' | 'answer' | 'analysis']
  lines.push(text)
}

/** `A. 甲  B. 乙` on one line; letters must go on from the last option. */
function splitOptions(text: string, from: number): { before: string; list: string[] } | null {
  const letter = (index: number) => String.fromCharCode(65 + index)
  const mark = (index: number) =>
    new RegExp(`(^|[\\s　])[${letter(index)}${String.fromCharCode(0xff21 + index)}]\\s*[.．、:：)）]\\s*`)
  const first = optionMark.exec(text) ? mark(from).exec(text) : from === 0 ? mark(0).exec(text) : null
  if (!first) return null
  // Options after the stem on its own line: at least two, or it is only a letter in a sentence.
  if (first.index > 0 && !mark(1).test(text.slice(first.index))) return null
  const list: string[] = []
  let rest = text.slice(first.index + first[0].length)
  for (let index = from + 1; ; index++) {
    const next = mark(index).exec(rest)
    list.push((next ? rest.slice(0, next.index) : rest).trim())
    if (!next) break
    rest = rest.slice(next.index + next[0].length)
  }
  return { before: text.slice(0, first.index), list }
}

function finish(draft: Draft, slugs: Slugs, images: Images): Reading {
  return readingOf(`第 ${draft.number} 题 ${label(draft.stem.join(' '))}`, draft.line, () => {
    const about = { difficulty: draft.difficulty, tags: draft.tags, chapter: null, test: null }
    const question =
      draft.parts.length > 0 ? { ...materialOf(draft), ...about } : asQuestion(partOf(draft, draft.type), about)
    question.slug = slugs.name('', question)
    return { question, images: shown(question, images) }
  })
}

/** Only the pictures that a question shows. */
function shown(question: object, images: Images): Images {
  const text = JSON.stringify(question)
  return new Map([...images].filter(([name]) => text.includes(`](${name})`)))
}

function materialOf(draft: Draft) {
  const parts = draft.parts.map((part, i) => ({ ...partOf(part, null), slug: `part-${i + 1}` }))
  const score = parts.reduce((sum, part) => sum + part.score, 0)
  const [stem, analysis] = [tidy(draft.stem.join('\n\n')), tidy(draft.analysis.join('\n\n'))]
  return { type: 'material' as const, slug: '', score, stem, analysis, parts }
}

function partOf(draft: Draft, wanted: QuestionType | null): SourcePart {
  let stem = tidy(draft.stem.join('\n\n'))
  const worth = scoreInText.exec(stem)
  if (worth) stem = stem.replace(worth[0], '').trim()
  const score = worth ? Math.round(Number(worth[1]) * 100) : (draft.score ?? defaults.score)
  let answer = tidy(draft.answer.join('\n')).trim()
  // Some write the answer into the brackets of the stem: 是（ B ）。
  const inside = /[（(]\s*([A-H]{1,8}|√|×|对|错|正确|错误)\s*[)）]/.exec(stem)
  if (answer === '' && inside) {
    answer = inside[1]!
    stem = stem.replace(inside[0], '（　　）')
  }
  const base = common(stem, tidy(draft.analysis.join('\n\n')), score)
  const options = draft.options.map((lines) => tidy(lines.join('\n\n')))
  const type = typeOf(wanted, options, answer, stem)
  switch (type) {
    case 'judge':
      return { type, ...base, value: truthOf(answer) ?? unusable(`判断题的答案“${label(answer)}”要写“对”或“错”`) }
    case 'blank': {
      const part = takeFilled(fillGaps(stem, unescaped(answer)))
      return { type, ...base, ...part, caseSensitive: false }
    }
    case 'short':
      return { type, ...base, reference: answer, points: [] }
    case 'single':
    case 'multiple':
    case 'indefinite': {
      if (answer === '') return unusable('没有写答案')
      const right = lettersOf(answer) ?? unusable(`答案“${label(answer)}”要写选项的字母，如 A 或 ACD`)
      const beyond = right.find((index) => index >= options.length)
      if (beyond !== undefined) return unusable(`答案里的 ${String.fromCharCode(65 + beyond)} 没有对应的选项`)
      const made = options.map((text, i) => ({ text, right: right.includes(i), fixed: false, share: null }))
      return { type, ...base, options: made }
    }
    default:
      return unusable(`文档里不能写${typeNames[type][0]}题，请用表格或 Markdown`)
  }
}

/** As the teacher typed it: what a blank accepts is text, not Markdown, and its `|` separates alternatives. */
const unescaped = (markdown: string) => markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1')

/** By the heading above, else by what there is. */
function typeOf(wanted: QuestionType | null, options: string[], answer: string, stem: string): QuestionType {
  const letters = lettersOf(answer)
  if (options.length >= 2) {
    if (wanted === 'indefinite' || wanted === 'multiple' || wanted === 'single') {
      return wanted === 'single' && letters && letters.length > 1 ? 'multiple' : wanted
    }
    return letters && letters.length > 1 ? 'multiple' : 'single'
  }
  if (wanted && wanted !== 'material') return wanted
  if (truthOf(answer) !== null) return 'judge'
  if (answer === '') return unusable('没有写答案')
  return new RegExp(gapPattern.source).test(stem) ? 'blank' : 'short'
}
