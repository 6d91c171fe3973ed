import { partFromMarkdown } from '../../questions/author'
import type { MarkdownPart } from '../../questions/definition'
import { fenceFor } from '../../questions/fences'
import type { SourcePart } from '../../questions/rubric'
import { type Content, keepLettersAndDigits, noContent } from '../../text/balance'

/** Fields of a 编程题 in a document: lines such as 语言：python, code in boxes and tests in a table below their labels. */
export interface CodeFields {
  keys: Map<string, string>
  code: Map<string, string>
  /** Lines of the fence `tests`. */
  tests: string
  /** Name of the box that the last label announced. */
  awaited: string | null
}

export const newCodeFields = (): CodeFields => ({ keys: new Map(), code: new Map(), tests: '', awaited: null })

const keyNames: Record<string, string> = { 语言: 'language', 数据库: 'db', 输出比较: 'compare', 误差: 'tolerance' }
const keyLine = /^(语言|数据库|输出比较|误差)\s*[:：]\s*(\S+)$/
const boxLabels: [RegExp, string][] = [
  [/^起始(?:代码|程序)\s*[:：]$/, 'starter'],
  [/^参考(?:程序|代码)\s*[:：]$/, 'solution'],
  [/^检查程序\s*[（(](\w+)[)）]\s*[:：]$/, 'checker'],
  [/^测试(?:数据)?\s*[:：]$/, 'tests'],
]

/**
 * Reads a paragraph that is a field of a 编程题. Returns its content for the balance; null if the paragraph is
 * something else, such as a line of the stem.
 */
export function takeCodeField(fields: CodeFields, text: string, cells: string[][] | undefined): Content | null {
  const { awaited } = fields
  if (cells && awaited !== null) {
    fields.awaited = null
    if (awaited === 'tests') return takeTests(fields, cells)
    const code = cells.map((row) => row.join('\t')).join('\n')
    fields.code.set(awaited, code)
    return { ...noContent(), letters: keepLettersAndDigits(code) }
  }
  const [, name, value = ''] = keyLine.exec(text) ?? []
  if (name !== undefined) {
    // The parser of paragraphs escapes Markdown, which a key is not.
    fields.keys.set(keyNames[name]!, value.replace(/\\(.)/g, '$1'))
    return noContent()
  }
  for (const [pattern, use] of boxLabels) {
    const found = pattern.exec(text)
    if (!found) continue
    fields.awaited = use
    if (use === 'checker') fields.keys.set('checker', found[1]!)
    return noContent()
  }
  return null
}

/** Reads a table with the columns 输入, 输出, 分值 and 公开 in any order; the last two are optional. */
function takeTests(fields: CodeFields, [head = [], ...rows]: string[][]): Content {
  const column = (name: string) => head.findIndex((title) => title.trim() === name)
  const [input, output, score, shown] = [column('输入'), column('输出'), column('分值'), column('公开')]
  const tests = rows.map((row) => ({
    input: row[input!] ?? '',
    output: row[output!] ?? '',
    hidden: /^(否|不公开|隐藏)$/.test((row[shown!] ?? '').trim()),
    score: score! < 0 ? 1 : Number(row[score!] ?? 1),
  }))
  // YAML contains JSON.
  fields.tests = JSON.stringify(tests)
  const testTexts = tests.flatMap((test) => [test.input, test.output]).join('')
  return { ...noContent(), letters: keepLettersAndDigits(testTexts), keys: tests.length, weights: tests.length }
}

/** Builds the question from its fields in the same way as our Markdown does. */
export function codePart(common: MarkdownPart['common'], stem: string, { keys, code, tests }: CodeFields): SourcePart {
  const language = keys.get('language') ?? ''
  const fence = (info: string, content: string | undefined) => {
    const marks = fenceFor(content ?? '', '`', 3)
    return content === undefined ? [] : [`${marks}${info}`, ...content.split('\n'), marks]
  }
  const lines = [
    ...stem.split('\n'),
    ...fence(`${language} starter`, code.get('starter')),
    ...fence(`${language} solution`, code.get('solution')),
    ...fence(`${keys.get('checker') ?? ''} checker`, code.get('checker')),
    ...fence('tests', tests),
  ]
  return partFromMarkdown({ type: 'code', common, keys, lines })
}
