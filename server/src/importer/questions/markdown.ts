import { QuestionType } from '@dxx/contract/questions'
import { partFromMarkdown, questionDefaults, typeKeys } from '../../questions/author'
import { label, trimAuthorText, Unusable, unusable } from '../../questions/author-text'
import type { MarkdownPart } from '../../questions/definition'
import { outsideFences } from '../../questions/fences'
import { takeQuote } from '../../questions/markdown-body'
import type { About, SourcePart, SourceQuestion } from '../../questions/rubric'
import { type Content, sumContent } from '../../text/balance'
import { contentOfBody } from './content-of-question'
import { type Reading, refused } from './reading'
import { readingOf } from './validate'

interface Section {
  slug: string
  line: number
  lines: string[]
}

/**
 * Reads questions in our own Markdown: `## slug`, keys, an empty line, the stem, the fields of the question type, an
 * analysis.
 */
export function* readMarkdown(source: string): Generator<Reading> {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const { before, sections } = cut(text.split('\n'), '##')
  const stray = before.findIndex((line) => line.trim() !== '' && !/^# /.test(line))
  if (stray >= 0) yield refused(label(before[stray]!), stray + 1, '第一个二级标题之前的内容不属于任何题目')
  for (const section of sections)
    yield readingOf(section.slug, section.line, () => ({
      ...readQuestion(section),
      source: contentOfSection(section),
    }))
}

/** Reads the only question of a text, without counting its content. Returns null if it cannot be read. */
export function readWrittenQuestion(text: string): SourceQuestion | null {
  const [section, ...more] = cut(text.split('\n'), '##').sections
  if (!section || more.length > 0) return null
  try {
    return readQuestion(section).question
  } catch (error) {
    if (error instanceof Unusable) return null
    throw error
  }
}

/** Counts the content below the keys of a question and of its parts. */
function contentOfSection({ lines, line }: Section): Content {
  const { before, sections } = cut(lines, '###', line)
  const first = before.findIndex((text) => text.trim() !== '')
  const empty = before.findIndex((text, i) => i > first && text.trim() === '')
  const body = first < 0 || empty < 0 ? [] : before.slice(empty)
  return sumContent([contentOfBody(body.join('\n')), ...sections.map(contentOfSection)])
}

/** Splits lines into sections at the headings of one level. */
function cut(lines: string[], marks: string, offset = 0): { before: string[]; sections: Section[] } {
  const heads = [...outsideFences(lines)].filter(({ line }) => line.startsWith(`${marks} `))
  const sections = heads.map(({ line, index }, i) => ({
    slug: line.slice(marks.length).trim(),
    line: offset + index + 1,
    lines: lines.slice(index + 1, heads[i + 1]?.index ?? lines.length),
  }))
  return { before: lines.slice(0, heads[0]?.index ?? lines.length), sections }
}

const partKeys = new Set(['type', 'score', 'difficulty', 'tags', ...typeKeys])
const questionKeys = new Set([...partKeys, 'chapter', 'test'])

/** Parses lines of the form `键: 值` up to the first empty line. */
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
    difficulty: Number(keys.get('difficulty') ?? questionDefaults.difficulty),
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
  // The score of a 材料题 is the sum of its parts; a separate score in the file could only contradict it.
  const score = parts.reduce((sum, part) => sum + part.score, 0)
  const stem = trimAuthorText(rest.join('\n'))
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

/** Parses a question part of any type from keys and body lines. The spreadsheet parser uses it for its cells. */
export function partOf(
  type: QuestionType,
  common: MarkdownPart['common'],
  keys: MarkdownPart['keys'],
  lines: string[],
): SourcePart {
  if (type === 'material') return unusable('材料题里不能再有材料题')
  return partFromMarkdown({ type, common, keys, lines })
}
