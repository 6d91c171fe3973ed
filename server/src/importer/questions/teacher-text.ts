import type { QuestionType } from '@dxx/contract/questions'
import { questionDefaults } from '../../questions/author'
import { label } from '../../questions/author-text'
import { type Content, sumContent } from '../../text/balance'
import { contentOfMarkdown } from '../../text/content-of-markdown'
import { asQuestion } from './foreign'
import { Slugs } from './ids'
import { QuestionNumbers } from './question-numbers'
import { type Images, type Reading, refused } from './reading'
import { newCodeFields, takeCodeField } from './teacher-code'
import { type Draft, materialOf, partOf, unescaped } from './teacher-draft'
import { findKey, type KeyEntry, partsOfEntry, takeEntry } from './teacher-key'
import {
  type AnswerKind,
  analysisInLine,
  analysisMark,
  answerInBrackets,
  answerMark,
  contentOfLine,
  difficultyMark,
  leadsToAnswer,
  numbered,
  optionMark,
  scoreMark,
  section,
  splitOptions,
  subNumbered,
  tagMark,
  typeMark,
} from './teacher-marks'
import { difficultyOf, parseOptionLetters, typeAliases, typeByName } from './type-names'
import { readingOf } from './validate'

/** A paragraph as Markdown, with its images. */
export interface Paragraph {
  text: string
  line: number
  /** Counts of the paragraph's content in the source file. */
  source: Content
  /** Import warnings about this paragraph. */
  notes?: string[]
  /** Plain texts of the cells, if the paragraph is a table. */
  cells?: string[][]
}

/**
 * Reads questions as Chinese teachers type them: 一、单选题（每题 2 分）, 1. stem, A. B. C. D., 答案：, 解析：. Every numbered question
 * is either accepted or reported; lines that belong to no question are reported with the next question.
 */
export function* readTeacherText(paragraphs: Iterable<Paragraph>, images: Images): Generator<Reading> {
  const given = [...paragraphs]
  const key = findKey(given)
  const all = key ? given.slice(0, key.at) : given
  const close = (draft: Draft): Reading => finish(key ? answered(draft, key.entries) : draft, slugs, images)
  const slugs = new Slugs()
  const numbers = new QuestionNumbers(
    all.map(({ text }) => text),
    {
      numberOf: (text) => Number(numbered.exec(text)?.[1] ?? Number.NaN) || null,
      isHeading: (text) => looksLikeSection(section.exec(text)?.[1] ?? ''),
      isAnswer: (text) => answerMark.test(text) || optionMark.test(text) || answerInBrackets.test(text),
    },
  )
  let kind: { type: QuestionType | null; score: number | null } = { type: null, score: null }
  let [draft, last]: [Draft | null, number | null] = [null, null]
  let earlier: number | null = null
  let part = ''
  let notes: string[] = []
  for (const [index, { text, line, source, notes: lineNotes = [], cells }] of all.entries()) {
    notes.push(...lineNotes)
    const title = section.exec(text)?.[1]
    if (title !== undefined && (!draft || looksLikeSection(title))) {
      if (draft) yield close(draft)
      part = /^[一二三四五六七八九十]+/.exec(text)![0]
      ;[draft, last, earlier] = [null, null, last ?? earlier]
      kind = readSection(title)
      if (kind.type === null) notes.push(`第 ${line} 行“${label(text)}”没有带入`)
      continue
    }
    const [, number, rest = ''] = numbered.exec(text) ?? []
    const isAnswered = draft !== null && (draft.field === 'answer' || draft.field === 'analysis')
    if (number !== undefined && numbers.starts(index, Number(number), last, isAnswered, earlier)) {
      if (draft) yield close(draft)
      if (last !== null && Number(number) !== last + 1) notes.push(`题号从 ${last} 到了 ${number}`)
      draft = { ...newDraft(line, number, kind), section: part, notes, source: [contentOfLine(text, source, 'text')] }
      ;[last, notes] = [Number(number), []]
      addTo(draft, rest)
      continue
    }
    if (!draft) {
      notes.push(`第 ${line} 行“${label(text)}”不属于任何一题，没有带入`)
      continue
    }
    if (number !== undefined && !isAnswered)
      draft.notes.push(`第 ${line} 行的编号 ${number} 没有接着第 ${draft.number} 题，按题目的文字收入`)
    draft.notes.push(...notes.splice(0))
    const field = draft.type === 'code' ? takeCodeField(draft.code, text, cells) : null
    draft.source.push(field ?? contentOfLine(text, source, answerKind(draft)))
    if (!field) addLine(draft, text, line, () => leadsToAnswer(all, index, (last ?? 0) + 1))
  }
  if (draft) yield close({ ...draft, notes: [...draft.notes, ...notes] })
  if (key) yield* leftOver(key, given.slice(key.at))
}

/** Reports entries of the key at the end of a paper that belong to no question. */
function* leftOver(key: NonNullable<ReturnType<typeof findKey>>, lines: Paragraph[]): Generator<Reading> {
  for (const { line, notes = [] } of lines) for (const note of notes) yield refused('参考答案', line, note)
  for (const { text, line } of key.others) yield refused('参考答案', line, `“${label(text)}”没有带入`)
  for (const { number, line, isUsed } of key.entries)
    if (!isUsed) yield refused(`参考答案 第 ${number} 题`, line, '试卷里没有这一题，没有带入')
}

/** Adds the answer from the key at the end of the paper to a question without an answer. */
function answered(draft: Draft, entries: readonly KeyEntry[]): Draft {
  const hasAnswer = (one: Draft) => one.answer.length > 0 || answerInBrackets.test(one.stem.join(' '))
  const entry = takeEntry(entries, Number(draft.number), draft.section)
  if (!entry || draft.type === 'code' || hasAnswer(draft) || draft.parts.some(hasAnswer)) return draft
  const answerText = entry.lines.join('\n')
  draft.source.push(contentOfLine(`答案：${answerText}`, contentOfMarkdown(answerText), answerKind(draft)))
  const add = (to: Draft, [first = '', ...more]: string[]) => {
    addLine({ ...to, parts: [] }, `答案：${answerMark.exec(first)?.[1] ?? first}`, entry.line)
    to.field = to.analysis.length > 0 ? 'analysis' : 'answer'
    for (const line of more) addLine(to, line, entry.line)
  }
  const pieces = draft.parts.length > 0 ? partsOfEntry(entry, draft.parts.length) : null
  if (pieces) for (const [i, part] of draft.parts.entries()) add(part, pieces[i]!.split('\n'))
  else add(draft, entry.lines)
  return draft
}

function answerKind({ type, parts, options, stem }: Draft): AnswerKind {
  const last = parts.at(-1)
  if (type === 'number' || typeMark.exec((last?.stem ?? stem)[0] ?? '')?.[1] === '数值') return 'number'
  return options.length > 0 || parts.some((part) => part.options.length > 0) ? 'letters' : 'text'
}

const looksLikeSection = (title: string) => readSection(title).type !== null

function readSection(title: string): { type: QuestionType | null; score: number | null } {
  const name = /^[^（(:：\s，,]+/.exec(title)?.[0] ?? ''
  const each = /每(?:小)?题\s*(\d+(?:\.\d{1,2})?)\s*分/.exec(title)?.[1]
  const found = Object.values(typeAliases)
    .flat()
    .filter((known) => name.includes(known))
    .sort((a, b) => b.length - a.length)[0]
  return {
    type: typeByName(name) ?? (found ? typeByName(found) : null),
    score: each === undefined ? null : Math.round(Number(each) * 100),
  }
}

const newDraft = (line: number, number: string, kind: { type: QuestionType | null; score: number | null }): Draft => ({
  line,
  number,
  section: '',
  ...kind,
  stem: [],
  options: [],
  answer: [],
  analysis: [],
  tags: [],
  difficulty: questionDefaults.difficulty,
  parts: [],
  field: 'stem',
  notes: [],
  source: [],
  code: newCodeFields(),
})

function addLine(draft: Draft, text: string, line: number, isAnsweredLater = () => false): void {
  const target = draft.parts.at(-1) ?? draft
  const sub = subNumbered.exec(text)
  // An analysis may contain a list with such numbers.
  const isInAnalysis = draft.parts.length > 0 && target.field === 'analysis'
  const isNext = () => Number(sub?.[1]) === draft.parts.length + 1 && isAnsweredLater()
  if (sub && draft.type === 'material' && (!isInAnalysis || isNext())) {
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
    // Answer and analysis may be on one line: 答案：B 解析：…
    const [answerText = '', ...why] = answer[1]!.split(analysisInLine)
    addTo(target, answerText)
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
    target.tags = unescaped(tags)
      .split(/[,，、;；]/)
      .map((tag) => tag.trim())
      .filter(Boolean)
  else if (difficulty !== undefined && difficultyOf(difficulty) >= 1) target.difficulty = difficultyOf(difficulty)
  else if (score !== undefined && Number.parseFloat(score) > 0)
    target.score = Math.round(Number.parseFloat(score) * 100)
  else {
    if (isComplete(target, text)) {
      target.field = 'analysis'
      draft.notes.push(`第 ${line} 行“${label(text)}”接在答案后面，作为解析收入`)
    }
    addTo(target, text)
  }
}

/** Whether the answer is complete without a further line: it names options, and with the line it would not. */
const isComplete = ({ field, options, answer }: Draft, text: string) =>
  field === 'answer' &&
  options.length > 0 &&
  parseOptionLetters(answer.join('\n').trim()) !== null &&
  parseOptionLetters([...answer, text].join('\n').trim()) === null

const withoutOptions: ReadonlySet<QuestionType | null> = new Set(['blank', 'number', 'judge', 'short'])

/** Adds a line to the current field; a line that starts like an option begins the options. */
function addTo(draft: Draft, text: string): void {
  if (draft.field === 'stem' || draft.field === 'option') {
    const options = splitOptions(text, draft.options.length)
    // Below a heading such as 填空题, letters inside of a sentence are text.
    if (options && (options.before === '' || !withoutOptions.has(draft.type))) {
      draft.field = 'option'
      if (options.before.trim() !== '') draft.stem.push(options.before.trim())
      for (const option of options.list) draft.options.push([option])
      return
    }
  }
  const lines = draft.field === 'option' ? draft.options.at(-1)! : draft[draft.field as 'stem' | 'answer' | 'analysis']
  lines.push(text)
}

function finish(draft: Draft, slugs: Slugs, images: Images): Reading {
  return readingOf(`第 ${draft.number} 题 ${label(draft.stem.join(' '))}`, draft.line, () => {
    const about = { difficulty: draft.difficulty, tags: draft.tags, chapter: null, test: null }
    const question =
      draft.parts.length > 0 ? { ...materialOf(draft), ...about } : asQuestion(partOf(draft, draft.type), about)
    question.slug = slugs.name('', question)
    return { question, images: shown(question, images), notes: draft.notes, source: sumContent(draft.source) }
  })
}

/** Selects the images that a question uses. */
function shown(question: object, images: Images): Images {
  const text = JSON.stringify(question)
  return new Map([...images].filter(([name]) => text.includes(`](${name})`)))
}
