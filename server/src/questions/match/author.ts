import { label, listFlaws, unusable } from '../author-text'
import type { Authoring } from '../definition'
import { listItem, takeItems } from '../markdown-body'
import { type MatchShapes, type Pair, usualWeight } from './rubric'

export const matchAuthoring: Authoring<MatchShapes> = {
  keys: [],
  fromMarkdown: ({ common, lines }) => ({ type: 'match', ...common, ...takePairs(lines) }),
  markdownKeys: () => [],
  markdownBody: ({ stem, pairs, distractors }) => [
    stem,
    [...pairs.map(pairLine), ...distractors.map((text) => listItem('- => ', text))].join('\n'),
  ],
  markdownQuote: ({ analysis }) => analysis,
  flaws: matchFlaws,
  async compile({ pairs, distractors }, { shown, known }, writer) {
    const rights = [...new Set(pairs.map(({ right }) => right)), ...distractors]
    const lefts = await writer.lines(pairs.map(({ left }) => left))
    return {
      body: { type: 'match', ...shown, lefts, rights: await writer.lines(rights) },
      rubric: { type: 'match', ...known, pairs: pairs.map(({ right }) => rights.indexOf(right)), ...weightsOf(pairs) },
    }
  },
}

const weightsOf = (pairs: Pair[]) =>
  pairs.some(({ weight }) => weight !== undefined) ? { weights: pairs.map(({ weight = usualWeight }) => weight) } : {}

/** Weight of a pair: in `{2} 左 => 右` the pair counts twice. */
const weighed = /^\{(\d{1,3}(?:\.\d{1,2})?)\}\s/

function takePairs(lines: string[]) {
  const { stem, items } = takeItems(lines, /^- /)
  const pairs: Pair[] = []
  const distractors: string[] = []
  for (const { text } of items) {
    const at = /(?:^|\s)=>(?:\s|$)/.exec(text)
    if (!at) return unusable(`“${label(text)}”要写成“左 => 右”`)
    const written = text.slice(0, at.index).trim().replaceAll('=\\>', '=>')
    const found = weighed.exec(written)
    const left = found ? written.slice(found[0].length).trim() : written
    const right = text.slice(at.index + at[0].length).trim()
    const weight = found ? Math.round(Number(found[1]) * 100) : usualWeight
    if (left === '') distractors.push(right)
    else pairs.push(weight === usualWeight ? { left, right } : { left, right, weight })
  }
  return { stem, pairs, distractors }
}

const pairLine = (pair: Pair) => listItem('- ', pairText(pair))

/** Writes `左 => 右`; adds the weight if it is not 1 or if the text itself begins like a weight. */
export function pairText({ left, right, weight = usualWeight }: Pair): string {
  const shown = weight !== usualWeight || weighed.test(left) ? `{${weight / 100}} ` : ''
  return `${shown}${left.replaceAll('=>', '=\\>')} => ${right}`
}

function matchFlaws({ pairs, distractors }: MatchShapes['source']): string[] {
  const lefts = pairs.map(({ left }) => left)
  const rights = pairs.map(({ right }) => right)
  const found = [...listFlaws(lefts, 2, '左边的项'), ...listFlaws([...rights, ...distractors], 2, '右边的项')]
  if (new Set([...rights, ...distractors]).size < 2) found.push('右边至少要有两个不同的项')
  if (new Set(lefts).size < lefts.length) found.push('左边有重复的项')
  if (pairs.length > 0 && pairs.every(({ weight }) => weight === 0)) found.push('各对的权重不能都是 0')
  const repeated = distractors.find((text, i) => rights.includes(text) || distractors.indexOf(text) !== i)
  if (repeated !== undefined) found.push(`干扰项“${repeated.slice(0, 20)}”与别的项重复`)
  return found
}
