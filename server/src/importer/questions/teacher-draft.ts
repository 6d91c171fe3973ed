import type { QuestionType } from '@dxx/contract/questions'
import { questionDefaults } from '../../questions/author'
import { label, trimAuthorText, unusable } from '../../questions/author-text'
import { takeBlanks as takeFilled } from '../../questions/blank/notation'
import { parseNumberAnswer } from '../../questions/number/notation'
import type { SourcePart } from '../../questions/rubric'
import type { Content } from '../../text/balance'
import { commonSourceFields } from './foreign'
import { outsideFormulas } from './formula-text'
import { fillGaps } from './sheet'
import { type CodeFields, codePart } from './teacher-code'
import { answerInBrackets, scoreInText, subNumbered, typeMark } from './teacher-marks'
import { gapPattern, keyPairs, lettersInOrder, parseOptionLetters, truthOf, typeByName } from './type-names'

type Field = 'stem' | 'option' | 'answer' | 'analysis'

/** The lines of a question by field, collected from a paper. */
export interface Draft {
  line: number
  number: string
  /** Numeral of the section, such as 二. */
  section: string
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
  notes: string[]
  source: Content[]
  code: CodeFields
}

/** Returns the 材料题 of a draft with parts. */
export function materialOf(draft: Draft) {
  const parts = draft.parts.map((part, i) => ({ ...partOf(part, null), slug: `part-${i + 1}` }))
  const score = parts.reduce((sum, part) => sum + part.score, 0)
  const [stem, analysis] = [trimAuthorText(draft.stem.join('\n\n')), trimAuthorText(draft.analysis.join('\n\n'))]
  return { type: 'material' as const, slug: '', score, stem, analysis, parts }
}

/** Converts a draft to a question of the type of its section (`wanted`), its mark, or its content. */
export function partOf(draft: Draft, wanted: QuestionType | null): SourcePart {
  let stem = trimAuthorText(draft.stem.join('\n\n'))
  const scoreMatch = scoreInText.exec(stem)
  if (scoreMatch) stem = stem.replace(scoreMatch[0], '').trim()
  const score = scoreMatch ? Math.round(Number(scoreMatch[1]) * 100) : (draft.score ?? questionDefaults.score)
  let answer = trimAuthorText(draft.answer.join('\n')).trim()
  // Some authors write the answer into the brackets of the stem: 是（ B ）。
  const inside = answerInBrackets.exec(stem)
  if (answer === '' && inside) {
    answer = inside[1]!
    stem = stem.replace(inside[0], '（　　）')
  }
  const marked = typeMark.exec(stem)
  if (marked) stem = stem.slice(marked[0].length)
  const base = commonSourceFields(stem, trimAuthorText(draft.analysis.join('\n\n')), score)
  const options = draft.options.map((lines) => trimAuthorText(lines.join('\n\n')))
  const type = marked ? typeByName(marked[1]!)! : typeOf(wanted, options, answer, stem)
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
      const right = parseOptionLetters(answer) ?? unusable(`答案“${label(answer)}”要写选项的字母，如 A 或 ACD`)
      const beyond = right.find((index) => index >= options.length)
      if (beyond !== undefined) return unusable(`答案里的 ${String.fromCharCode(65 + beyond)} 没有对应的选项`)
      const choices = options.map((text, i) => ({ text, right: right.includes(i), fixed: false, share: null }))
      return { type, ...base, options: choices }
    }
    case 'number':
      return { type, ...base, ...parseNumberAnswer(unescaped(answer)) }
    case 'order': {
      const order = lettersInOrder(answer) ?? unusable(`排序题的答案“${label(answer)}”要按次序写选项的字母，如 CAB`)
      if (order.length !== options.length || order.some((index) => index >= options.length))
        return unusable('排序题的答案要把每个选项的字母各写一次')
      return { type, ...base, items: order.map((index) => options[index]!) }
    }
    case 'match':
      return { type, ...base, ...pairsOf(draft.stem, options, answer) }
    case 'code':
      return codePart({ slug: '', score, analysis: base.analysis }, stem, draft.code)
    case 'material':
      return unusable('材料题没有小题，小题要写成（1）（2）的样子')
  }
}

/** Reads a 匹配题: the lefts are paragraphs with numbers such as （1）, the key is written as 1-B；2-A. */
function pairsOf(lines: string[], options: string[], answer: string) {
  const stem: string[] = []
  const lefts: string[][] = []
  for (const line of lines) {
    const numbered = subNumbered.exec(line)
    if (numbered && Number(numbered[1]) === lefts.length + 1) lefts.push([numbered[2]!])
    else (lefts.at(-1) ?? stem).push(line)
  }
  const keys = keyPairs(answer) ?? unusable(`匹配题的答案“${label(answer)}”要写成 1-B；2-A 的样子`)
  const pairs = lefts.map((paragraphs, i) => {
    const letter = keys.get(i + 1) ?? unusable(`答案里没有（${i + 1}）的字母`)
    const right = options[letter] ?? unusable(`答案里的 ${String.fromCharCode(65 + letter)} 没有对应的选项`)
    return { left: trimAuthorText(paragraphs.join('\n\n')), right }
  })
  const used = new Set(pairs.map(({ right }) => right))
  return { stem: trimAuthorText(stem.join('\n\n')), pairs, distractors: options.filter((text) => !used.has(text)) }
}

/** Removes Markdown escapes: a blank accepts text, not Markdown, and its `|` separates alternatives. */
export const unescaped = (markdown: string) =>
  outsideFormulas(markdown, (text) => text.replace(/\\([!-/:-@[-`{-~])/g, '$1'))

/** Determines the type by the heading above the question, otherwise by the content. */
function typeOf(wanted: QuestionType | null, options: string[], answer: string, stem: string): QuestionType {
  const letters = parseOptionLetters(answer)
  if (wanted === 'order' || wanted === 'match' || wanted === 'code') return wanted
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
