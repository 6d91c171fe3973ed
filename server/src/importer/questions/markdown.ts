import { CodeLanguage } from '@dxx/contract/calls/runcode'
import { QuestionType } from '@dxx/contract/questions'
import { takeBlanks } from './blanks'
import { takeCode, takeOptions, takeOrder, takePairs, takeQuote, takeReference } from './markdown-body'
import { outsideFences } from './markdown-text'
import {
  type About,
  defaults,
  label,
  type Reading,
  refused,
  type SourcePart,
  type SourceQuestion,
  tidy,
  unusable,
} from './model'
import { readingOf } from './validate'

interface Section {
  slug: string
  line: number
  lines: string[]
}

/** Questions in our own Markdown: `## slug`, keys, an empty line, the stem and what its type needs, an analysis. */
export function* readMarkdown(source: string): Generator<Reading> {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const { before, sections } = cut(text.split('\n'), '##')
  const stray = before.findIndex((line) => line.trim() !== '' && !/^# /.test(line))
  if (stray >= 0) yield refused(label(before[stray]!), stray + 1, '第一个二级标题之前的内容不属于任何题目')
  for (const section of sections) yield readingOf(section.slug, section.line, () => readQuestion(section))
}

/** Cuts at headings of one level. */
function cut(lines: string[], marks: string, offset = 0): { before: string[]; sections: Section[] } {
  const heads = [...outsideFences(lines)].filter(({ line }) => line.startsWith(`${marks} `))
  const sections = heads.map(({ line, index }, i) => ({
    slug: line.slice(marks.length).trim(),
    line: offset + index + 1,
    lines: lines.slice(index + 1, heads[i + 1]?.index ?? lines.length),
  }))
  return { before: lines.slice(0, heads[0]?.index ?? lines.length), sections }
}

const partKeys = new Set(['type', 'score', 'answer', 'case', 'language', 'db', 'difficulty', 'tags'])
const questionKeys = new Set([...partKeys, 'chapter', 'test'])

/** `键: 值` lines up to the first empty one. */
function takeKeys(lines: string[], known: Set<string>, notes: string[]): { keys: Map<string, string>; body: string[] } {
  const keys = new Map<string, string>()
  let at = 0
  while (at < lines.length && lines[at]!.trim() === '') at++
  for (; at < lines.length && lines[at]!.trim() !== ''; at++) {
    const [, key, value = ''] = /^([a-z]+):\s*(.*)$/.exec(lines[at]!) ?? []
    if (key === undefined) return unusable(`“${label(lines[at]!)}”不是“键: 值”；键和题干之间要空一行`)
    if (keys.has(key)) return unusable(`${key} 写了两次`)
    if (!known.has(key)) notes.push(`不认识的键 ${key}，已忽略`)
    keys.set(key, value.trim())
  }
  return { keys, body: lines.slice(at) }
}

function readQuestion({ slug, line, lines }: Section): { question: SourceQuestion; notes: string[] } {
  const notes: string[] = []
  const { before, sections } = cut(lines, '###', line)
  const { keys, body } = takeKeys(before, questionKeys, notes)
  const about: About = {
    difficulty: Number(keys.get('difficulty') ?? defaults.difficulty),
    tags: tagsOf(keys.get('tags') ?? ''),
    chapter: keys.get('chapter') || null,
    test: keys.get('test') || null,
  }
  if (keys.get('type') !== 'material') {
    if (sections.length > 0) return unusable('只有材料题可以有三级标题的小题')
    return { question: { ...about, ...readPart(slug, keys, body) }, notes }
  }
  const { rest, quote } = takeQuote(body)
  const parts = sections.map((section) => {
    const part = takeKeys(section.lines, partKeys, notes)
    return readPart(section.slug, part.keys, part.body)
  })
  // What the parts are worth is what it is worth: a score of its own could only contradict them.
  const score = parts.reduce((sum, part) => sum + part.score, 0)
  const stem = tidy(rest.join('\n'))
  return { question: { type: 'material', slug, score, stem, analysis: quote, parts, ...about }, notes }
}

const tagsOf = (text: string) => [
  ...new Set(
    text
      .split(/[,，、]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

function readPart(slug: string, keys: Map<string, string>, body: string[]): SourcePart {
  const type = QuestionType.safeParse(keys.get('type'))
  if (!type.success) return unusable(`type 要是 ${QuestionType.options.join('、')} 之一`)
  const score = Math.round(Number(keys.get('score') ?? '1') * 10_000) / 100
  const { rest, quote } = takeQuote(body)
  return partOf(type.data, { slug, score, analysis: quote }, keys, rest)
}

/** One part by its type, from keys and the lines of its body. The sheet reader uses it for cells too. */
export function partOf(
  type: QuestionType,
  common: Pick<SourcePart, 'slug' | 'score' | 'analysis'>,
  keys: ReadonlyMap<string, string>,
  lines: string[],
): SourcePart {
  const stem = tidy(lines.join('\n'))
  switch (type) {
    case 'judge': {
      const answer = keys.get('answer')
      if (answer !== 'true' && answer !== 'false') return unusable('判断题要写 answer: true 或 answer: false')
      return { type, ...common, stem, value: answer === 'true' }
    }
    case 'blank':
      return { type, ...common, ...takeBlanks(stem), caseSensitive: keys.get('case') === 'true' }
    case 'short': {
      const { analysis, ...taken } = takeReference(common.analysis)
      return { type, ...common, stem, ...taken, analysis }
    }
    case 'order':
      return { type, ...common, ...takeOrder(lines) }
    case 'match':
      return { type, ...common, ...takePairs(lines) }
    case 'code': {
      const language = CodeLanguage.safeParse(keys.get('language'))
      if (!language.success) return unusable(`language 要是 ${CodeLanguage.options.join('、')} 之一`)
      return { type, ...common, language: language.data, ...takeCode(lines), db: keys.get('db') || null }
    }
    case 'material':
      return unusable('材料题里不能再有材料题')
    default:
      return { type, ...common, ...takeOptions(lines, type) }
  }
}
