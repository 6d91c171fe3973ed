import { below, child, elements, type XmlElement, xmlNodeText } from './xml'

/** A scoring rule of an item: a score and the answers that earn it. */
export interface Condition {
  /** Percent of the score, or points. */
  score: number
  right: { ident: string; value: string }[]
  from: string | null
  to: string | null
  /** Whether an answer counts that only contains the text (`varsubset`). */
  isPart: boolean
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
      let isPart = false
      const walk = (element: XmlElement) => {
        for (const inner of elements(element)) {
          const value = xmlNodeText(inner).trim()
          if (inner.name === 'not') continue
          if (inner.name === 'varequal' || inner.name === 'varsubset') {
            right.push({ ident: inner.attributes.respident ?? '', value })
            isPart ||= inner.name === 'varsubset'
          } else if (inner.name === 'vargte' || inner.name === 'vargt') from = value
          else if (inner.name === 'varlte' || inner.name === 'varlt') to = value
          else walk(inner)
        }
      }
      const rule = child(condition, 'conditionvar')
      if (rule) walk(rule)
      const scores = elements(condition)
        .filter(({ name }) => name === 'setvar')
        .map((setvar) => scoreOf(xmlNodeText(setvar).trim()))
      const feedback = below(condition)
        .filter(({ name }) => name === 'displayfeedback')
        .map(({ attributes }) => attributes.linkrefid ?? '')
      return { score: Math.max(0, ...scores), right, from, to, isPart, feedback }
    })
}

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
