import { label, unusable } from '../../questions/author-text'
import { placeholder } from '../../questions/blank/notation'
import type { Accepted } from '../../questions/blank/rubric'
import type { SourcePart } from '../../questions/rubric'
import { shareOfPercent } from '../../questions/shares'
import { commonSourceFields, weighedOptions, withFeedback, withPositiveShare } from './foreign'

/** Control characters of GIFT. Escaped ones are replaced by private use characters while the text is split. */
const controls = '~=#{}:\\'
export const hide = (text: string) =>
  text.replace(/\\([~=#{}:\\n])/g, (_, sign: string) => (sign === 'n' ? '\ue0ff' : mask(sign)))
const mask = (sign: string) => String.fromCharCode(0xe000 + controls.indexOf(sign))
export const show = (text: string) =>
  text.replace(/[\ue000-\ue006]/g, (hidden) => controls[hidden.charCodeAt(0) - 0xe000]!).replaceAll('\ue0ff', '\n')

export type Format = 'html' | 'moodle' | 'plain' | 'markdown'

/** Splits a text into its format, such as `[html]`, and the rest. */
export function takeFormat(text: string, fallback: Format): { format: Format; rest: string } {
  const found = /^\s*\[(html|moodle|plain|markdown)\]/.exec(text)
  return found ? { format: found[1] as Format, rest: text.slice(found[0].length) } : { format: fallback, rest: text }
}

/** Converts a text of the file, whose escaped control characters are hidden, to Markdown. */
type Text = (hidden: string) => string
interface Stem {
  before: string
  after: string
}

/** Reads the answers between the braces of a question; `kind` is the type that our export wrote. */
export function readAnswers(
  answers: string,
  { before, after }: Stem,
  analysis: string,
  score: number,
  text: Text,
  kind: string | undefined,
): SourcePart {
  // A gap within a sentence is written as underscores; a gap at the end is omitted.
  const space = /^\p{P}/u.test(after) ? '' : ' '
  const gapped = after === '' ? before : `${before} \\_\\_\\_\\_${space}${after}`
  const drawn = /(?:\\_){3,}/
  const blank = drawn.test(before)
    ? `${before.replace(drawn, placeholder)}${after && space}${after}`
    : `${before}${before === '' ? '' : ' '}${placeholder}${after && space}${after}`
  if (answers === '')
    return { type: 'short', ...commonSourceFields(gapped, analysis, score), reference: '', points: [] }
  const judged = /^(T|TRUE|F|FALSE)\b\s*(?:#([\s\S]*))?$/i.exec(answers)
  if (judged) {
    const feedback = (judged[2] ?? '')
      .split('#')
      .map((comment, i) => ({ about: i === 0 ? '答错' : '答对', comment: text(comment) }))
    const value = /^T/i.test(judged[1]!)
    return { type: 'judge', ...commonSourceFields(gapped, withFeedback(analysis, feedback), score), value }
  }
  if (answers.startsWith('#')) return numerical(answers.slice(1), blank, analysis, score, text)
  if (answers.startsWith('>')) return ordering(answers, gapped, analysis, score, text)
  const written = [...answers.matchAll(/([=~])([^=~]*)/g)].map(([, sign, answer = '']) => ({
    sign,
    answer: answer.trim(),
  }))
  // `{One}` is a right answer without `=`; if options follow, it is one of the options.
  const bare = /^[^=~]*/.exec(answers)![0].trim()
  const pieces = bare === '' ? written : [{ sign: answers.includes('~') ? '~' : '=', answer: bare }, ...written]
  if (pieces.length === 0) return unusable('看不懂答案的写法')
  const parsed = pieces.map(({ sign, answer }) => ({ ...weighed(answer), right: sign === '=' }))
  if (parsed.every(({ right, answer }) => right && answer.includes('->')))
    return matching(parsed, gapped, analysis, score, text)
  const feedback = parsed.map(({ answer, comment }) => ({ about: text(answer), comment: text(comment) }))
  const explained = withFeedback(analysis, feedback)
  if (parsed.every(({ right }) => right)) {
    const accepted = parsed.map(({ answer, percent }): Accepted => {
      const alternative = plainAnswer(answer)
      return { text: alternative, share: shareOfPercent(percent ?? 100) }
    })
    return {
      type: 'blank',
      ...commonSourceFields(blank, explained, score),
      blanks: [withPositiveShare(accepted)],
      caseSensitive: false,
    }
  }
  const doubtful = parsed.find(({ answer, percent }) => percent === null && /^\d+%\S/.test(show(answer)))
  if (doubtful) return unusable(`“${label(show(doubtful.answer))}”的比例要写成 %75% 的样子`)
  const single = parsed.some(({ right }) => right)
  const options = parsed.map(({ answer, right, percent }) => ({
    text: text(answer),
    share: shareOfPercent(percent ?? (right ? 100 : 0)),
  }))
  return { ...commonSourceFields(gapped, explained, score), ...weighedOptions(single, options, kind) }
}

/** Parses an answer: `%50%text#feedback`. */
function weighed(piece: string): { percent: number | null; answer: string; comment: string } {
  const [answer = '', ...more] = piece.split('#')
  const percent = /^%(-?\d+(?:\.\d+)?)%/.exec(answer.trim())
  return {
    percent: percent ? Number(percent[1]) : null,
    answer: percent ? answer.trim().slice(percent[0].length) : answer,
    comment: more.join('#').trim(),
  }
}

/** Reads the answer of a blank as plain text. Rejects Moodle's wildcard star, which is not supported. */
function plainAnswer(hidden: string): string {
  const { rest } = takeFormat(hidden, 'plain')
  return starless(show(rest).trim())
}

export function starless(written: string): string {
  if (/(?<!\\)\*/.test(written) && written.trim() !== '*') return unusable(`答案“${label(written)}”用了通配符 *`)
  return written.replaceAll('\\*', '*')
}

function numerical(body: string, stem: string, analysis: string, score: number, text: Text): SourcePart {
  const [accepting = '', wrong] = body.split(/~\s*(?:%-?0%)?\s*\*?\s*#([\s\S]*)/, 2)
  // The first answer may lack its `=`.
  const pieces = accepting.split('=').filter((piece) => piece.trim() !== '')
  const answers = pieces.map((piece) => ({ ...weighed(piece.trim()), piece }))
  const accepted = answers.flatMap(({ answer, percent }) => numberRange(show(answer), shareOfPercent(percent ?? 100)))
  const feedback = answers.map(({ answer, comment }) => ({ about: show(answer).trim(), comment: text(comment) }))
  if (wrong) feedback.push({ about: '其他', comment: text(wrong) })
  const explained = withFeedback(analysis, feedback)
  return {
    type: 'blank',
    ...commonSourceFields(stem, explained, score),
    blanks: [withPositiveShare(accepted)],
    caseSensitive: false,
  }
}

const plainNumber = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?'

/** Parses a numeric answer: `3:2`, `1..5` or `3`; returns nothing for `*`, any number. */
export function numberRange(answer: string, share: number): Accepted[] {
  const written = answer.trim()
  if (written === '*') return []
  const [, from, to] = new RegExp(`^(${plainNumber})\\s*\\.\\.\\s*(${plainNumber})$`).exec(written) ?? []
  if (from !== undefined && to !== undefined) return [{ ...middle(from, to), share }]
  const [, value, tolerance = '0'] = new RegExp(`^(${plainNumber})(?:\\s*:\\s*(${plainNumber}))?$`).exec(written) ?? []
  return value === undefined ? unusable(`“${label(written)}”不是数`) : [{ value, tolerance, share }]
}

/** Converts an interval to its exact middle and half width. */
function middle(from: string, to: string): { value: string; tolerance: string } {
  const places = Math.max(...[from, to].map((text) => (/\.(\d*)/.exec(text)?.[1] ?? '').length)) + 1
  const [low, high] = [Number(from), Number(to)]
  return {
    value: String(Number(((low + high) / 2).toFixed(places))),
    tolerance: String(Number((Math.abs(high - low) / 2).toFixed(places))),
  }
}

/** Reads a 排序题: a line `>4 ALL VERTICAL …`, then one item per line in the right order. */
function ordering(body: string, stem: string, analysis: string, score: number, text: Text): SourcePart {
  const [, ...lines] = body.split('\n')
  const items = lines.map((line) => text(line)).filter(Boolean)
  return { type: 'order', ...commonSourceFields(stem, analysis, score), items }
}

function matching(
  parsed: { answer: string; comment: string }[],
  stem: string,
  analysis: string,
  score: number,
  text: Text,
): SourcePart {
  const all = parsed.map(({ answer, comment }) => {
    const [left = '', ...right] = answer.split('->')
    return { left: text(left), right: text(right.join('->')), comment: text(comment) }
  })
  const explained = withFeedback(
    analysis,
    all.map(({ left, comment }) => ({ about: left, comment })),
  )
  return {
    type: 'match',
    ...commonSourceFields(stem, explained, score),
    ...splitPairs(all.map(({ left, right }) => ({ left, right }))),
  }
}

/** Separates pairs from distractors, which Moodle writes as pairs without a left side. */
export function splitPairs(all: { left: string; right: string }[]) {
  const pairs = all.filter(({ left }) => left !== '')
  const used = new Set(pairs.map(({ right }) => right))
  const spare = all.filter(({ left, right }) => left === '' && !used.has(right)).map(({ right }) => right)
  return { pairs, distractors: [...new Set(spare)] }
}
