import { extname } from 'node:path'
import { ommlToTex } from '@dxx/contract/rules/formula-tex'
import { fenceFor } from '../../questions/fences'
import { type Content, noContent, sumContent } from '../../text/balance'
import { EpubZip } from '../../text/epub/zip'
import { contentOfDocument, contentOfParagraph } from './content-of-docx'
import { Numbering } from './docx-numbering'
import { codeStyles, footnotesOf, headingStyles, outsideBody, type Picture, readRelations, xmlPart } from './docx-parts'
import { escapeAroundFormulas } from './formula-text'
import { UnreadableFile } from './input'
import { escapeInline, escapeOpening } from './markdown-text'
import type { Reading } from './reading'
import { type Paragraph, readTeacherText } from './teacher-text'
import { below, child, children, elements, type XmlElement, xmlNodeText } from './xml'

/** Reads a Word document with questions, formulas and images. */
export async function* readDocx(path: string): AsyncGenerator<Reading> {
  const { body, reader } = await openDocument(path)
  yield* readTeacherText(reader.paragraphs(body), reader.images)
}

/** Opens a Word document; returns its body, its styles and a parser for its paragraphs. */
async function openDocument(path: string) {
  const zip = await EpubZip.open(path)
  try {
    const document = await xmlPart(zip, 'word/document.xml')
    if (!document) throw new UnreadableFile('不是 Word 文档（docx）')
    const numbering = new Numbering(await xmlPart(zip, 'word/numbering.xml'))
    const { pictures, links } = await readRelations(zip)
    const styles = await xmlPart(zip, 'word/styles.xml')
    const notes = await footnotesOf(zip)
    const reader = new DocumentReader(numbering, pictures, links, notes)
    for (const loss of await outsideBody(zip)) reader.lose(loss)
    return { body: child(document, 'body') ?? document, styles, reader, isLink: (id: string) => links.has(id), notes }
  } finally {
    zip.close()
  }
}

/** Reads a Word document as a chapter: headings, lists, tables, images and formulas. */
export async function readDocxChapter(
  path: string,
): Promise<{ text: string; images: ReadonlyMap<string, Buffer>; notes: string[]; source: Content }> {
  const { body, styles, reader, isLink, notes: footnotes } = await openDocument(path)
  const { text, notes } = reader.chapter(body, headingStyles(styles), codeStyles(styles))
  return { text, images: reader.images, notes, source: contentOfDocument([body, ...footnotes.values()], isLink) }
}

const [rawStart, rawEnd] = ['\ue200', '\ue201']
const raw = /\ue200([^\ue201]*)\ue201/g
/** Bold text; blanks at its ends stay outside of the asterisks. */
const [boldStart, boldEnd] = ['\ue202', '\ue203']
const bold = /\ue202(\s*)([^\ue203]*?)(\s*)\ue203/g

class DocumentReader {
  readonly images = new Map<string, Buffer>()
  private count = 0
  private readonly notes: string[] = []
  /** Notes that a chapter refers to, in this order; null in other documents, which cannot have notes. */
  private noted: string[] | null = null

  constructor(
    private readonly numbering: Numbering,
    private readonly pictures: ReadonlyMap<string, Picture>,
    private readonly links: ReadonlyMap<string, string>,
    private readonly footnotes: ReadonlyMap<string, XmlElement>,
  ) {}

  /** Adds a warning to the next paragraph. */
  lose(what: string): void {
    this.notes.push(what)
  }

  *paragraphs(body: XmlElement): Generator<Paragraph> {
    for (const element of elements(body)) {
      if (element.name === 'p') {
        this.count++
        const content = contentOfParagraph(element, (id) => this.links.has(id))
        // A line break in Word separates lines like a paragraph.
        for (const [i, line] of this.paragraph(element).split('\n').entries())
          if (line.trim() !== '') yield this.made(escapeStart(line.trim()), content[i] ?? noContent())
      } else if (element.name === 'tbl') {
        this.count++
        const content = contentOfParagraph(element, (id) => this.links.has(id))
        const cells = children(element, 'tr').map((row) => children(row, 'tc').map(plainCell))
        yield { ...this.made(this.table(element), { ...sumContent(content), tables: 1 }), cells }
      } else if (element.name === 'sdt' || element.name === 'sdtContent') yield* this.paragraphs(element)
    }
  }

  chapter(
    body: XmlElement,
    headings: ReadonlyMap<string, number>,
    codes: ReadonlySet<string>,
  ): { text: string; notes: string[] } {
    const blocks: string[] = []
    let inList = false
    let code: string[] = []
    this.noted = []
    const endCode = () => {
      const marks = fenceFor(code.join('\n'), '`', 3)
      if (code.length > 0) blocks.push([marks, ...code, marks].join('\n'))
      code = []
    }
    const add = (block: string, isItem: boolean) => {
      if (block.trim() === '') return
      // Items of one list form one block.
      if (isItem && inList) blocks[blocks.length - 1] += `\n${block}`
      else blocks.push(block)
      inList = isItem
    }
    const walk = (parent: XmlElement) => {
      for (const element of elements(parent)) {
        if (element.name === 'tbl') {
          endCode()
          add(this.table(element), false)
        } else if (element.name === 'sdt' || element.name === 'sdtContent') walk(element)
        else if (element.name === 'p' && codes.has(child(child(element, 'pPr'), 'pStyle')?.attributes.val ?? '')) {
          code.push(below(element).map(plainPiece).join(''))
          inList = false
        } else if (element.name === 'p') {
          endCode()
          const { text, isItem } = this.chapterParagraph(element, headings)
          add(text, isItem)
        }
      }
    }
    walk(body)
    endCode()
    // A note may refer to further notes.
    for (let i = 0; i < this.noted.length; i++) {
      const paragraphs = children(this.footnotes.get(this.noted[i]!)!, 'p').map((one) => this.inline(one).trim())
      blocks.push(`[^${i + 1}]: ${paragraphs.filter(Boolean).join('\n\n    ')}`)
    }
    return { text: blocks.join('\n\n'), notes: this.notes.splice(0) }
  }

  private chapterParagraph(element: XmlElement, headings: ReadonlyMap<string, number>) {
    const properties = child(element, 'pPr')
    const text = this.inline(element).trim()
    const style = child(properties, 'pStyle')?.attributes.val ?? ''
    const level = headings.get(style) ?? Number(/^Heading([1-6])$/i.exec(style)?.[1] ?? 0)
    const label = this.numbering.labelOf(properties)
    if (level > 0)
      return { text: text === '' ? '' : `${'#'.repeat(level)} ${label}${text.replace(/\n+/g, ' ')}`, isItem: false }
    if (text === '') return { text: '', isItem: false }
    const depth = Number(child(child(properties, 'numPr'), 'ilvl')?.attributes.val ?? 0)
    const isListed = (child(child(properties, 'numPr'), 'numId')?.attributes.val ?? '0') !== '0'
    if (!isListed) return { text: escapeOpening(text).replaceAll('\n', '\\\n'), isItem: false }
    const indent = '   '.repeat(depth)
    // A list continues with its number after other paragraphs.
    const number = /^(\d{1,9})\D?$/.exec(label.trim())?.[1] ?? '1'
    return {
      text: `${indent}${label === '' ? '- ' : `${number}. `}${text.replaceAll('\n', `\\\n${indent}   `)}`,
      isItem: true,
    }
  }

  private made(text: string, source: Content): Paragraph {
    return { text, line: this.count, source, notes: this.notes.splice(0) }
  }

  private paragraph(element: XmlElement): string {
    const label = this.numbering.labelOf(child(element, 'pPr'))
    return `${label}${this.inline(element)}`
  }

  /** Joins the text of adjacent runs before escaping it, because Word splits a formula in TeX into several runs. */
  private inline(element: XmlElement): string {
    return this.runs(element)
      .replaceAll(boldEnd + boldStart, '')
      .replaceAll(rawEnd + rawStart, '')
      .replace(raw, (_, text: string) => escapeAroundFormulas(text))
      .replace(bold, '$1**$2**$3')
  }

  private runs(element: XmlElement): string {
    const fields: { code: string; link: string | null }[] = []
    return elements(element)
      .map((part) => {
        switch (part.name) {
          case 'r':
            return this.fieldMark(part, fields) ?? this.run(part)
          case 'oMath':
            return formula(ommlToTex(part), '$')
          case 'oMathPara':
            return children(part, 'oMath')
              .map((inner) => formula(ommlToTex(inner), '$$'))
              .join(' ')
          // Text deleted with tracked changes is omitted.
          case 'del':
          case 'pPr':
            return ''
          case 'hyperlink': {
            const target = this.links.get(part.attributes.id ?? '')
            if (!target && this.noted) this.notes.push('没有带入文档内部的链接')
            return target ? `[${this.inline(part)}](${target})` : this.runs(part)
          }
          case 'ins':
          case 'moveTo':
          case 'customXml':
          case 'dir':
          case 'bdo':
          case 'smartTag':
          case 'sdt':
          case 'sdtContent':
            return this.runs(part)
          case 'fldSimple': {
            const target = linkOfField(part.attributes.instr ?? '')
            return target ? `[${this.inline(part)}](${target})` : this.runs(part)
          }
          default:
            return ''
        }
      })
      .join('')
  }

  /** Returns the start or end of a link for a run that belongs to the code of a field; null for other runs. */
  private fieldMark(run: XmlElement, fields: { code: string; link: string | null }[]): string | null {
    const type = child(run, 'fldChar')?.attributes.fldCharType
    const field = fields.at(-1)
    if (type === 'begin') fields.push({ code: '', link: null })
    else if (type === 'separate' && field) {
      field.link = linkOfField(field.code)
      if (field.link) return '['
    } else if (type === 'end' && field) {
      fields.pop()
      if (field.link) return `](${field.link})`
    }
    const code = children(run, 'instrText').map(xmlNodeText).join('')
    if (field) field.code += code
    return null
  }

  private run(run: XmlElement): string {
    const style = child(run, 'rPr')
    const text = elements(run)
      .map((part) => this.runPart(part))
      .join('')
    const underlined = child(style, 'u') && child(style, 'u')!.attributes.val !== 'none'
    // An underline without text is a blank.
    if (underlined && /^[\s　_\ue200\ue201]*$/.test(text) && text !== '') return '\\_\\_\\_\\_'
    const align = child(style, 'vertAlign')?.attributes.val
    const plain = elements(run)
      .filter(({ name }) => name === 't')
      .map(xmlNodeText)
      .join('')
      .trim()
    if (align === 'superscript' && plain !== '') return `$^{${scriptOf(plain)}}$`
    if (align === 'subscript' && plain !== '') return `$_{${scriptOf(plain)}}$`
    return this.noted && isBold(style) && plain !== '' ? boldStart + text + boldEnd : text
  }

  private runPart(part: XmlElement): string {
    switch (part.name) {
      case 't':
        return rawStart + xmlNodeText(part) + rawEnd
      case 'tab':
        return '  '
      case 'br':
      case 'cr':
        return '\n'
      case 'noBreakHyphen':
        return '-'
      case 'sym':
        this.notes.push(`没有带入字体 ${part.attributes.font ?? ''} 的符号`)
        return ''
      case 'instrText':
        if (/^\s*EQ\s/i.test(xmlNodeText(part))) this.notes.push('没有带入域公式（EQ）')
        return ''
      case 'ruby': {
        const [base, above] = [child(part, 'rubyBase'), child(part, 'rt')].map((one) => (one ? this.runs(one) : ''))
        return `${base}（${above}）`
      }
      case 'footnoteReference':
      case 'endnoteReference':
        return this.noteMark(`${part.name.replace('Reference', '')} ${part.attributes.id}`)
      case 'drawing':
      case 'pict':
      case 'object':
        return this.picture(part)
      case 'AlternateContent':
        return elements(child(part, 'Choice') ?? part)
          .map((inner) => this.runPart(inner))
          .join('')
      default:
        return ''
    }
  }

  private noteMark(id: string): string {
    if (!this.footnotes.has(id)) return ''
    if (!this.noted) {
      this.notes.push('没有带入脚注')
      return ''
    }
    if (!this.noted.includes(id)) this.noted.push(id)
    return `[^${this.noted.indexOf(id) + 1}]`
  }

  private picture(element: XmlElement): string {
    const inside = below(element)
    if (inside.some(({ attributes }) => /^(Equation|MathType)/i.test(attributes.ProgID ?? ''))) {
      this.notes.push('没有带入 MathType 公式（它在文档里是图），请先在 Word 里转换成 Office 公式')
      return ''
    }
    const shown = inside.find(
      ({ attributes }) => attributes.embed ?? (attributes.id && this.pictures.has(attributes.id)),
    )
    const picture = this.pictures.get(shown?.attributes.embed ?? shown?.attributes.id ?? '')
    if (!picture) {
      const hasText = inside.some(({ name }) => name === 'txbxContent')
      this.notes.push(hasText ? '没有带入文本框' : '没有带入图片：文档里没有这张图')
      return ''
    }
    if (/\.(wmf|emf)$/.test(picture.name)) {
      this.notes.push(`没有带入图片：浏览器不能显示 ${extname(picture.name).slice(1)}`)
      return ''
    }
    this.images.set(picture.name, picture.data)
    const description = inside.find(({ name }) => name === 'docPr')?.attributes.descr ?? ''
    return `![${escapeInline(description.replace(/\s+/g, ' ').trim())}](${picture.name})`
  }

  private cell(cell: XmlElement): string {
    return elements(cell)
      .flatMap((element) => {
        if (element.name === 'p') return [this.inline(element).replace(/\n/g, ' ')]
        if (element.name !== 'tbl') return []
        this.notes.push('表格里的表格改为文字')
        return children(element, 'tr').map((row) =>
          children(row, 'tc')
            .map((one) => this.cell(one))
            .join(' '),
        )
      })
      .join(' ')
      .trim()
  }

  private table(table: XmlElement): string {
    const rows = children(table, 'tr').map((row) =>
      children(row, 'tc').flatMap((cell) => {
        const span = Number(child(child(cell, 'tcPr'), 'gridSpan')?.attributes.val ?? 1)
        // A cell over several columns is followed by empty cells.
        return [this.cell(cell), ...Array<string>(Math.min(50, Math.max(1, span || 1)) - 1).fill('')]
      }),
    )
    const width = Math.max(1, ...rows.map((row) => row.length))
    const line = (cells: string[]) => `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`
    const [head = [], ...rest] = rows
    return [line(head), line(Array(width).fill('---')), ...rest.map(line)].join('\n')
  }
}

/** Returns the target of a field such as `HYPERLINK "https://example.com"`. */
const linkOfField = (code: string) => /^\s*HYPERLINK\s+"(https?:[^"\s()<>]+)"/i.exec(code)?.[1] ?? null

/** Returns the text of a table cell with all its spaces, for code and tests. */
const plainCell = (cell: XmlElement) =>
  children(cell, 'p')
    .map((paragraph) => below(paragraph).map(plainPiece).join(''))
    .join('\n')

const plainPiece = (piece: XmlElement) =>
  piece.name === 't' ? xmlNodeText(piece) : piece.name === 'tab' ? '\t' : piece.name === 'br' ? '\n' : ''

/** Whether a run is formatted bold directly, not by the style of a heading. */
const isBold = (style: XmlElement | undefined) => {
  const found = child(style, 'b')
  return found !== undefined && !/^(0|false|off)$/.test(found.attributes.val ?? '')
}

const formula = (tex: string, marks: string) => {
  const trimmed = tex.trim()
  return trimmed === '' ? '' : `${marks}${trimmed}${marks}`
}

const scriptOf = (text: string) => (/^[\w+-]*$/.test(text) ? text : `\\text{${text.replace(/[\\{}$#%&_^~]/g, '')}}`)

/** Escapes the start of a line, except digits, which are significant for the question parser. */
const escapeStart = (line: string) => (/^\d/.test(line) ? line : escapeOpening(line))
