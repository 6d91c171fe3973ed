import { label, trimAuthorText, unusable } from '../../questions/author-text'
import type { SourcePart, SourceQuestion } from '../../questions/rubric'
import { sumContent } from '../../text/balance'
import { contentOfGift } from './content-of-source'
import { aboutOf, asNumber, asQuestion, categoryOf, partCount, readTags } from './foreign'
import { escapeTexForGift, paragraphs } from './formula-text'
import { type Format, hide, readAnswers, show, takeFormat } from './gift-answers'
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
