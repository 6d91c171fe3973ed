import { fenceFor } from '../../questions/fences'
import { type Content, noContent, sumContent } from '../../text/balance'
import { EpubZip } from '../../text/epub/zip'
import { contentOfDocument, contentOfParagraph } from './content-of-docx'
import { InlineReader } from './docx-inline'
import { Numbering } from './docx-numbering'
import { codeStyles, footnotesOf, headingStyles, outsideBody, readRelations, xmlPart } from './docx-parts'
import { plainCell, plainPiece, tableOf } from './docx-table'
import { UnreadableFile } from './input'
import { escapeOpening } from './markdown-text'
import type { Reading } from './reading'
import { type Paragraph, readTeacherText } from './teacher-text'
import { below, child, children, elements, type XmlElement } from './xml'

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
    const text = new InlineReader(pictures, links, notes)
    for (const loss of await outsideBody(zip)) text.lose(loss)
    const reader = new DocumentReader(numbering, links, notes, text)
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

/** Reads the blocks of a document, as paragraphs of questions or as a chapter. */
class DocumentReader {
  private count = 0

  constructor(
    private readonly numbering: Numbering,
    private readonly links: ReadonlyMap<string, string>,
    private readonly footnotes: ReadonlyMap<string, XmlElement>,
    private readonly text: InlineReader,
  ) {}

  get images(): ReadonlyMap<string, Buffer> {
    return this.text.images
  }

  *paragraphs(body: XmlElement): Generator<Paragraph> {
    for (const element of elements(body)) {
      if (element.name === 'p') {
        this.count++
        const content = contentOfParagraph(element, (id) => this.links.has(id))
        // A line break in Word separates lines like a paragraph.
        for (const [i, line] of this.paragraph(element).split('\n').entries())
          if (line.trim() !== '') yield this.paragraphOf(escapeStart(line.trim()), content[i] ?? noContent())
      } else if (element.name === 'tbl') {
        this.count++
        const content = contentOfParagraph(element, (id) => this.links.has(id))
        const cells = children(element, 'tr').map((row) => children(row, 'tc').map(plainCell))
        yield { ...this.paragraphOf(tableOf(element, this.text), { ...sumContent(content), tables: 1 }), cells }
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
    const noted = this.text.allowNotes()
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
          add(tableOf(element, this.text), false)
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
    for (let i = 0; i < noted.length; i++) {
      const paragraphs = children(this.footnotes.get(noted[i]!)!, 'p').map((one) => this.text.inline(one).trim())
      blocks.push(`[^${i + 1}]: ${paragraphs.filter(Boolean).join('\n\n    ')}`)
    }
    return { text: blocks.join('\n\n'), notes: this.text.takeNotes() }
  }

  private chapterParagraph(element: XmlElement, headings: ReadonlyMap<string, number>) {
    const properties = child(element, 'pPr')
    const text = this.text.inline(element).trim()
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

  private paragraphOf(text: string, source: Content): Paragraph {
    return { text, line: this.count, source, notes: this.text.takeNotes() }
  }

  private paragraph(element: XmlElement): string {
    const label = this.numbering.labelOf(child(element, 'pPr'))
    return `${label}${this.text.inline(element)}`
  }
}

/** Escapes the start of a line, except digits, which are significant for the question parser. */
const escapeStart = (line: string) => (/^\d/.test(line) ? line : escapeOpening(line))
