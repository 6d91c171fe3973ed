import { CodeLanguage } from '@dxx/contract/calls/runcode'
import { OutputComparison } from '@dxx/contract/questions'
import { parse, stringify } from 'yaml'
import * as z from 'zod'
import { label, trimAuthorText, unusable } from '../author-text'
import type { Authoring, MarkdownKey } from '../definition'
import { fenceFor } from '../fences'
import { readTolerance } from '../tolerance'
import type { CodeShapes, CodeTest, Comparison } from './rubric'

export const codeAuthoring: Authoring<CodeShapes> = {
  keys: ['language', 'db', 'compare', 'tolerance'],
  fromMarkdown({ common, keys, lines }) {
    const language = CodeLanguage.safeParse(keys.get('language'))
    if (!language.success) return unusable(`language 要是 ${CodeLanguage.options.join('、')} 之一`)
    const { checker, ...code } = takeCode(lines)
    const db = keys.get('db') || null
    return { type: 'code', ...common, language: language.data, ...code, db, ...takeComparison(keys, checker) }
  },
  markdownKeys: (source) => [['language', source.language], ['db', source.db], ...comparisonKeys(source)],
  markdownBody(source) {
    const fence = (info: string, text: string) => {
      const marks = fenceFor(text, '`', 3)
      return text === '' ? '' : `${marks}${info}\n${text}\n${marks}`
    }
    const tests = stringify(source.tests, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' })
    return [
      source.stem,
      fence(`${source.language} starter`, source.starter),
      fence(`${source.language} solution`, source.solution),
      source.compare?.mode === 'checker' ? fence(`${source.compare.language} checker`, source.compare.source) : '',
      fence('tests', tests.trimEnd()),
    ]
  },
  markdownQuote: ({ analysis }) => analysis,
  flaws: codeFlaws,
  async compile(source, { shown, known }, writer) {
    const { language, starter, tests, db, compare } = source
    const samples = tests.filter(({ hidden }) => !hidden).map(({ input, output }) => ({ input, output }))
    const marks = fenceFor(source.solution, '`', 3)
    const solution =
      source.solution === '' ? '' : await writer.html(`${marks}${language}\n${source.solution}\n${marks}`)
    const hiddenTests = tests.length - samples.length
    const tolerance = compare?.mode === 'numeric' ? compare.tolerance : null
    return {
      body: {
        ...{ type: 'code', ...shown, language, starter, samples, hiddenTests, db },
        ...(compare && { compare: { mode: compare.mode, tolerance } }),
      },
      rubric: { type: 'code', ...known, solution, tests, ...(compare && { compare }) },
    }
  },
}

/** Markdown keys of the output comparison; none for the default. */
function comparisonKeys({ compare }: CodeShapes['source']): MarkdownKey[] {
  if (!compare) return []
  return [
    ['compare', compare.mode],
    ['tolerance', compare.mode === 'numeric' ? compare.tolerance : null],
  ]
}

const maxTests = 100
/** The runner's limit for a program. */
const maxProgram = 64 * 1024

function codeFlaws({ tests, compare }: CodeShapes['source']): string[] {
  if (tests.length === 0) return ['编程题至少要有一个测试']
  const found: string[] = []
  if (tests.length > maxTests) found.push(`一道编程题最多 ${maxTests} 个测试`)
  if (tests.some(({ score }) => score < 0)) found.push('测试的分值不能为负')
  if (compare?.mode === 'numeric' && !readTolerance(compare.tolerance))
    found.push(`误差“${label(compare.tolerance)}”要写成不小于 0 的数或百分数，例如 0.001 或 0.1%`)
  if (compare?.mode === 'checker') {
    if (compare.language === 'sql') found.push('checker 不能用 SQL 写：它要从标准输入读取')
    if (compare.source.trim() === '') found.push('checker 是空的')
    if (compare.source.length > maxProgram) found.push('checker 太长，最多 64 KB')
  }
  return found
}

const Tests = z.array(
  z.strictObject({
    input: z.union([z.string(), z.number()]).default('').transform(String),
    output: z.union([z.string(), z.number()]).transform(String),
    hidden: z.boolean().default(false),
    score: z.number().min(0).default(1),
  }),
)

function parseTests(yaml: string): CodeTest[] {
  let value: unknown
  try {
    value = parse(yaml, { maxAliasCount: 0 })
  } catch (error) {
    return unusable(`tests 的 YAML 写错了：${(error as Error).message.split('\n')[0]}`)
  }
  const parsed = Tests.safeParse(value ?? [])
  return parsed.success
    ? parsed.data
    : unusable('tests 要写成 - { input: "3 4", output: "7", hidden: false, score: 2 } 的样子')
}

interface TakenCode {
  stem: string
  starter: string
  solution: string
  tests: CodeTest[]
  checker: { language: string; source: string } | null
}

/** Extracts the code fences of starter, solution, checker and tests; the other lines are the stem. */
function takeCode(lines: string[]): TakenCode {
  const found: Record<string, string> = {}
  let checkerLanguage = ''
  const stem: string[] = []
  for (let i = 0; i < lines.length; i++) {
    const [, marks, info = ''] = /^(`{3,})(.*)$/.exec(lines[i]!) ?? []
    const use = /^tests\s*$/.test(info) ? 'tests' : /\s(starter|solution|checker)\s*$/.exec(info)?.[1]
    if (!marks) {
      stem.push(lines[i]!)
      continue
    }
    const end = lines.findIndex((line, j) => j > i && line.trim().startsWith(marks) && /^`+\s*$/.test(line.trim()))
    if (end < 0) return unusable('代码块没有结束')
    if (use) {
      if (use in found) return unusable(`${use} 写了两次`)
      found[use] = lines.slice(i + 1, end).join('\n')
      if (use === 'checker') checkerLanguage = info.trim().split(/\s+/)[0]!
    } else stem.push(...lines.slice(i, end + 1))
    i = end
  }
  if (found.tests === undefined) return unusable('没有 tests 代码块')
  return {
    stem: trimAuthorText(stem.join('\n').replace(/\n{3,}/g, '\n\n')),
    starter: found.starter ?? '',
    solution: found.solution ?? '',
    tests: parseTests(found.tests),
    checker: found.checker === undefined ? null : { language: checkerLanguage, source: found.checker },
  }
}

const comparisons = OutputComparison.options.join('、')

/**
 * Reads the comparison of outputs from the keys `compare` and `tolerance` and the checker's fence; absent for the
 * default.
 */
function takeComparison(keys: ReadonlyMap<string, string>, checker: TakenCode['checker']): { compare?: Comparison } {
  const [written, tolerance] = [keys.get('compare') ?? '', keys.get('tolerance') ?? '']
  const parsed = OutputComparison.safeParse(written || (checker ? 'checker' : 'trim'))
  if (!parsed.success) return unusable(`compare 要是 ${comparisons} 之一`)
  const mode = parsed.data
  if (mode !== 'numeric' && tolerance !== '') return unusable('tolerance 只和 compare: numeric 一起用')
  if (mode !== 'checker' && checker) return unusable(`有 checker 代码块，compare 不能写 ${mode}`)
  if (mode === 'trim') return {}
  if (mode === 'numeric') {
    if (tolerance === '') return unusable('compare: numeric 要写 tolerance，例如 tolerance: 0.001 或 tolerance: 0.1%')
    return { compare: { mode, tolerance } }
  }
  if (mode !== 'checker') return { compare: { mode } }
  if (!checker) return unusable('compare: checker 要有 checker 代码块，例如 ```python checker')
  const language = CodeLanguage.safeParse(checker.language)
  if (!language.success) return unusable(`checker 的语言要是 ${CodeLanguage.options.join('、')} 之一`)
  return { compare: { mode, language: language.data, source: checker.source } }
}
