import { extname } from 'node:path'
import { loadSharp } from '../../../modules/media/images'
import { elements, escapeXml, isElement, readDocument, type XmlElement, type XmlNode, xmlNodeText } from '../xml'
import { renamePictures, type ToWrite } from './losses'
import { mathmlToOmml } from './omml'
import { markdownToXhtml } from './xhtml'

export interface Picture {
  name: string
  data: Buffer
}

export const text = (content: string, style = '') =>
  content === ''
    ? ''
    : `<w:r>${style && `<w:rPr>${style}</w:rPr>`}<w:t xml:space="preserve">${escapeXml(content)}</w:t></w:r>`
const mono = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>'
export const paragraph = (inner: string) => `<w:p>${inner}</w:p>`
/** Placeholders for the numbers of the question and of the next image, which are known when the file is written. */
const [numberMark, pictureMark] = ['\ue400', '\ue401']

/** The paragraphs and images of one question. */
export class Body {
  readonly pictures: Picture[] = []
  private readonly blocks: string[] = []

  constructor(private readonly images: ToWrite['images']) {}

  numbered = (number: number, firstPicture: number) => {
    let picture = firstPicture
    return this.blocks
      .join('')
      .replaceAll(numberMark, `${number}. `)
      .replace(new RegExp(`${pictureMark}[^${pictureMark}]*${pictureMark}`, 'g'), (found) => {
        const id = picture++
        return found.slice(1, -1).replaceAll('RID', `rIdP${id}`).replaceAll('PID', String(id))
      })
  }

  line(content: string): void {
    this.blocks.push(paragraph(text(content)))
  }

  /** Adds a label and a box with code, preserving every line and space. */
  box(label: string, code: string): void {
    this.rows(label, [[code]])
  }

  /** Adds a label and a table of plain text; a line of a cell is a paragraph. */
  rows(label: string, rows: string[][]): void {
    const cell = (content: string) =>
      `<w:tc><w:tcPr/>${content
        .split('\n')
        .map((line) =>
          paragraph(
            line
              .split('\t')
              .map((piece) => text(piece, mono))
              .join('<w:r><w:tab/></w:r>'),
          ),
        )
        .join('')}</w:tc>`
    this.line(label)
    this.blocks.push(bordered(rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`)))
    // Adds a paragraph, because Word would join two adjacent tables.
    this.blocks.push(paragraph(''))
  }

  /** Adds Markdown, with `mark` before its first paragraph. */
  async add(mark: string, markdown: string, isNumbered = false): Promise<void> {
    const xhtml = await markdownToXhtml(renamePictures(markdown, (name) => name))
    const root = await readDocument(`<div xmlns:m="http://www.w3.org/1998/Math/MathML">${xhtml}</div>`)
    const start = isNumbered ? text(numberMark) + text(mark) : text(mark)
    const paragraphs: string[] = []
    for (const node of root.children) await this.block(node, paragraphs)
    const [first = ''] = paragraphs
    if (first.startsWith('<w:p>')) paragraphs[0] = first.replace('<w:p>', `<w:p>${start}`)
    else paragraphs.unshift(paragraph(start))
    this.blocks.push(...paragraphs)
  }

  private async block(node: XmlNode, paragraphs: string[]): Promise<void> {
    if (!isElement(node)) {
      if (node.trim() !== '') paragraphs.push(paragraph(text(node.trim())))
      return
    }
    if (node.name === 'table') paragraphs.push(await this.table(node))
    else if (node.name === 'pre')
      for (const line of xmlNodeText(node).replace(/\n$/, '').split('\n')) paragraphs.push(paragraph(text(line, mono)))
    else if (node.name === 'ul' || node.name === 'ol')
      for (const item of elements(node)) paragraphs.push(paragraph(text('• ') + (await this.inline(item.children, ''))))
    else if (node.name === 'blockquote' || node.name === 'div')
      for (const inner of node.children) await this.block(inner, paragraphs)
    else if (isInline(node)) paragraphs.push(paragraph(await this.inline([node], '')))
    else paragraphs.push(paragraph(await this.inline(node.children, '')))
  }

  private async inline(nodes: XmlNode[], style: string): Promise<string> {
    const runs: string[] = []
    for (const node of nodes) runs.push(isElement(node) ? await this.element(node, style) : text(node, style))
    return runs.join('')
  }

  private async element(node: XmlElement, style: string): Promise<string> {
    switch (node.name) {
      case 'math':
        return `<m:oMath>${mathmlToOmml(node)}</m:oMath>`
      case 'br':
        return '<w:r><w:br/></w:r>'
      case 'img':
        return this.picture(node)
      case 'strong':
      case 'b':
        return this.inline(node.children, `${style}<w:b/>`)
      case 'em':
      case 'i':
        return this.inline(node.children, `${style}<w:i/>`)
      case 'code':
        return text(xmlNodeText(node), mono + style)
      default:
        return this.inline(node.children, style)
    }
  }

  private async picture({ attributes: { src = '', alt = '' } }: XmlElement): Promise<string> {
    const data = this.images.get(src)
    const sharp = await loadSharp()
    const size = data
      ? await sharp(data)
          .metadata()
          .catch(() => null)
      : null
    if (!data || !size?.width || !size.height) return text(alt)
    this.pictures.push({ name: `${this.pictures.length}${extname(src).toLowerCase()}`, data })
    // Word measures in EMU: 9525 per pixel, limited to a width of 14 cm.
    const scale = Math.min(9525, (14 * 360_000) / size.width)
    const [width, height] = [size.width, size.height].map((pixels) => Math.round(pixels * scale))
    const extent = `cx="${width}" cy="${height}"`
    return `${pictureMark}<w:r><w:drawing><wp:inline><wp:extent ${extent}/><wp:docPr id="PID" name="PID" descr="${escapeXml(alt)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="PID" name="PID"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="RID"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>${pictureMark}`
  }

  private async table(table: XmlElement): Promise<string> {
    const rows: string[] = []
    for (const row of elements(table)) {
      const cells: string[] = []
      for (const cell of elements(row))
        cells.push(
          `<w:tc><w:tcPr/>${paragraph(await this.inline(cell.children, cell.name === 'th' ? '<w:b/>' : ''))}</w:tc>`,
        )
      rows.push(`<w:tr>${cells.join('')}</w:tr>`)
    }
    return bordered(rows)
  }
}

function bordered(rows: string[]): string {
  const border = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(
    (side) => `<w:${side} w:val="single" w:sz="4" w:color="auto"/>`,
  )
  return `<w:tbl><w:tblPr><w:tblBorders>${border.join('')}</w:tblBorders></w:tblPr><w:tblGrid/>${rows.join('')}</w:tbl>`
}

const isInline = ({ name }: XmlElement) => /^(math|img|strong|em|b|i|code|a|br|sub|sup)$/.test(name)
