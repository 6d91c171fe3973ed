import { listFlaws } from '../author-text'
import type { Authoring } from '../definition'
import { listItem, takeItems } from '../markdown-body'
import { percentOf, shareOfPercent, wholeShare } from '../shares'
import { type ChoiceShapes, type ChoiceType, rightOf, type SourceOption } from './rubric'

export const choiceAuthoring: Authoring<ChoiceShapes> = {
  keys: [],
  fromMarkdown: ({ type, common, lines }) => ({
    type: type as ChoiceType,
    ...common,
    ...takeOptions(lines, type as ChoiceType),
  }),
  markdownKeys: () => [],
  markdownBody: ({ stem, options }) => [stem, options.map(optionLine).join('\n')],
  markdownQuote: ({ analysis }) => analysis,
  flaws: choiceFlaws,
  async compile({ type, options }, { shown, known }, writer) {
    const texts = await writer.lines(options.map(({ text }) => text))
    const shares = options.flatMap(({ share }) => (share === null ? [] : [share]))
    return {
      body: { type, ...shown, options: options.map(({ fixed }, i) => ({ html: texts[i]!, fixed })) },
      rubric: {
        type,
        ...known,
        right: options.flatMap(({ right }, i) => (right ? [i] : [])),
        ...(shares.length > 0 && { shares }),
      },
    }
  },
}

const option = /^- \[( |x|X|-?\d+(?:\.\d+)?%)\](?: |$)/

function takeOptions(lines: string[], type: ChoiceType): { stem: string; options: SourceOption[] } {
  const { stem, items } = takeItems(lines, option)
  const weighed = items.some(({ mark }) => mark.endsWith('%'))
  const options = items.map(({ mark, text }) => {
    const fixed = / ?\{fixed\}$/.test(text)
    const share = mark.endsWith('%') ? shareOfPercent(Number(mark.slice(0, -1))) : mark === ' ' ? 0 : wholeShare
    return {
      text: (fixed ? text.replace(/ ?\{fixed\}$/, '') : text).replace(/\\\{fixed\}$/, '{fixed}'),
      right: rightOf(type, share),
      fixed,
      share: weighed ? share : null,
    }
  })
  return { stem, options }
}

function optionLine({ text, right, fixed, share }: SourceOption): string {
  const mark = share === null ? (right ? 'x' : ' ') : `${percentOf(share)}%`
  return listItem(`- [${mark}] `, fixed ? `${text} {fixed}` : text.replace(/\{fixed\}$/, '\\{fixed}'))
}

function choiceFlaws({ type, options }: ChoiceShapes['source']): string[] {
  const texts = options.map(({ text }) => text)
  const found = listFlaws(texts, 2, '选项')
  if (new Set(texts).size < texts.length) found.push('选项有重复的')
  const right = options.filter((one) => one.right).length
  const shares = options.flatMap(({ share }) => (share === null ? [] : [share]))
  const weighed = shares.length > 0
  // The shares of the right options must add up to 100 %, or no answer could reach the full score.
  const best = type === 'single' ? Math.max(...shares) : shares.reduce((sum, share) => sum + Math.max(0, share), 0)
  if (weighed && Math.abs(best - wholeShare) > wholeShare / 2000)
    found.push(`正确选项的比例合计是 ${percentOf(best)}%，应当是 100%`)
  else if (right === 0) found.push('没有正确选项')
  else if (type === 'single' && right > 1 && !weighed) found.push('单选题只能有一个正确选项')
  else if (type === 'multiple' && right < 2 && !weighed) found.push('多选题至少要有两个正确选项，只有一个请用不定项')
  return found
}
