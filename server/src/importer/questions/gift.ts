import { label, trimAuthorText, unusable } from '../../questions/author-text'
import { placeholder } from '../../questions/blank/notation'
import type { Accepted } from '../../questions/blank/rubric'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { shareOfPercent } from '../../questions/shares'
import { sumContent } from '../../text/balance'
import { contentOfGift } from './content-of-source'
import {
  aboutOf,
  asNumber,
  asQuestion,
  categoryOf,
  commonSourceFields,
  partCount,
  readTags,
  weighedOptions,
  withFeedback,
  withPositiveShare,
} from './foreign'
import { escapeTexForGift, paragraphs } from './formula-text'
import { htmlToMarkdown } from './html-to-markdown'
import { Slugs } from './ids'
import { readLines } from './input'
import { linesAsBreaks } from './moodle-format'
import { type Reading, refused } from './reading'
import { readingOf } from './validate'

interface Block {
  line: number
  text: string
  /** Id and tags are read from comments before the question: `[id:x]`, `[tag:y]`. */
  id: string
  tags: string[]
  /** Path of the last `$CATEGORY` line before the question. */
  category: string
}

/** Reads Moodle's GIFT. Empty lines end a question, as in Moodle. */
export async function* readGift(path: string): AsyncGenerator<Reading> {
  const slugs = new Slugs()
  for await (const { description, questions } of giftGroups(giftBlocks(readLines(path)))) {
    const isMaterial = description && (partsOf(description) > 0 || questions.length <= maxParts)
    const parts = isMaterial ? questions.filter(isUsable) : []
    if (description)
      yield parts.length > 0 ? readMaterial(description, parts, slugs) : refusedDescription(description, questions)
    for (const block of questions) if (!parts.includes(block)) yield readAlone(block, slugs)
  }
}

const readAlone = (block: Block, slugs: Slugs): Reading =>
  readingOf(label(block.text), block.line, () => {
    const notes: string[] = []
    const { name, question } = readBlock(block, notes)
    question.slug = slugs.name(block.id || name, question)
    return {
      question,
      item: name || label(question.stem),
      notes,
      category: block.category,
      source: sourceOf(block),
    }
  })

const sourceOf = ({ text, tags }: Block) => contentOfGift(text, readTags(tags).fields.has('type'))

/** A description followed by more questions is a remark about the whole file, not the text of a 材料题. */
const maxParts = 10

/** Number of parts that our export names for a 材料题; 0 in files of other programs. */
const partsOf = ({ tags }: Block) => partCount(readTags(tags))

interface Group {
  description: Block | null
  questions: Block[]
}

/** Groups a description with its parts: as many as it names, else all up to the next description or category. */
async function* giftGroups(blocks: AsyncIterable<Block>): AsyncGenerator<Group> {
  let group: Group | null = null
  for await (const block of blocks) {
    const isDescription = !hide(block.text).includes('{')
    const ends = isDescription || (group?.description?.category ?? '') !== block.category
    const named = group?.description ? partsOf(group.description) : 0
    const isFull = named > 0 ? group!.questions.length >= named : (group?.questions.length ?? 0) > maxParts
    if (group && (ends || isFull)) {
      yield group
      group = null
    }
    if (isDescription) group = { description: block, questions: [] }
    else if (group) group.questions.push(block)
    else yield { description: null, questions: [block] }
  }
  if (group) yield group
}

/**
 * Whether a question can be part of a 材料题. Otherwise it is read as a separate question, which reports its problems.
 */
function isUsable(block: Block): boolean {
  const { question } = readAlone(block, new Slugs())
  return question !== null && question.type !== 'material'
}

const refusedDescription = ({ text, line }: Block, questions: Block[]): Reading =>
  refused(
    label(text),
    line,
    questions.length > maxParts
      ? `只有说明文字，后面的题多于 ${maxParts} 道，不能作为它们的材料`
      : '只有说明文字，没有要回答的内容',
  )

/** Reads a description and the questions after it as a 材料题. */
function readMaterial(description: Block, questions: Block[], slugs: Slugs): Reading {
  return readingOf(label(description.text), description.line, () => {
    const notes: string[] = []
    const { name, text } = readDescription(description, notes)
    const partSlugs = new Slugs()
    const read = questions.map((block) => ({ block, ...readBlock(block, notes) }))
    const parts = read.map(({ block, name: title, question }) => {
      const { difficulty: _d, tags: _t, chapter: _c, test: _e, ...part } = question
      return { ...part, slug: partSlugs.name(block.id || title, question) } as SourcePart
    })
    const descriptionTags = readTags(description.tags)
    const tags = [descriptionTags, ...questions.map((block) => readTags(block.tags))].flatMap((all) => all.tags)
    const about = aboutOf({ ...descriptionTags, tags: [...new Set(tags)] })
    const score = parts.reduce((sum, part) => sum + part.score, 0)
    const question: SourceQuestion = { type: 'material', slug: '', score, stem: text, analysis: '', parts, ...about }
    question.slug = slugs.name(description.id || name, question)
    return {
      question,
      item: name || label(text),
      notes,
      category: description.category,
      source: sumContent([description, ...questions].map(sourceOf)),
    }
  })
}

function readDescription({ text }: Block, notes: string[]): { name: string; text: string } {
  const hidden = hide(text)
  const [title, name = ''] = /^\s*::([\s\S]*?)::/.exec(hidden) ?? ['']
  return { name: show(name).trim(), text: toMarkdown(hidden.slice(title.length), 'moodle', notes) }
}

async function* giftBlocks(lines: AsyncIterable<string>): AsyncGenerator<Block> {
  let text: string[] = []
  let [line, start, id, category] = [0, 0, '', '']
  let tags: string[] = []
  for await (const raw of lines) {
    line++
    const whole = line === 1 ? raw.replace(/^\uFEFF/, '') : raw
    const trimmed = whole.trim()
    const named = /^\$CATEGORY:(.*)$/i.exec(trimmed)?.[1]
    // Some authors omit the empty line before the next title.
    const isNext = /^::[^:]/.test(trimmed) && (text.at(-1)?.trimEnd() ?? '').endsWith('}')
    if (isNext) {
      yield { line: start, text: escapeTexForGift(text.join('\n')), id, tags, category }
      ;[text, id, tags] = [[], '', []]
    }
    if (trimmed === '' && text.length > 0) {
      yield { line: start, text: escapeTexForGift(text.join('\n')), id, tags, category }
      ;[text, id, tags] = [[], '', []]
    } else if (trimmed.startsWith('//')) {
      for (const [, key, value = ''] of trimmed.matchAll(/\[(id|tag):((?:\\\]|[^\]])+)\]/g))
        if (key === 'id') id = value.trim()
        else tags.push(value.replaceAll('\\]', ']').trim())
    } else if (named !== undefined) category = categoryOf(named)
    else if (trimmed !== '') {
      if (text.length === 0) start = line
      // Indentation is content inside `<pre>`.
      text.push(text.length === 0 ? trimmed : whole.trimEnd())
    }
  }
  if (text.length > 0) yield { line: start, text: escapeTexForGift(text.join('\n')), id, tags, category }
}

/** Control characters of GIFT. Escaped ones are replaced by private use characters while the text is split. */
const controls = '~=#{}:\\'
const hide = (text: string) =>
  text.replace(/\\([~=#{}:\\n])/g, (_, sign: string) => (sign === 'n' ? '\ue0ff' : mask(sign)))
const mask = (sign: string) => String.fromCharCode(0xe000 + controls.indexOf(sign))
const show = (text: string) =>
  text.replace(/[\ue000-\ue006]/g, (hidden) => controls[hidden.charCodeAt(0) - 0xe000]!).replaceAll('\ue0ff', '\n')

type Format = 'html' | 'moodle' | 'plain' | 'markdown'

function takeFormat(text: string, fallback: Format): { format: Format; rest: string } {
  const found = /^\s*\[(html|moodle|plain|markdown)\]/.exec(text)
  return found ? { format: found[1] as Format, rest: text.slice(found[0].length) } : { format: fallback, rest: text }
}

function toMarkdown(hidden: string, fallback: Format, notes: string[]): string {
  const { format, rest } = takeFormat(hidden, fallback)
  const shownText = show(rest).trim()
  if (format === 'markdown') return trimAuthorText(shownText)
  const looksLikeHtml = /<\/?[a-z][^<>]*>|&[a-z]+;/i.test(shownText)
  if (format === 'html' || (format === 'moodle' && looksLikeHtml))
    return htmlToMarkdown(format === 'html' ? shownText : linesAsBreaks(shownText), {
      lost: (what) => notes.push(`没有带入${what}`),
    })
  return paragraphs(shownText)
}

function readBlock(block: Block, notes: string[]): { name: string; question: SourceQuestion } {
  let hidden = hide(block.text)
  const named = /^\s*::([\s\S]*?)::/.exec(hidden)
  if (named) hidden = hidden.slice(named[0].length)
  const name = show(named?.[1] ?? '').trim()
  const { format, rest } = takeFormat(hidden, 'moodle')
  const [open, close] = [rest.indexOf('{'), rest.lastIndexOf('}')]
  if (open < 0) return unusable('只有说明文字，没有要回答的内容')
  if (close < open) return unusable('答案的括号没有配对')
  const text = (piece: string) => toMarkdown(piece, format, notes)
  const blockTags = readTags(block.tags)
  const tail = rest.slice(close + 1).replace(/^[\s";]*$/, '')
  const stem = { before: text(rest.slice(0, open)), after: text(tail) }
  const body = rest.slice(open + 1, close).trim()
  if (/\}[^{}]*\{/.test(body)) return unusable('一题里有几处答案，或者答案里的 { } 没有转义')
  const cut = body.indexOf('####')
  const answers = (cut < 0 ? body : body.slice(0, cut)).trim()
  const analysis = cut < 0 ? '' : text(body.slice(cut + 4))
  const score = Math.round(Number(blockTags.fields.get('score') ?? 1) * 100)
  const part = readAnswers(answers, stem, analysis, score, text, blockTags.fields.get('type'))
  const caseSensitive = blockTags.fields.get('case') === 'true'
  const typedPart = asNumber(part.type === 'blank' ? { ...part, caseSensitive } : part, blockTags.fields)
  return { name, question: asQuestion(typedPart, aboutOf(blockTags)) }
}

type Text = (hidden: string) => string
interface Stem {
  before: string
  after: string
}

function readAnswers(
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
    said: answer.trim(),
  }))
  // `{One}` is a right answer without `=`; if options follow, it is one of the options.
  const bare = /^[^=~]*/.exec(answers)![0].trim()
  const pieces = bare === '' ? written : [{ sign: answers.includes('~') ? '~' : '=', answer: bare }, ...written]
  if (pieces.length === 0) return unusable('看不懂答案的写法')
  const parsed = pieces.map(({ sign, said }) => ({ ...weighed(said), right: sign === '=' }))
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
