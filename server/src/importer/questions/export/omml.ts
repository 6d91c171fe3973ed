import { elements, escapeXml, isElement, type XmlNode, xmlNodeText } from '../xml'

const run = (text: string) => (text === '' ? '' : `<m:r><m:t xml:space="preserve">${escapeXml(text)}</m:t></m:r>`)
/** Characters that only structure MathML: function application, invisible times and comma. */
const invisible = /[\u2061-\u2064]/g

/** Converts MathML to the formulas of Word. */
export function mathmlToOmml(node: XmlNode): string {
  if (!isElement(node)) return run(node.trim())
  const inside = elements(node)
  const all = () => inside.map(mathmlToOmml).join('')
  const at = (index: number) => (inside[index] ? mathmlToOmml(inside[index]) : '')
  switch (node.name) {
    case 'annotation':
    case 'annotation-xml':
    case 'mspace':
      return ''
    case 'semantics':
      return at(0)
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
    case 'ms':
      return run(xmlNodeText(node).replace(invisible, ''))
    case 'mfrac':
      return `<m:f><m:num>${at(0)}</m:num><m:den>${at(1)}</m:den></m:f>`
    case 'msup':
      return `<m:sSup><m:e>${at(0)}</m:e><m:sup>${at(1)}</m:sup></m:sSup>`
    case 'msub':
      return `<m:sSub><m:e>${at(0)}</m:e><m:sub>${at(1)}</m:sub></m:sSub>`
    case 'msubsup':
      return `<m:sSubSup><m:e>${at(0)}</m:e><m:sub>${at(1)}</m:sub><m:sup>${at(2)}</m:sup></m:sSubSup>`
    case 'msqrt':
      return `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${all()}</m:e></m:rad>`
    case 'mroot':
      return `<m:rad><m:deg>${at(1)}</m:deg><m:e>${at(0)}</m:e></m:rad>`
    case 'munder':
      return `<m:limLow><m:e>${at(0)}</m:e><m:lim>${at(1)}</m:lim></m:limLow>`
    case 'mover':
      return `<m:limUpp><m:e>${at(0)}</m:e><m:lim>${at(1)}</m:lim></m:limUpp>`
    case 'munderover':
      return `<m:limUpp><m:e><m:limLow><m:e>${at(0)}</m:e><m:lim>${at(1)}</m:lim></m:limLow></m:e><m:lim>${at(2)}</m:lim></m:limUpp>`
    case 'mtable':
      return `<m:m>${all()}</m:m>`
    case 'mtr':
      return `<m:mr>${all()}</m:mr>`
    case 'mtd':
      return `<m:e>${all()}</m:e>`
    default:
      return all()
  }
}
