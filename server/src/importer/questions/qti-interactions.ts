import { unusable } from '../../questions/author-text'
import type { Accepted } from '../../questions/blank/rubric'
import { type Pair, usualWeight } from '../../questions/match/rubric'
import type { SourcePart } from '../../questions/rubric'
import { wholeShare } from '../../questions/shares'
import { weighedOptions, withPositiveShare } from './foreign'
import type { Declared, QtiItem } from './qti-item'
import { below, children, elements, type XmlElement } from './xml'

type Rest<T extends SourcePart['type']> = Omit<Extract<SourcePart, { type: T }>, 'slug' | 'score' | 'stem' | 'analysis'>

const id = (element: XmlElement) => element.attributes.identifier ?? ''

/** Converts a mapping to shares of its maximum. */
function mappedShares({ mapping, otherwise, upperBound }: Declared, single: boolean) {
  const values = mapping.map(({ value }) => value)
  const most = single ? Math.max(...values) : values.reduce((sum, value) => sum + Math.max(0, value), 0)
  const all = upperBound === null ? most : Math.min(most, upperBound)
  if (!(all > 0)) return unusable('没有正确答案')
  const share = (value: number) => Math.round((value / all) * wholeShare)
  return { by: new Map(mapping.map(({ key, value }) => [key, share(value)])), otherwise: share(otherwise) }
}

export function choicePart(
  item: QtiItem,
  interaction: XmlElement,
  kind: string | undefined,
): Rest<'judge'> | Omit<Extract<SourcePart, { options: unknown }>, 'slug' | 'score' | 'stem' | 'analysis'> {
  const declared = item.response(interaction)
  const inline = interaction.name === 'inlineChoiceInteraction'
  const choices = children(interaction, inline ? 'inlineChoice' : 'simpleChoice')
  if (declared.correct.length === 0 && declared.mapping.length === 0) return unusable('没有正确答案')
  const names = choices.map(id).sort().join(' ')
  if (names === 'false true') return { type: 'judge', value: declared.correct[0] === 'true' }
  const single = inline || (interaction.attributes.maxChoices ?? '1') === '1'
  const shares = item.isMapped(interaction) ? mappedShares(declared, single) : correctShares(declared, single)
  const still = !inline && interaction.attributes.shuffle !== 'true'
  const options = choices.map((choice) => ({
    text: item.markdown(choice.children),
    share: shares.by.get(id(choice)) ?? shares.otherwise,
    fixed: still || choice.attributes.fixed === 'true',
  }))
  // Without a mapping the options have no weights, so our rule for several right options applies.
  const plain = item.isMapped(interaction) ? kind : (kind ?? (declared.correct.length > 1 ? 'multiple' : 'indefinite'))
  return weighedOptions(single, options, single ? undefined : plain)
}

function correctShares({ correct }: Declared, single: boolean) {
  const share = single ? wholeShare : Math.round(wholeShare / correct.length)
  return { by: new Map(correct.map((identifier) => [identifier, share])), otherwise: single ? 0 : -wholeShare }
}

export function hotTexts(item: QtiItem, interaction: XmlElement) {
  const declared = item.response(interaction)
  const single = (interaction.attributes.maxChoices ?? '1') === '1'
  const shares = item.isMapped(interaction) ? mappedShares(declared, single) : correctShares(declared, single)
  const texts = below(interaction).filter(({ name }) => name === 'hottext')
  const options = texts.map((text) => ({
    text: item.markdown(text.children),
    share: shares.by.get(id(text)) ?? shares.otherwise,
    fixed: true,
  }))
  const kind = declared.correct.length > 1 ? 'multiple' : 'indefinite'
  return weighedOptions(single, options, single ? undefined : kind)
}

export function orderPart(item: QtiItem, interaction: XmlElement): Rest<'order'> {
  const { correct } = item.response(interaction)
  const choices = new Map(children(interaction, 'simpleChoice').map((choice) => [id(choice), choice]))
  if (correct.length !== choices.size) return unusable('排序题的正确顺序没有包含全部的项')
  const items = correct.map((name) => {
    const choice = choices.get(name)
    return choice ? item.markdown(choice.children) : unusable(`正确顺序里的 ${name} 不是选项`)
  })
  return { type: 'order', items }
}

/** Returns the weights of right pairs from the mapping, in hundredths; undefined if all weights are equal. */
function pairWeights(item: QtiItem, interaction: XmlElement): (pair: string) => number | undefined {
  const { mapping, correct, otherwise } = item.response(interaction)
  if (!item.isMapped(interaction)) return () => undefined
  const valueOfKey = new Map(mapping.map(({ key, value }) => [key.trim().replace(/\s+/g, ' '), value]))
  const right = new Set(correct.map((pair) => pair.replace(/\s+/g, ' ')))
  const others = [...valueOfKey].filter(([pair, value]) => !right.has(pair) && value !== 0)
  const lost = [...others.map(([, value]) => value), ...(otherwise === 0 ? [] : [otherwise])]
  if (lost.length > 0) item.notes.push(`没有带入其他配对的得分或扣分（${lost.join('、')}）`)
  const weights = [...right].map((pair) => Math.round(Math.max(0, valueOfKey.get(pair) ?? 0) * 100))
  if (new Set(weights).size < 2 || weights.some((weight) => weight > maxWeight)) return () => undefined
  return (pair) => {
    const weight = Math.round(Math.max(0, valueOfKey.get(pair) ?? 0) * 100)
    return weight === usualWeight ? undefined : weight
  }
}

const maxWeight = 99_999
const withWeight = (pair: Pair, weight: number | undefined): Pair => (weight === undefined ? pair : { ...pair, weight })

/** Converts directed pairs to left and right; swaps the sides if this gives every left item exactly one right item. */
export function matchPart(item: QtiItem, interaction: XmlElement): Rest<'match'> {
  const weight = pairWeights(item, interaction)
  const [first, second] = children(interaction, 'simpleMatchSet').map((set) => children(set, 'simpleAssociableChoice'))
  const { correct } = item.response(interaction)
  const pairs = correct.map((pair) => pair.split(/\s+/) as [string, string])
  if (!first || !second || pairs.length === 0) return unusable('没有正确答案')
  const swapped = pairs.map(([left, right]) => [right, left] as [string, string])
  return (
    paired(item, first, second, pairs, weight) ??
    paired(item, second, first, swapped, (pair) => weight(pair.split(' ').reverse().join(' '))) ??
    unusable('有的项对应几项，或者没有对应的项')
  )
}

function paired(
  item: QtiItem,
  lefts: XmlElement[],
  rights: XmlElement[],
  pairs: [string, string][],
  weight: (pair: string) => number | undefined,
): Rest<'match'> | null {
  const rightOf = new Map(pairs)
  if (rightOf.size !== pairs.length || !lefts.every((left) => rightOf.has(id(left)))) return null
  const texts = new Map(rights.map((right) => [id(right), item.markdown(right.children)]))
  const matched = lefts.map((left) => {
    const right = texts.get(rightOf.get(id(left))!) ?? unusable('正确答案指向不存在的项')
    return withWeight({ left: item.markdown(left.children), right }, weight(`${id(left)} ${rightOf.get(id(left))!}`))
  })
  const used = new Set(matched.map(({ right }) => right))
  return { type: 'match', pairs: matched, distractors: [...new Set(texts.values())].filter((text) => !used.has(text)) }
}

/** Converts a gap text to pairs of gap and word; gaps are numbered as in the stem. */
export function gapPairs(item: QtiItem, interaction: XmlElement): Rest<'match'> {
  const weight = pairWeights(item, interaction)
  const gaps = below(interaction).filter(({ name }) => name === 'gap')
  const choices = elements(interaction).filter(({ name }) => name === 'gapText' || name === 'gapImg')
  const words = new Map(choices.map((choice) => [id(choice), item.markdown(choice.children)]))
  const inGap = new Map(
    item.response(interaction).correct.map((pair) => {
      const [word = '', gap = ''] = pair.split(/\s+/)
      return [gap, word] as const
    }),
  )
  const pairs = gaps.map((gap, i) => {
    const word = inGap.get(id(gap)) ?? ''
    const right = words.get(word) ?? unusable('有的空没有正确答案')
    return withWeight({ left: `（${i + 1}）`, right }, weight(`${word} ${id(gap)}`))
  })
  const used = new Set(pairs.map(({ right }) => right))
  return { type: 'match', pairs, distractors: [...new Set(words.values())].filter((text) => !used.has(text)) }
}

export function acceptedTexts(item: QtiItem, entry: XmlElement): { alternatives: Accepted[]; caseSensitive: boolean } {
  const declared = item.response(entry)
  const numeric = declared.baseType === 'float' || declared.baseType === 'integer'
  const shares = item.isMapped(entry) ? mappedShares(declared, true).by : new Map<string, number>()
  const acceptedTexts = [...new Set([...declared.correct, ...shares.keys()])].filter((text) => text !== '')
  if (acceptedTexts.length === 0) return unusable('没有正确答案')
  if (item.isMapped(entry) && (declared.otherwise < 0 || declared.mapping.some(({ value }) => value < 0)))
    item.notes.push('没有带入答错的扣分')
  const alternatives = acceptedTexts.map((text): Accepted => {
    const share = Math.min(wholeShare, shares.get(text) ?? wholeShare)
    return numeric ? { value: text, tolerance: item.tolerance(entry, text), share } : { text, share }
  })
  const caseSensitive = !numeric && !declared.mapping.some((entry_) => !entry_.caseSensitive)
  return { alternatives: withPositiveShare(alternatives), caseSensitive }
}
