import { type Content, keepLettersAndDigits, noContent, sumContent } from '../../text/balance'
import { withoutFormulas } from './formula-text'
import { below, child, children, elements, type XmlElement, xmlNodeText } from './xml'

const outside = /^(pPr|rPr|tblPr|tblGrid|trPr|tcPr|del|delText|instrText|moveFrom|fldData)$/

/** Counts the content of each line of a Word paragraph, independently of the parser. */
export function contentOfParagraph(paragraph: XmlElement, isLink: (id: string) => boolean): Content[] {
  const lines = [{ text: '', content: noContent() }]
  const walk = (element: XmlElement): void => {
    const line = lines.at(-1)!
    const { name } = element
    const code = name === 'instrText' ? xmlNodeText(element) : (element.attributes.instr ?? '')
    if (/^\s*HYPERLINK\s+"https?:/i.test(code)) line.content.links++
    if (outside.test(name)) return
    if (name === 't') line.text += xmlNodeText(element)
    else if (name === 'br' || name === 'cr') lines.push({ text: '', content: noContent() })
    else if (name === 'oMath') line.content.formulas += xmlNodeText(element).trim() === '' ? 0 : 1
    else if (name === 'r' && isScript(element)) line.content.formulas++
    else if (name === 'AlternateContent') walk(child(element, 'Choice') ?? { ...element, name: 'Choice' })
    else if (name === 'drawing' || name === 'pict' || name === 'object') {
      const inside = below(element)
      if (inside.some((inner) => inner.name === 'blip' || inner.name === 'imagedata')) line.content.pictures++
      line.text += ` ${inside.find((inner) => inner.name === 'docPr')?.attributes.descr ?? ''} `
      for (const box of inside.filter((inner) => inner.name === 'txbxContent')) elements(box).forEach(walk)
    } else {
      if (name === 'hyperlink' && isLink(element.attributes.id ?? '')) line.content.links++
      elements(element).forEach(walk)
    }
  }
  walk(paragraph)
  return lines.map(({ text, content }) => {
    const { rest, formulas } = withoutFormulas(text)
    return { ...content, formulas: content.formulas + formulas, letters: keepLettersAndDigits(rest) }
  })
}

function isScript(run: XmlElement): boolean {
  const align = child(child(run, 'rPr'), 'vertAlign')?.attributes.val
  return /^(super|sub)script$/.test(align ?? '') && children(run, 't').map(xmlNodeText).join('').trim() !== ''
}

/** Counts the body of a Word document, with its notes. */
export const contentOfDocument = (roots: XmlElement[], isLink: (id: string) => boolean): Content =>
  sumContent(
    roots.flatMap((root) => [
      ...paragraphsOf(root).flatMap((paragraph) => contentOfParagraph(paragraph, isLink)),
      { ...noContent(), tables: below(root).filter(({ name }) => name === 'tbl').length },
    ]),
  )

/**
 * Returns the top-level paragraphs; a paragraph inside a text box is counted with the paragraph that contains the box.
 */
const paragraphsOf = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((node) =>
    typeof node === 'string' || /^(del|moveFrom)$/.test(node.name)
      ? []
      : node.name === 'p'
        ? [node]
        : paragraphsOf(node),
  )
