import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import type { QuestionType } from '@dxx/contract/questions'
import { isChoice, onlyOne, type QuestionFields, withKeyValue } from './question-text'

/** Keys that belong to some types only, with their first value. */
const typeKeys: Partial<Record<QuestionType, Record<string, string>>> = {
  judge: { answer: 'true' },
  number: { answer: '9.8±0.1' },
  code: { language: 'python' },
}
const otherKeys = ['answer', 'case', 'language', 'db', 'compare', 'tolerance']

/** Text that the body of a type needs besides the stem. A change to another type removes it unless it was edited. */
const examples: Partial<Record<QuestionType, string>> = {
  blank: '{{答案}}',
  order: '1. 第一步\n2. 第二步\n3. 第三步',
  match: '- 左一 => 右一\n- 左二 => 右二',
  code: [
    '```python starter\n# 在这里写程序\n```',
    '```python solution\na, b = map(int, input().split())\nprint(a + b)\n```',
    '```tests\n- { input: "3 4", output: "7", hidden: false, score: 1 }\n```',
  ].join('\n\n'),
  material: '### part-1\ntype: judge\nscore: 1\nanswer: true\n\n小题的题干',
}

/** Whether a stem has what the type needs. */
const isComplete: Partial<Record<QuestionType, RegExp>> = {
  blank: /\{\{/,
  order: /^1[.、)]\s/m,
  match: /^- .*=>/m,
  code: /^```tests/m,
  material: /^### /m,
}

/** Changes the type and keeps the stem, the analysis and, between choice types, the options. */
export function withType(fields: QuestionFields, type: QuestionType): QuestionFields {
  const now = fields.keys.find(([key]) => key === 'type')?.[1] as QuestionType
  const keys = fields.keys.filter(([key]) => !otherKeys.includes(key) && (key !== 'score' || type !== 'material'))
  let next = withKeyValue({ ...fields, keys, stem: withoutExample(fields.stem, now) }, 'type', type)
  if (now === 'material') next = withKeyValue(withOwnAnalysis(next), 'score', '1')
  for (const [key, value] of Object.entries(typeKeys[type] ?? {})) next = withKeyValue(next, key, value)
  if (isChoice(type)) return { ...next, options: optionsOf(fields, type) }
  const stem = withExample(next.stem, type)
  // The text of a 材料题 is one field, in which the analysis stands before the parts.
  if (type === 'material' && fields.analysis.trim() !== '')
    return { ...next, stem: withExample(`${next.stem}\n\n${quoted(fields.analysis)}`, type), options: [], analysis: '' }
  return { ...next, stem, options: [] }
}

/** The quotation at the end of a text without parts is the analysis. */
function withOwnAnalysis(fields: QuestionFields): QuestionFields {
  const [quote = ''] = /(?:^>.*\n?)+$/m.exec(fields.stem.trimEnd()) ?? []
  if (quote === '') return fields
  const analysis = quote.replace(/^> ?/gm, '').trim()
  return { ...fields, stem: fields.stem.trimEnd().slice(0, -quote.length).trimEnd(), analysis }
}

const quoted = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

function withoutExample(stem: string, type: QuestionType): string {
  const example = examples[type]
  return example && stem.endsWith(example) ? stem.slice(0, -example.length).trimEnd() : stem
}

function withExample(stem: string, type: QuestionType): string {
  const example = examples[type]
  if (!example || isComplete[type]?.test(stem)) return stem
  return `${stem}\n\n${example}`.trimStart()
}

function optionsOf({ options }: QuestionFields, type: QuestionType) {
  if (options.length === 0)
    return [
      { mark: 'x', text: '选项一' },
      { mark: ' ', text: '选项二' },
    ]
  return type === 'single' ? onlyOne(options) : options
}

/** Sets the language of a 编程题 and of its starter and solution. */
export function withLanguage(fields: QuestionFields, language: CodeLanguage): QuestionFields {
  const stem = fields.stem.replace(/^(`{3,})\w+( (?:starter|solution)\s*)$/gm, `$1${language}$2`)
  return withKeyValue({ ...fields, stem }, 'language', language)
}
