import { unusable } from '../../questions/author-text'
import type { SourcePart } from '../../questions/rubric'
import { splitPairs } from './gift-answers'
import type { Condition } from './qti12-conditions'
import { below, child, elements, type XmlElement } from './xml'

/** Rest of a question without the fields that all types have. */
type Rest<T extends SourcePart['type']> = Omit<Extract<SourcePart, { type: T }>, 'slug' | 'score' | 'stem' | 'analysis'>
type ToText = (element: XmlElement | undefined) => string

const blockOf = (presentation: XmlElement, name: string) =>
  below(presentation).find(({ attributes }) => attributes.class === name)

/** The part of an item that contains its stem: Blackboard puts the texts of pairs outside responses as well. */
export const questionBlock = (presentation: XmlElement) => blockOf(presentation, 'QUESTION_BLOCK') ?? presentation

/** Whether an item is a 匹配题 of Blackboard, whose right sides are texts in a block of their own. */
export const hasRightBlock = (presentation: XmlElement) => blockOf(presentation, 'RIGHT_MATCH_BLOCK') !== undefined

/** Reads pairs: each left text is followed by choices without texts, which stand for the right texts by position. */
export function blackboardPairs(presentation: XmlElement, conditions: Condition[], text: ToText): Rest<'match'> {
  const rights = elements(blockOf(presentation, 'RIGHT_MATCH_BLOCK')!).map(text)
  const lefts = elements(blockOf(presentation, 'RESPONSE_BLOCK') ?? presentation)
  const pairs = lefts.flatMap((left) => {
    const response = below(left).find(({ name }) => name === 'response_lid')
    if (!response) return []
    const ident = response.attributes.ident ?? ''
    const labels = below(response).filter(({ name }) => name === 'response_label')
    const key = conditions.flatMap(({ right }) => right).find((one) => one.ident === ident)?.value
    const right = rights[labels.findIndex(({ attributes }) => attributes.ident === key)]
    return [{ left: text(child(left, 'flow') ?? left), right: right ?? unusable('有的项没有对应的项') }]
  })
  if (pairs.length === 0) return unusable('没有可以作答的内容')
  return { type: 'match', ...splitPairs([...pairs, ...rights.map((right) => ({ left: '', right }))]) }
}

/** Reads a 排序题: one condition lists the choices in the right order. */
export function orderedItems(response: XmlElement, conditions: Condition[], text: ToText): Rest<'order'> {
  const labels = new Map(
    below(response)
      .filter(({ name }) => name === 'response_label')
      .map((one) => [one.attributes.ident ?? '', text(one)] as const),
  )
  const order = conditions.find(({ right, score }) => score > 0 && right.length > 1)?.right ?? []
  const items = order.map(({ value }) => labels.get(value) ?? unusable('正确顺序里有不是选项的项'))
  if (items.length !== labels.size) return unusable('排序题的正确顺序没有包含全部的项')
  return { type: 'order', items }
}

/** Returns whether a choice of a 判断题 means true; null for other texts. Blackboard names such pairs `yes_no.true`. */
export function truthOfLabel(text: string): boolean | null {
  const found = /^(?:\w+\.)?(true|false)$/i.exec(text.replaceAll('\\', '').trim())?.[1]
  return found === undefined ? null : /^t/i.test(found)
}
