import { parse } from 'yaml'
import { z } from 'zod'
import { type ChoiceType, whole } from '../../modules/questions/rubric'
import type { CodeTest } from '../../modules/runcode/public'
import { outsideFences } from './markdown-text'
import { label, rightOf, type SourceOption, shareOfPercent, tidy, unusable } from './model'

/** The body of a question in Markdown, cut into what its type needs. All functions take and answer lines. */

const isBlank = (line: string) => line.trim() === ''

/** The quotation that ends the body, without its marks. */
export function takeQuote(lines: string[]): { rest: string[]; quote: string } {
  let end = lines.length
  while (end > 0 && isBlank(lines[end - 1]!)) end--
  let start = end
  while (start > 0 && /^>/.test(lines[start - 1]!)) start--
  const quote = lines.slice(start, end).map((line) => line.replace(/^> ?/, ''))
  return { rest: lines.slice(0, start), quote: tidy(quote.join('\n')) }
}

/** Items from the first line that opens one to the end; what is indented below an item belongs to it. */
function takeItems(lines: string[], opening: RegExp): { stem: string; items: { mark: string; text: string }[] } {
  const free = new Set([...outsideFences(lines)].map(({ index }) => index))
  const starts = lines.flatMap((line, i) => (free.has(i) && opening.test(line) ? [i] : []))
  // A list further up belongs to the stem: only the last run of items counts.
  let first = starts.length - 1
  while (first > 0 && lines.slice(starts[first - 1]! + 1, starts[first]).every(isInside)) first--
  const from = starts.slice(Math.max(first, 0))
  const items = from.map((start, i) => {
    const [head = '', ...more] = lines.slice(start, from[i + 1] ?? lines.length)
    const [mark = '', ...groups] = opening.exec(head) ?? []
    const text = [head.slice(mark.length), ...more.map((line) => line.replace(/^ {1,3}/, ''))].join('\n')
    return { mark: groups.find((group) => group !== undefined) ?? '', text: tidy(text).trimStart() }
  })
  return { stem: tidy(lines.slice(0, from[0] ?? lines.length).join('\n')), items }
}

const isInside = (line: string) => isBlank(line) || /^ {2,}/.test(line)

const option = /^- \[( |x|X|-?\d+(?:\.\d+)?%)\](?: |$)/

export function takeOptions(lines: string[], type: ChoiceType): { stem: string; options: SourceOption[] } {
  const { stem, items } = takeItems(lines, option)
  const weighed = items.some(({ mark }) => mark.endsWith('%'))
  const options = items.map(({ mark, text }) => {
    const fixed = / ?\{fixed\}$/.test(text)
    const share = mark.endsWith('%') ? shareOfPercent(Number(mark.slice(0, -1))) : mark === ' ' ? 0 : whole
    return {
      text: (fixed ? text.replace(/ ?\{fixed\}$/, '') : text).replace(/\\\{fixed\}$/, '{fixed}'),
      right: rightOf(type, share),
      fixed,
      share: weighed ? share : null,
    }
  })
  return { stem, options }
}

export function takeOrder(lines: string[]): { stem: string; items: string[] } {
  const { stem, items } = takeItems(lines, /^\d{1,3}\.(?: |$)/)
  return { stem, items: items.map(({ text }) => text) }
}

export function takePairs(lines: string[]) {
  const { stem, items } = takeItems(lines, /^- /)
  const pairs: { left: string; right: string }[] = []
  const distractors: string[] = []
  for (const { text } of items) {
    const at = /(?:^|\s)=>(?:\s|$)/.exec(text)
    if (!at) return unusable(`“${label(text)}”要写成“左 => 右”`)
    const left = text.slice(0, at.index).trim().replaceAll('=\\>', '=>')
    const right = text.slice(at.index + at[0].length).trim()
    if (left === '') distractors.push(right)
    else pairs.push({ left, right })
  }
  return { stem, pairs, distractors }
}

/** `参考答案：…`, `- (2) 要点`, `解析：…` */
export function takeReference(quote: string) {
  const said = /^解析[：:]\s*/m.exec(quote)
  const before = said ? quote.slice(0, said.index) : quote
  const analysis = said ? quote.slice(said.index + said[0].length) : ''
  const lines = before.split('\n')
  const points: { score: number; text: string }[] = []
  const rest: string[] = []
  for (const line of lines) {
    const [, score, text = ''] = /^- [（(](\d+(?:\.\d{1,2})?)[)）]\s*(.*)$/.exec(line) ?? []
    if (score !== undefined) points.push({ score: Math.round(Number(score) * 100), text: text.trim() })
    else if (points.length > 0 && /^ {2,}\S/.test(line)) points.at(-1)!.text += `\n${line.trim()}`
    else rest.push(line)
  }
  const reference = tidy(tidy(rest.join('\n')).replace(/^参考答案[：:]\s*/, ''))
  return { reference, points, analysis: tidy(analysis) }
}

const Tests = z.array(
  z.strictObject({
    input: z.union([z.string(), z.number()]).default('').transform(String),
    output: z.union([z.string(), z.number()]).transform(String),
    hidden: z.boolean().default(false),
    score: z.number().min(0).default(1),
  }),
)

export function parseTests(yaml: string): CodeTest[] {
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

/** The fences that say starter, solution or tests; the rest is the stem. */
export function takeCode(lines: string[]): { stem: string; starter: string; solution: string; tests: CodeTest[] } {
  const found: Record<string, string> = {}
  const stem: string[] = []
  for (let i = 0; i < lines.length; i++) {
    const [, marks, info = ''] = /^(`{3,})(.*)$/.exec(lines[i]!) ?? []
    const use = /^tests\s*$/.test(info) ? 'tests' : /\s(starter|solution)\s*$/.exec(info)?.[1]
    if (!marks) {
      stem.push(lines[i]!)
      continue
    }
    const end = lines.findIndex((line, j) => j > i && line.trim().startsWith(marks) && /^`+\s*$/.test(line.trim()))
    if (end < 0) return unusable('代码块没有结束')
    if (use) {
      if (use in found) return unusable(`${use} 写了两次`)
      found[use] = lines.slice(i + 1, end).join('\n')
    } else stem.push(...lines.slice(i, end + 1))
    i = end
  }
  if (found.tests === undefined) return unusable('没有 tests 代码块')
  return {
    stem: tidy(stem.join('\n').replace(/\n{3,}/g, '\n\n')),
    starter: found.starter ?? '',
    solution: found.solution ?? '',
    tests: parseTests(found.tests),
  }
}
