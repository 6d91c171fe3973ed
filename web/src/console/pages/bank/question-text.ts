import type { QuestionType } from '@dxx/contract/questions'

/** Markdown of a question, split into the fields of its form. `joinQuestion` writes the same text again. */
export interface QuestionFields {
  slug: string
  keys: [string, string][]
  /** Text before the options; the whole body if the question has none. */
  stem: string
  /** Options of a choice question. */
  options: ChoiceOption[]
  /** Quotation at the end: the analysis, or the reference answer of 简答. Empty for 材料题, whose body holds all. */
  analysis: string
}

export interface ChoiceOption {
  /** ` `, `x`, or a percentage. */
  mark: string
  text: string
}

const choiceTypes: readonly string[] = ['single', 'multiple', 'indefinite']

export const isChoice = (type: string) => choiceTypes.includes(type)

export const keyValue = ({ keys }: QuestionFields, name: string): string =>
  keys.find(([key]) => key === name)?.[1] ?? ''

/** Sets a key; an empty value removes it. */
export function withKeyValue(fields: QuestionFields, name: string, value: string): QuestionFields {
  const others = fields.keys.filter(([key]) => key !== name)
  const at = fields.keys.findIndex(([key]) => key === name)
  const keys = [...others]
  if (value !== '') keys.splice(at < 0 ? keys.length : at, 0, [name, value])
  return { ...fields, keys }
}

const optionLine = /^- \[( |x|X|-?\d+(?:\.\d+)?%)\] (.*)$/

export function splitQuestion(text: string): QuestionFields {
  const lines = text.replace(/\r\n?/g, '\n').trimEnd().split('\n')
  const slug = /^## +(.*)$/.exec(lines[0] ?? '')?.[1]?.trim() ?? ''
  let at = slug === '' ? 0 : 1
  while (at < lines.length && lines[at]!.trim() === '') at++
  const keys: [string, string][] = []
  for (; at < lines.length && /^[a-z]+:/.test(lines[at]!); at++) {
    const colon = lines[at]!.indexOf(':')
    keys.push([lines[at]!.slice(0, colon), lines[at]!.slice(colon + 1).trim()])
  }
  const body = lines.slice(at)
  const type = keys.find(([key]) => key === 'type')?.[1] ?? ''
  if (type === 'material') return { slug, keys, stem: trimLines(body), options: [], analysis: '' }
  let quote = body.length
  while (quote > 0 && /^>/.test(body[quote - 1]!)) quote--
  const analysis = body
    .slice(quote)
    .map((line) => line.replace(/^> ?/, ''))
    .join('\n')
  const rest = body.slice(0, quote)
  const first = isChoice(type) ? firstOption(rest) : rest.length
  return { slug, keys, stem: trimLines(rest.slice(0, first)), options: readOptions(rest.slice(first)), analysis }
}

/** Index of the first line of the options, which are the end of the body. */
function firstOption(lines: string[]): number {
  const at = lines.findIndex((line) => optionLine.test(line))
  return at < 0 ? lines.length : at
}

function readOptions(lines: string[]): ChoiceOption[] {
  const options: ChoiceOption[] = []
  for (const line of lines) {
    const [, mark, text] = optionLine.exec(line) ?? []
    if (mark !== undefined) options.push({ mark: mark.toLowerCase(), text: text! })
    else if (options.length > 0) options.at(-1)!.text += `\n${line.replace(/^ {2}/, '')}`
  }
  return options.map(({ mark, text }) => ({ mark, text: text.trimEnd() }))
}

const trimLines = (lines: string[]) => lines.join('\n').replace(/^\n+|\s+$/g, '')

/** Writes the Markdown that `splitQuestion` reads, without white space at the end of a field. */
export function joinQuestion({ slug, keys, stem, options, analysis }: QuestionFields): string {
  const filled = keys.map(([key, value]) => [key, value.trim()] as const).filter(([, value]) => value !== '')
  const blocks = [
    `## ${slug}\n${filled.map(([key, value]) => `${key}: ${value}`).join('\n')}`,
    trimLines([stem]),
    options.map(({ mark, text }) => `- [${mark}] ${text.trimEnd().replaceAll('\n', '\n  ')}`).join('\n'),
    analysis
      .trimEnd()
      .split('\n')
      .map((line) => (line === '' ? '>' : `> ${line}`))
      .join('\n'),
  ]
  if (analysis.trim() === '') blocks.pop()
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** Hints beside the body field: what the body of each type contains besides the stem. */
export const bodyHints: Partial<Record<QuestionType, string>> = {
  blank: '答案写成 {{答案}}，几个都对的用 | 分开：{{O(1)|常数}}',
  order: '用 1. 2. 3. 按正确的顺序写，学生看到的是打乱的',
  match: '每对一行：- 左 => 右；多余的干扰项写 - => 右',
  short: '参考答案和得分点写在下面',
  code: '```python starter 起始代码，```python solution 参考答案，```tests 测试',
  material: '材料在前，小题用 ### 标识 开始，写法同一道题',
}

/** Leaves one option right: the first that was. */
export function onlyOne(options: ChoiceOption[]): ChoiceOption[] {
  const right = Math.max(
    0,
    options.findIndex(({ mark }) => mark === 'x'),
  )
  return options.map(({ text }, at) => ({ text, mark: at === right ? 'x' : ' ' }))
}

/** Marks an option right or wrong; a single choice has one right option. */
export function toggleOption(options: ChoiceOption[], at: number, isSingle: boolean): ChoiceOption[] {
  return options.map(({ mark, text }, i) => {
    if (i === at) return { text, mark: isSingle || mark !== 'x' ? 'x' : ' ' }
    return { text, mark: isSingle ? ' ' : mark }
  })
}

/** Gives each option a share of the points: all right options together give all, wrong ones nothing. */
export function toShares(options: ChoiceOption[]): ChoiceOption[] {
  const right = options.filter(({ mark }) => mark === 'x').length
  const share = right === 0 ? 0 : Math.floor(10_000 / right) / 100
  // The first right option gets the rest that rounding leaves.
  const rest = Math.round((100 - share * right) * 100) / 100
  const first = options.findIndex(({ mark }) => mark === 'x')
  return options.map(({ mark, text }, at) => ({
    text,
    mark: `${mark === 'x' ? Math.round((share + (at === first ? rest : 0)) * 100) / 100 : 0}%`,
  }))
}

/** Marks the options that give points as right. */
export function toMarks(options: ChoiceOption[], isSingle: boolean): ChoiceOption[] {
  const marked = options.map(({ mark, text }) => ({ text, mark: Number.parseFloat(mark) > 0 ? 'x' : ' ' }))
  return isSingle ? onlyOne(marked) : marked
}
