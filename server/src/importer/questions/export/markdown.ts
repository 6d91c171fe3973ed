import { stringify } from 'yaml'
import { putBlanks } from '../blanks'
import { fenceFor } from '../markdown-text'
import { percentOf, type SourcePart, type SourceQuestion } from '../model'

/** Our own Markdown: it can say everything. */
export function writeMarkdown(question: SourceQuestion): string {
  const { slug, difficulty, tags, chapter, test } = question
  const about: [string, string | null][] = [
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

const keyLines = (keys: [string, string | null][]) =>
  keys.flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`])).join('\n')

const quote = (text: string) =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => (line === '' ? '>' : `> ${line}`))
        .join('\n')

function writePart(part: SourcePart, about: [string, string | null][]): string {
  const keys: [string, string | null][] = [['type', part.type], ['score', String(part.score / 100)], ...about]
  if (part.type === 'judge') keys.push(['answer', String(part.value)])
  if (part.type === 'blank' && part.caseSensitive) keys.push(['case', 'true'])
  if (part.type === 'code') keys.push(['language', part.language], ['db', part.db])
  return blocks(keyLines(keys), ...bodyOf(part), quote(part.type === 'short' ? shortQuote(part) : part.analysis))
}

/** Later lines of an item are indented, so that they stay in it. */
const item = (mark: string, text: string) => mark + text.replace(/\n(?=.)/g, '\n  ')

export function bodyOf(part: SourcePart): string[] {
  switch (part.type) {
    case 'judge':
    case 'short':
      return [part.stem]
    case 'blank':
      return [putBlanks(part.stem, part.blanks)]
    case 'order':
      return [part.stem, part.items.map((text, i) => item(`${i + 1}. `, text)).join('\n')]
    case 'match':
      return [
        part.stem,
        [...part.pairs.map(pairLine), ...part.distractors.map((text) => item('- => ', text))].join('\n'),
      ]
    case 'code': {
      const fence = (info: string, text: string) => {
        const marks = fenceFor(text, '`', 3)
        return text === '' ? '' : `${marks}${info}\n${text}\n${marks}`
      }
      const tests = stringify(part.tests, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' })
      return [
        part.stem,
        fence(`${part.language} starter`, part.starter),
        fence(`${part.language} solution`, part.solution),
        fence('tests', tests.trimEnd()),
      ]
    }
    default:
      return [part.stem, part.options.map(optionLine).join('\n')]
  }
}

export const pairLine = ({ left, right }: { left: string; right: string }) =>
  item('- ', `${left.replaceAll('=>', '=\\>')} => ${right}`)

export function optionLine({
  text,
  right,
  fixed,
  share,
}: Extract<SourcePart, { options: unknown }>['options'][number]) {
  const mark = share === null ? (right ? 'x' : ' ') : `${percentOf(share)}%`
  return item(`- [${mark}] `, fixed ? `${text} {fixed}` : text.replace(/\{fixed\}$/, '\\{fixed}'))
}

export function shortQuote({ reference, points, analysis }: Extract<SourcePart, { type: 'short' }>): string {
  return [
    reference === '' ? '' : `参考答案：${reference}`,
    points.map(({ score, text }) => item(`- (${score / 100}) `, text)).join('\n'),
    analysis === '' ? '' : `解析：${analysis}`,
  ]
    .filter((piece) => piece !== '')
    .join('\n')
}
