import { type Content, keepLettersAndDigits, noContent, sumContent } from '../../text/balance'
import { contentOfHtml } from '../../text/content-of-html'
import { asFeedback, contentOfPlain, counts, html, withoutLabels } from './content-of-source'
import { conditionsOf, isText, metadataOf } from './qti12-conditions'
import {
  below,
  child,
  children,
  elements,
  escapeXml,
  isElement,
  type XmlElement,
  type XmlNode,
  xmlNodeText,
} from './xml'

/** Counts the content of a QTI item with the element names of version 2. */
export function contentOfQti(item: XmlElement): Content {
  const body = child(item, 'itemBody')
  const feedback = [
    ...children(item, 'modalFeedback'),
    ...(body ? below(body).filter(({ name }) => /^feedback(Inline|Block)$/.test(name)) : []),
  ]
  const choices = (body ? below(body) : []).flatMap((element) => {
    const options = children(element, 'simpleChoice')
    const ids = options.map(({ attributes }) => attributes.identifier)
    return ids.sort().join(' ') === 'false true' ? options : []
  })
  // Choices named `true` and `false` belong to a 判断题: they are its key, not text.
  const inline = new Set<XmlNode>([...feedback, ...choices])
  const content = body ? contentOfHtml(withoutLabels(xmlText(body, inline)), html) : noContent()
  const rules = child(item, 'responseProcessing')
  const isMapped =
    /map_response/.test(rules?.attributes.template ?? '') ||
    (rules && below(rules).some(({ name }) => name === 'mapResponse')) === true
  const interactions = body ? below(body).filter(({ name }) => name.endsWith('Interaction')) : []
  const responses = new Map(
    children(item, 'responseDeclaration').map((declared) => [declared.attributes.identifier ?? '', declared]),
  )
  const all = interactions.map((interaction) =>
    qtiKeys(interaction, responses.get(interaction.attributes.responseIdentifier ?? ''), isMapped),
  )
  // Feedback for right and wrong answers is often identical and is then imported once.
  const contents = feedback.map((element) => contentOfHtml(xmlText(element, new Set()), html))
  const distinctFeedback = [...new Map(contents.map((one) => [one.letters, one])).values()].map(asFeedback)
  return sumContent([content, ...all, ...distinctFeedback])
}

function qtiKeys({ name }: XmlElement, declared: XmlElement | undefined, isMapped: boolean): Content {
  if (!declared) return noContent()
  const correct = children(child(declared, 'correctResponse') ?? declared, 'value').map((value) =>
    xmlNodeText(value).trim(),
  )
  const isText = name === 'extendedTextInteraction' || name === 'textEntryInteraction'
  const isNumber = /^(float|integer)$/.test(declared.attributes.baseType ?? '')
  const texts = isText && !isNumber ? new Set(correct) : []
  const values = children(child(declared, 'mapping') ?? declared, 'mapEntry').map(({ attributes }) =>
    Number(attributes.mappedValue ?? 0),
  )
  const most = Math.max(0, ...values)
  const partial = isMapped ? values.filter((value) => value > 0 && value < most) : []
  return { ...counts(new Set(correct).size, partial.length), letters: [...texts].map(keepLettersAndDigits).join('') }
}

/** Writes XML as HTML, without the given elements and without the names of choices. */
function xmlText(node: XmlNode, without: ReadonlySet<XmlNode>): string {
  if (!isElement(node)) return escapeXml(node)
  if (without.has(node)) return ''
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const inner = node.children.map((inside) => xmlText(inside, without)).join('')
  return `<${node.name}${attributes.join('')}>${inner}</${node.name}>`
}

/** Counts the content of a QTI 1.2 item, whose rules repeat the answers. */
export function contentOfQti12(item: XmlElement): Content {
  const all: Content[] = []
  const labels = new Set<string>()
  const type = metadataOf(item, 'question_type')
  const blanks = /fill_in_multiple_blanks/.test(type)
  const isTyped = below(item).some(({ name }) => name === 'response_str')
  // The stem contains the names of blanks; Canvas repeats them before the answers.
  const isNamed =
    blanks || /multiple_dropdowns/.test(type) || below(item).filter(({ name }) => name === 'response_str').length > 1
  const unnamed = (text: string) => (isNamed ? text.replace(/\[[^[\]]+\]/g, ' ') : text)
  const walk = (element: XmlElement, isFeedback: boolean) => {
    for (const inner of elements(element)) {
      if (/^(itemmetadata|resprocessing)$/.test(inner.name)) continue
      if (isNamed && element.name === 'response_lid' && inner.name === 'material') continue
      if (inner.name === 'matimage') all.push({ ...noContent(), pictures: 1 })
      if (isText(inner)) {
        const isHtmlText = /html/i.test(inner.attributes.texttype ?? inner.attributes.type ?? '')
        const content = isHtmlText
          ? contentOfHtml(unnamed(xmlNodeText(inner)), html)
          : contentOfPlain(unnamed(xmlNodeText(inner)))
        all.push(isFeedback && content.letters !== '' ? asFeedback(content) : content)
      } else if (inner.name === 'response_label') {
        // In a 匹配题 every left item repeats the same labels; in a 判断题 the labels are only the two values.
        const text = xmlNodeText(inner).trim()
        if (!labels.has(text) && !/^(?:\w+\.)?(true|false)$/i.test(text)) walk(inner, isFeedback)
        labels.add(text)
      } else walk(inner, isFeedback || inner.name === 'itemfeedback')
    }
  }
  walk(item, false)
  const rules = conditionsOf(item).filter(({ right }) => right.length > 0)
  const keys = new Set(
    rules
      .flatMap(({ score, right }) => (score > 0 || isTyped ? right : []))
      .map(({ ident, value }) => `${ident} ${value}`),
  )
  const most = Math.max(0, ...rules.map(({ score }) => score))
  // Programs round thirds of a score differently.
  const less = rules.filter(({ score }) => score !== 0 && score < most * 0.98)
  const partial = blanks ? 0 : new Set(less.flatMap(({ right }) => right.map(({ value }) => value))).size
  return sumContent([...all, counts(blanks ? 0 : keys.size, partial)])
}
