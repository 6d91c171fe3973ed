import { partToMarkdown } from '../../../questions/author'
import type { MarkdownKey } from '../../../questions/definition'
import type { SourcePart, SourceQuestion } from '../../../questions/rubric'

/** Writes our own Markdown, which can express everything. */
export function writeMarkdown(question: SourceQuestion): string {
  const { slug, difficulty, tags, chapter, test } = question
  const about: MarkdownKey[] = [
    ['difficulty', String(difficulty)],
    ['tags', tags.length > 0 ? tags.join(', ') : null],
    ['chapter', chapter],
    ['test', test],
  ]
  if (question.type !== 'material') return `## ${slug}\n${writePart(question, about)}`
  const keys = keyLines([['type', 'material'], ...about])
  const parts = question.parts.map((part) => `### ${part.slug}\n${writePart(part, [])}`)
  return blocks(`## ${slug}\n${keys}`, question.stem, quote(question.analysis), ...parts)
}

const blocks = (...pieces: string[]) =>
  `${pieces
    .filter((piece) => piece !== '')
    .join('\n\n')
    .trimEnd()}\n`

const keyLines = (keys: MarkdownKey[]) =>
  keys.flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`])).join('\n')

const quote = (text: string) =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => (line === '' ? '>' : `> ${line}`))
        .join('\n')

function writePart(part: SourcePart, about: MarkdownKey[]): string {
  const { keys, body, quote: quoted } = partToMarkdown(part)
  const all: MarkdownKey[] = [['type', part.type], ['score', String(part.score / 100)], ...about, ...keys]
  return blocks(keyLines(all), ...body, quote(quoted))
}
