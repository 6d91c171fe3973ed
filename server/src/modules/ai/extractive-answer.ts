import type { AiMode } from '@dxx/contract/calls/ai'
import type { RunResult } from '@dxx/contract/calls/runcode'
import type { answerability } from './answerability'
import type { NewTurn } from './ask'
import type { SpentScope } from './budget'
import { hintForError } from './code-errors'
import { literal } from './render'
import type { Passage } from './retrieve'
import { outputMarkdown } from './run-answer-code'
import { shorten } from './sources'

/** Text of the materials as a block quote. */
const quoted = (text: string) =>
  literal(text)
    .split('\n')
    // Markdown shows an indented line as a code block, in which escapes are visible; no-break spaces keep the indent.
    .map((line) => `> ${line.replace(/^[ \t]+/, (indent) => '\u00a0'.repeat(indent.length))}`)
    // Two trailing spaces keep line breaks, for example between the options of a question.
    .join('  \n')

/** Book, chapter and headings of a passage on one line. */
const placeOf = ({ book, title, path = [] }: Passage) =>
  title ? `**${literal([`《${book}》${title}`, ...path].join(' · '))}**` : ''

/** Quotes at most `most` characters of a text, with the answering sentence in bold if it was not cut off. */
function cited(text: string, sentence: string, n: number, most: number): string {
  const short = shorten(text.trim(), most)
  const at = sentence ? short.indexOf(sentence) : -1
  if (at < 0) return `${quoted(short)} [${n}]`
  // Private-use characters mark the sentence, because `quoted` would escape asterisks.
  const marked = `${short.slice(0, at)}\uE001${sentence}\uE002${short.slice(at + sentence.length)}`
  return `${quoted(marked).replace(/[\uE001\uE002]/g, '**')} [${n}]`
}
const excerpt = ({ text, sentence = '' }: Passage, n: number, most: number) => cited(text, sentence, n, most)
/** Quotes the whole section below its heading, because explanations rarely fit in one paragraph. */
const whole = (passage: Passage, n: number) =>
  [
    placeOf(passage),
    cited([passage.before, passage.text, passage.after].filter(Boolean).join('\n'), passage.sentence, n, 1800),
  ].join('\n\n')

/** Answer if the materials do not contain the topic; `near` is the number of similar sources. */
const notAnswerable = (near: number) =>
  near > 0
    ? `你的教材和课程里没有讲到这个问题，我不能凭空作答。可以去搜索，或者在课程的讨论区问问老师和同学；相近的内容看看下面这些。\n\n相近内容：${Array.from({ length: near }, (_, i) => `[${i + 1}]`).join(' ')}`
    : '你的教材和课程里没有讲到这个问题，我不能凭空作答。换个说法再问，去搜索看看有没有相关的课程，或者在课程的讨论区问问老师和同学。'

/** Answer if the materials perhaps contain the topic: quotes the nearest passage. */
function quoteNearestPassage(passages: Passage[]): string {
  const [best, ...rest] = passages
  return [
    '没有找到直接讲这个问题的段落，我不能凭空作答。最接近的是这一段，看看是不是你要的；不是的话，可以去搜索，或者在课程的讨论区问问老师和同学：',
    placeOf(best!),
    excerpt(best!, 1, 300),
    ...(rest.length > 0 ? [`还有：${rest.map((_, i) => `[${i + 2}]`).join(' ')}`] : []),
  ].join('\n\n')
}

/** Explanation of a question the user has answered: its own analysis first, then the materials. */
const explainAnswered = (answerKey: string, passages: Passage[]) =>
  [
    '这道题的答案和解析：',
    quoted(answerKey),
    ...(passages.length > 0 ? ['资料里相关的段落：'] : []),
    ...passages.slice(0, 3).map((passage, i) => excerpt(passage, i + 1, 600)),
  ].join('\n\n')

/** Builds the answer from retrieval only. `hints`: for mode `hint`, the number of this hint, from 1. */
export function answerFrom(passages: Passage[], mode: AiMode, hints: number): string {
  const numbered = passages.map((passage, i) => ({ passage, n: i + 1 }))
  switch (mode) {
    case 'ask':
    case 'guide': {
      const [best, ...rest] = numbered
      const more = rest.slice(0, 2).map(({ n }) => `[${n}]`)
      return [
        '**先给你一个提示：** 下面这一段最像是在讲它，读的时候想一想它和你的问题怎样对上。',
        placeOf(best!.passage),
        excerpt(best!.passage, best!.n, 400),
        ...(more.length > 0 ? [`还想往下看：${more.join(' ')}`] : []),
      ].join('\n\n')
    }
    case 'hint': {
      const next = numbered[Math.min(hints, numbered.length - 1)]!
      return `再看这一段：\n\n${excerpt(next.passage, next.n, 300)}`
    }
    case 'smaller': {
      const [easiest] = numbered
      return `先做这道小一点的，做完再回来看原来的题：\n\n${excerpt(easiest!.passage, easiest!.n, 300)}`
    }
    case 'why':
    case 'explain':
      return ['资料里是这样讲的：', ...numbered.slice(0, 3).map(({ passage, n }) => whole(passage, n))].join('\n\n')
    case 'practice':
      return ['做做资料里的这几道题：', ...numbered.slice(0, 3).map(({ passage, n }) => excerpt(passage, n, 300))].join(
        '\n\n',
      )
  }
}

const spentTexts: Record<SpentScope, string> = {
  user: '你今天的 AI 额度用完了，明天恢复；现在只从资料里找出原文。',
  site: '今天全站的 AI 额度用完了，明天恢复；现在只从资料里找出原文。',
}

interface Found {
  passages: Passage[]
  answerable: ReturnType<typeof answerability>
  result: RunResult | null
  spent: SpentScope | null
}

/** Builds an answer without a model. */
export function extractiveAnswer(newTurn: NewTurn, { passages, answerable, result, spent }: Found): string {
  const { row, about, before } = newTurn
  const body = () => {
    if (row.about.code) return explainRun(result, passages)
    if (row.mode === 'why') return explainWrong(about.given, about.answerKey, passages)
    if (row.mode === 'explain' && about.answerKey) return explainAnswered(about.answerKey, passages)
    if (row.about.lesson && row.mode === 'ask') return quoteLesson(about.text, passages)
    if (row.mode === 'smaller' && passages.length === 0)
      return '题库里没有找到更小的题。先看看提示，或者读一读相关的章节。'
    if (answerable === 'no' || passages.length === 0) return notAnswerable(passages.length)
    if (answerable === 'perhaps' && row.mode !== 'smaller') return quoteNearestPassage(passages)
    const hints = before.filter(({ mode, topic }) => mode === 'hint' && topic === row.topic).length
    return answerFrom(passages, row.mode, 1 + hints)
  }
  return spent ? `${spentTexts[spent]}\n\n${body()}` : body()
}

const related = (passages: Passage[]) => [
  ...(passages.length > 0 ? ['资料里相关的段落：'] : []),
  ...passages.slice(0, 2).map((passage, i) => [placeOf(passage), excerpt(passage, i + 1, 400)].join('\n\n')),
]

/** The user's own answer beside the right one, with the analysis of the question. */
const explainWrong = (given: string, answerKey: string, passages: Passage[]) =>
  [
    '你的答案：',
    quoted(given),
    '这道题的答案和解析，对照着找出从哪一步开始不一样：',
    quoted(answerKey),
    ...related(passages),
  ].join('\n\n')

/** Explains the actual result of a program, with a hint for frequent errors. */
function explainRun(result: RunResult | null, passages: Passage[]): string {
  if (!result) return ['程序现在不能运行，请稍后再试。', ...related(passages)].join('\n\n')
  const hint = hintForError(result)
  return [outputMarkdown(result), ...(hint ? [`**提示：** ${literal(hint)}`] : []), ...related(passages)].join('\n\n')
}

/** Quotes the subtitles at this second of a lesson, then the passages about it. */
function quoteLesson(spoken: string, passages: Passage[]): string {
  const [place, ...lines] = spoken.split('\n')
  return [literal(place!), quoted(shorten(lines.join('\n'), 600)), ...related(passages)].join('\n\n')
}
