import type { AiMode } from '@dxx/contract/calls/ai'
import { literal } from './render'
import type { Passage } from './retrieve'
import { shorten } from './sources'

/** Text of the materials as a block quote. */
const quoted = (text: string) =>
  literal(text)
    .split('\n')
    .map((line) => `> ${line}`)
    // Two trailing spaces keep line breaks, for example between the options of a question.
    .join('  \n')

const cited = (text: string, n: number, most: number) => `${quoted(shorten(text.trim(), most))} [${n}]`
const excerpt = ({ text }: Passage, n: number, most: number) => cited(text, n, most)
/** The paragraph with its context, because explanations rarely fit in one paragraph. */
const whole = ({ before, text, after }: Passage, n: number) => cited([before, text, after].join('\n'), n, 1500)

/** Answer if the materials do not contain the topic; `near` is the number of similar sources. */
export const notAnswerable = (near: number) =>
  near > 0
    ? `你的教材和课程里没有讲到这个问题，我不能凭空作答。相近的内容可以看看下面这些。\n\n相近内容：${Array.from({ length: near }, (_, i) => `[${i + 1}]`).join(' ')}`
    : '你的教材和课程里没有讲到这个问题，我不能凭空作答。换个说法，或者先去书城看看有没有相关的内容。'

/** Answer if coverage is uncertain. */
export function nearest(passages: Passage[]): string {
  const [best, ...rest] = passages
  return [
    '没有找到直接讲这个问题的段落，我不能凭空作答。最接近的是这一段，看看是不是你要的：',
    excerpt(best!, 1, 160),
    ...(rest.length > 0 ? [`还有：${rest.map((_, i) => `[${i + 2}]`).join(' ')}`] : []),
  ].join('\n\n')
}

/** Explanation of a question the user has answered: its own analysis first, then the materials. */
export const explainAnswered = (told: string, passages: Passage[]) =>
  [
    '这道题的答案和解析：',
    quoted(told),
    ...(passages.length > 0 ? ['资料里相关的段落：'] : []),
    ...passages.slice(0, 3).map((passage, i) => excerpt(passage, i + 1, 600)),
  ].join('\n\n')

/** Builds the answer from retrieval only. `hints` is the number of hints already given. */
export function answerFrom(passages: Passage[], mode: AiMode, hints: number): string {
  const numbered = passages.map((passage, i) => ({ passage, n: i + 1 }))
  switch (mode) {
    case 'ask': {
      const [best, ...rest] = numbered
      const more = rest.slice(0, 2).map(({ n }) => `[${n}]`)
      return [
        '**先给你一个提示：** 下面这一段最像是在讲它，读的时候想一想它和你的问题怎样对上。',
        excerpt(best!.passage, best!.n, 160),
        ...(more.length > 0 ? [`还想往下看：${more.join(' ')}`] : []),
      ].join('\n\n')
    }
    case 'hint': {
      const next = numbered[Math.min(hints, numbered.length - 1)]!
      return `再看这一段：\n\n${excerpt(next.passage, next.n, 300)}`
    }
    case 'explain':
      return ['资料里是这样讲的：', ...numbered.slice(0, 3).map(({ passage, n }) => whole(passage, n))].join('\n\n')
    case 'practice':
      return ['做做资料里的这几道题：', ...numbered.slice(0, 3).map(({ passage, n }) => excerpt(passage, n, 300))].join(
        '\n\n',
      )
  }
}
