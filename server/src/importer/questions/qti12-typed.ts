import { unusable } from '../../questions/author-text'
import { placeholder } from '../../questions/blank/notation'
import type { Accepted } from '../../questions/blank/rubric'
import type { SourcePart } from '../../questions/rubric'
import { wholeShare } from '../../questions/shares'
import { asNumber, type commonSourceFields, withPositiveShare } from './foreign'
import { numberRange } from './gift-answers'
import type { Condition } from './qti12-conditions'
import { below, type XmlElement, xmlNodeText } from './xml'

type Base = ReturnType<typeof commonSourceFields>

/** A typed answer with the accepted texts or numbers, and the score of the best of them. */
interface Typed {
  accepted: Accepted[]
  most: number
}

const drawn = /(?:\\_){3,}/
const named = /\\?\[([^[\]\\]+)\\?\]/g
const isExact = (conditions: Condition[]) => conditions.some((condition) => condition.isExact)

/**
 * Joins the texts of an item; a placeholder stands for each typed answer between them, unless the text names the answers
 * itself: `[name]`.
 */
export function stemWithBlanks(pieces: string[], idents: string[]): string {
  const texts = pieces.filter((piece) => piece !== placeholder)
  const blanks = pieces.length - texts.length
  const isInside = pieces.indexOf(placeholder) < pieces.findLastIndex((piece) => piece !== placeholder)
  const names = new Set(Array.from(texts.join('\n').matchAll(named), ([, name]) => name))
  const isNamed = idents.some((ident) => names.has(ident)) || texts.some((text) => drawn.test(text))
  if (blanks === 0 || isNamed || (blanks === 1 && !isInside)) return texts.join('\n\n')
  return pieces.reduce((stem, piece, i) => {
    const isBeside = piece === placeholder || pieces[i - 1] === placeholder
    const between = stem === '' ? '' : !isBeside ? '\n\n' : /^\p{P}/u.test(piece) && piece !== placeholder ? '' : ' '
    return stem + between + piece
  }, '')
}

/** Reads the only typed answer of an item; null if the item has no key. */
export function typedBlank(base: Base, response: XmlElement, conditions: Condition[], isNumber: boolean) {
  const { accepted } = typedAnswer(response, conditions, isNumber || response.name === 'response_num', true)
  if (accepted.length === 0) return null
  const stem = base.stem.includes(placeholder)
    ? base.stem
    : drawn.test(base.stem)
      ? base.stem.replace(drawn, placeholder)
      : `${base.stem} ${placeholder}`
  return asNumber(
    { type: 'blank', ...base, stem, blanks: [withPositiveShare(accepted)], caseSensitive: isExact(conditions) },
    new Map(),
  )
}

/** Reads several typed answers, which are placeholders in the stem. */
export function typedBlanks(base: Base, responses: XmlElement[], conditions: Condition[], notes: string[]): SourcePart {
  const all = responses.map((response) => typedAnswer(response, conditions, response.name === 'response_num', false))
  if (all.some(({ accepted }) => accepted.length === 0)) return unusable('有的空没有正确答案')
  // Programs round thirds of a score differently.
  if (all.some(({ most }) => Math.abs(most - all[0]!.most) > all[0]!.most / 50)) notes.push('各空的权重不同，改为相同')
  const blanks = all.map(({ accepted }) => withPositiveShare(accepted))
  return { type: 'blank', ...base, blanks, caseSensitive: isExact(conditions) }
}

function typedAnswer(response: XmlElement, conditions: Condition[], isNumber: boolean, isOnly: boolean): Typed {
  const ident = response.attributes.ident ?? ''
  const isMine = (of: string) => of === ident || (isOnly && of === '')
  const ownConditions = conditions.filter(
    ({ right, from }) => right.some((one) => isMine(one.ident)) || (isOnly && right.length === 0 && from !== null),
  )
  // Blackboard's rules for typed answers have no scores; then every answer in a rule is right.
  const scored = ownConditions.filter(({ score, right, from }) => score > 0 && (right.length > 0 || from !== null))
  const scoredConditions = scored.length > 0 ? scored : ownConditions.map((condition) => ({ ...condition, score: 100 }))
  const values = scoredConditions.flatMap(({ score, right, from, to }) => [
    ...(from !== null && to !== null ? [{ score, value: `${from}..${to}` }] : []),
    ...right.filter((one) => isMine(one.ident)).map(({ value }) => ({ score, value })),
  ])
  const most = Math.max(0, ...values.map(({ score }) => score))
  const share = (score: number) => Math.round((score / most) * wholeShare)
  const ranges = values.filter(({ value }) => value.includes('..'))
  const accepted = isNumber
    ? (ranges.length > 0 ? ranges : values).flatMap(({ score, value }) => numberRange(value, share(score)))
    : values.map(({ score, value }): Accepted => ({ text: value, share: share(score) }))
  return { accepted, most }
}

/** Reads blanks such as `[name]` in the stem: `response_name` of Canvas lists the answers, rules of Blackboard contain them. */
export function namedBlanks(base: Base, responses: XmlElement[], conditions: Condition[]): SourcePart {
  const blanks: Accepted[][] = []
  const stem = base.stem.replace(named, (found, name: string) => {
    const response = responses.find(({ attributes: { ident = '' } }) => ident === name || ident === `response_${name}`)
    if (!response) return found
    const labels =
      response.name === 'response_lid' ? below(response).filter((inner) => inner.name === 'response_label') : []
    const keys = conditions.flatMap(({ right }) => right).filter(({ ident }) => ident === response.attributes.ident)
    const texts = labels.length > 0 ? labels.map((one) => xmlNodeText(one).trim()) : keys.map(({ value }) => value)
    blanks.push([...new Set(texts)].map((text) => ({ text, share: wholeShare })))
    return placeholder
  })
  if (blanks.length !== responses.length) return unusable('题干里的空和答案对不上')
  return { type: 'blank', ...base, stem, blanks, caseSensitive: isExact(conditions) }
}
