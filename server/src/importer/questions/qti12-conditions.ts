import { below, child, children, elements, type XmlElement, xmlNodeText } from './xml'

/** A scoring rule of an item: a score, and the answers for which it is given. */
export interface Condition {
  /** Percent of the score, or points; below 0 if the rule deducts points. */
  score: number
  /** Whether the score is added to those of other rules. */
  isAdded: boolean
  right: { ident: string; value: string }[]
  from: string | null
  to: string | null
  /** Whether an answer counts that only contains the text (`varsubset`, `varsubstring`). */
  isPart: boolean
  /** Whether capital and small letters of an answer differ. */
  isExact: boolean
  /** Names of the feedback that the rule shows. */
  feedback: string[]
}

/** Reads `respcondition` elements of QTI 1.2. Ignores answers inside `not`. */
export function conditionsOf(item: XmlElement): Condition[] {
  return below(item)
    .filter(({ name }) => name === 'respcondition')
    .map((condition) => {
      const right: Condition['right'] = []
      let [from, to]: [string | null, string | null] = [null, null]
      let [isPart, isExact] = [false, false]
      const walk = (element: XmlElement) => {
        for (const inner of elements(element)) {
          const value = xmlNodeText(inner).trim()
          if (inner.name === 'not') continue
          if (/^var(equal|subset|substring)$/.test(inner.name)) {
            right.push({ ident: inner.attributes.respident ?? '', value })
            isPart ||= inner.name !== 'varequal'
            isExact ||= /^yes$/i.test(inner.attributes.case ?? '')
          } else if (inner.name === 'vargte' || inner.name === 'vargt') from = value
          else if (inner.name === 'varlte' || inner.name === 'varlt') to = value
          else walk(inner)
        }
      }
      const rule = child(condition, 'conditionvar')
      if (rule) walk(rule)
      const changes = children(condition, 'setvar')
      const scores = changes.map((setvar) => scoreOf(xmlNodeText(setvar).trim()))
      const isAdded = changes.some(({ attributes }) => attributes.action === 'Add')
      const feedback = below(condition)
        .filter(({ name }) => name === 'displayfeedback')
        .map(({ attributes }) => attributes.linkrefid ?? '')
      return { score: mostOf(scores), isAdded, right, from, to, isPart, isExact, feedback }
    })
}

/** Returns the largest score; a negative one only if all are negative. */
const mostOf = (scores: number[]) => (scores.length === 0 ? 0 : Math.max(...scores))

const scoreOf = (text: string) => (/max$/i.test(text) ? 100 : Number(text) || 0)

/** Returns a metadata field, in the notation of Canvas or of Blackboard. */
export function metadataOf(item: XmlElement, name: string): string {
  const all = below(child(item, 'itemmetadata') ?? item)
  const direct = all.find((element) => element.name === name)
  if (direct) return xmlNodeText(direct).trim()
  const field = all.find(
    (element) => element.name === 'qtimetadatafield' && xmlNodeText(child(element, 'fieldlabel')).trim() === name,
  )
  return field ? xmlNodeText(child(field, 'fieldentry')).trim() : ''
}

/** Whether an element of a `material` is text. */
export const isText = ({ name }: XmlElement) => /^mat(?:_formatted|em)?text$/.test(name)
