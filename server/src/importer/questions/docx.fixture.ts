import { type ZipEntry, zip } from '../../text/epub/zip.fixture'

const spaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'

export const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
export const p = (...inner: string[]) =>
  `<w:p>${inner.map((part) => (part.startsWith('<') ? part : run(part))).join('')}</w:p>`
/** A paragraph with automatic numbering. */
export const counted = (numId: number, ...inner: string[]) =>
  p(...inner).replace('<w:p>', `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${numId}"/></w:numPr></w:pPr>`)
export const picture = (id: string, says: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" descr="${says}"/><a:graphic><a:blip r:embed="${id}"/></a:graphic></wp:inline></w:drawing></w:r>`
export const math = (inner: string) => `<m:oMath>${inner}</m:oMath>`
export const mr = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`

const level = (format: string, text: string) =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = `<w:numbering ${spaces}><w:abstractNum w:abstractNumId="0">${level('decimal', '%1.')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level('upperLetter', '%1.')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num></w:numbering>`

/** Builds a Word document for a test. */
export function docx(paragraphs: string[], extra: ZipEntry[] = []): Buffer {
  const images = extra.filter(({ name }) => name.startsWith('word/media/'))
  const relations = images.map(
    ({ name }, i) =>
      `<Relationship Id="rId${i + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${name.slice('word/'.length)}"/>`,
  )
  return zip([
    { name: '[Content_Types].xml', body: '<Types/>' },
    {
      name: 'word/document.xml',
      body: `<?xml version="1.0" encoding="UTF-8"?><w:document ${spaces}><w:body>${paragraphs.join('')}</w:body></w:document>`,
    },
    { name: 'word/numbering.xml', body: numbering },
    { name: 'word/_rels/document.xml.rels', body: `<Relationships>${relations.join('')}</Relationships>` },
    ...extra,
  ])
}
