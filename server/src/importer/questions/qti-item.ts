import { readTags, type TaggedFields, withFeedback } from './foreign'
import { type Conversion, xmlToMarkdown } from './html-to-markdown'
import { escapeInline } from './markdown-text'
import { below, child, children, elements, isElement, type XmlElement, type XmlNode, xmlNodeText } from './xml'

/** Declaration of one response of an item. */
export interface Declared {
  baseType: string
  correct: string[]
  mapping: { key: string; value: number; caseSensitive: boolean }[]
  /** Score of a response that the mapping does not contain. */
  otherwise: number
  upperBound: number | null
}

/** An assessmentItem of QTI 2.x, or of 3.0 with its names converted to those of 2.x. */
export class QtiItem {
  readonly body: XmlElement | undefined
  readonly responses: ReadonlyMap<string, Declared>
  readonly notes: string[] = []
  readonly images = new Map<string, Buffer>()
  readonly taggedFields: TaggedFields

  constructor(
    readonly element: XmlElement,
    private readonly picture: (src: string) => { name: string; data: Buffer } | null,
  ) {
    this.body = child(element, 'itemBody')
    this.responses = new Map(
      children(element, 'responseDeclaration').map((declared) => [
        declared.attributes.identifier ?? '',
        {
          baseType: declared.attributes.baseType ?? '',
          correct: children(child(declared, 'correctResponse') ?? declared, 'value').map((value) =>
            xmlNodeText(value).trim(),
          ),
          mapping: children(child(declared, 'mapping') ?? declared, 'mapEntry').map(({ attributes }) => ({
            key: attributes.mapKey ?? '',
            value: Number(attributes.mappedValue ?? 0),
            caseSensitive: attributes.caseSensitive !== 'false',
          })),
          otherwise: Number(child(declared, 'mapping')?.attributes.defaultValue ?? 0),
          upperBound: numberOr(child(declared, 'mapping')?.attributes.upperBound),
        },
      ]),
    )
    this.taggedFields = readTags((element.attributes.label ?? '').split(','))
  }

  get name(): string {
    return this.element.attributes.title || this.element.attributes.identifier || ''
  }

  response(interaction: XmlElement): Declared {
    const none = { baseType: '', correct: [], mapping: [], otherwise: 0, upperBound: null }
    return this.responses.get(interaction.attributes.responseIdentifier ?? '') ?? none
  }

  /** Whether a response is scored by its mapping. */
  isMapped(interaction: XmlElement): boolean {
    const rules = child(this.element, 'responseProcessing')
    const identifier = interaction.attributes.responseIdentifier
    if (!rules || this.response(interaction).mapping.length === 0) return false
    if (/map_response/.test(rules.attributes.template ?? '')) return true
    return below(rules).some(({ name, attributes }) => name === 'mapResponse' && attributes.identifier === identifier)
  }

  /** Whether the item has its own scoring rules instead of one of the two standard templates. */
  get hasOwnRules(): boolean {
    const rules = child(this.element, 'responseProcessing')
    return rules !== undefined && !rules.attributes.template && elements(rules).length > 0
  }

  /** Returns `MAXSCORE`, or `MAXSCORE_1` of a question part, in hundredths. */
  maxScore(part = ''): number | null {
    const outcome = children(this.element, 'outcomeDeclaration').find(
      ({ attributes }) => attributes.identifier === `MAXSCORE${part}`,
    )
    const value = Number(xmlNodeText(child(child(outcome, 'defaultValue'), 'value')).trim() || Number.NaN)
    if (value > 0) return Math.round(value * 100)
    return part === '' ? this.scoreOfRules() : null
  }

  /** Maximum that the item declares for its score, else the maximum of its mappings; null if neither is known. */
  private scoreOfRules(): number | null {
    const score = children(this.element, 'outcomeDeclaration').find(
      ({ attributes }) => attributes.identifier === 'SCORE',
    )
    const declared = Number(score?.attributes.normalMaximum ?? Number.NaN)
    if (declared > 0) return Math.round(declared * 100)
    const interactions = (this.body ? below(this.body) : []).filter(({ name }) => name.endsWith('Interaction'))
    const total = interactions.reduce((sum, one) => sum + (this.mappedMaximum(one) ?? Number.NaN), 0)
    return total > 0 ? total : null
  }

  /** Maximum of the mapping of one response, in hundredths; null if it is not scored by a mapping. */
  mappedMaximum(interaction: XmlElement): number | null {
    if (!this.isMapped(interaction)) return null
    const { mapping, upperBound } = this.response(interaction)
    const values = mapping.map(({ value }) => Math.max(0, value))
    const { name, attributes } = interaction
    const isOne =
      /^(textEntry|inlineChoice)Interaction$/.test(name) ||
      (/^(choice|hottext)Interaction$/.test(name) && (attributes.maxChoices ?? '1') === '1')
    const sum = isOne ? Math.max(0, ...values) : values.reduce((all, value) => all + value, 0)
    return Math.round((upperBound === null ? sum : Math.min(sum, upperBound)) * 100)
  }

  /** Returns the accepted tolerance of a numeric answer. */
  tolerance(interaction: XmlElement, value: string): string {
    const identifier = interaction.attributes.responseIdentifier
    const rules = child(this.element, 'responseProcessing')
    const equal = (rules ? below(rules) : []).find(
      (rule) =>
        rule.name === 'equal' &&
        elements(rule).some(({ name, attributes }) => name === 'variable' && attributes.identifier === identifier),
    )
    const [amount = '0'] = (equal?.attributes.tolerance ?? '0').trim().split(/\s+/)
    if (equal?.attributes.toleranceMode === 'absolute') return amount
    if (equal?.attributes.toleranceMode !== 'relative') return '0'
    return String(Number((Math.abs(Number(value)) * Number(amount) * 0.01).toPrecision(12)))
  }

  /** Returns the feedback shown after answering. */
  feedback(part = ''): string {
    const feedbackElements = children(this.element, 'modalFeedback').filter(({ attributes }) => {
      const { identifier = '' } = attributes
      return part === '' ? !/^analysis_\d+$/.test(identifier) : identifier === `analysis${part}`
    })
    // The feedback for right and wrong answers is often identical.
    const texts = new Map(
      feedbackElements.map((element) => [this.markdown(element.children), element.attributes.title ?? '']),
    )
    const all = [...texts].filter(([text]) => text !== '')
    const isTitled = all.length > 1 && all.every(([, title]) => title !== '')
    if (isTitled)
      return withFeedback(
        '',
        all.map(([comment, about]) => ({ about: escapeInline(about), comment })),
      )
    return all.map(([text]) => text).join('\n\n')
  }

  markdown(nodes: XmlNode[], special?: Conversion['special']): string {
    return xmlToMarkdown(nodes, {
      special: (name, attributes, inner) => {
        // `inlineFeedback` reads these elements.
        if (isInlineFeedback(name)) return ''
        if (name === 'rubricBlock') return attributes.view?.includes('candidate') ? inner() : ''
        return special?.(name, attributes, inner) ?? null
      },
      image: (src) => {
        const found = this.picture(src)
        if (!found) return null
        this.images.set(found.name, found.data)
        return found.name
      },
      lost: (what) => this.notes.push(`没有带入${what}`),
    })
  }

  /** Returns the feedback inside the body, with the text of the choice that contains it. */
  get inlineFeedback(): { about: string; comment: string }[] {
    const found: { about: string; comment: string }[] = []
    const walk = (element: XmlElement, choice: XmlElement | null) => {
      for (const inner of elements(element)) {
        if (isInlineFeedback(inner.name))
          found.push({
            about: choice ? this.markdown(choice.children) : '反馈',
            comment: this.markdown(inner.children),
          })
        else walk(inner, /choice$/i.test(inner.name) ? inner : choice)
      }
    }
    if (this.body) walk(this.body, null)
    return found
  }

  /** Returns notes visible to graders only. */
  get scorerNotes(): string {
    const blocks = this.body ? below(this.body).filter(({ name }) => name === 'rubricBlock') : []
    return blocks
      .filter(({ attributes }) => !attributes.view?.includes('candidate'))
      .map((block) => this.markdown(block.children))
      .join('\n\n')
  }
}

const isInlineFeedback = (name: string) => /^(feedbackInline|feedbackBlock)$/.test(name)

const numberOr = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text))

const camel = (name: string) =>
  name.replace(/^qti-/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Converts the names of QTI 3.0, such as `qti-choice-interaction response-identifier`, to those of version 2. */
export function asVersion2(element: XmlElement): XmlElement {
  return {
    ...element,
    name: element.name.startsWith('qti-') ? camel(element.name) : element.name,
    attributes: Object.fromEntries(
      Object.entries(element.attributes).map(([key, value]) => [key.startsWith('data-') ? key : camel(key), value]),
    ),
    children: element.children.map((node) => (isElement(node) ? asVersion2(node) : node)),
  }
}
