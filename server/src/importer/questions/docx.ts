import { createHash } from 'node:crypto'
import { extname, posix } from 'node:path'
import { EpubZip } from '../epub/zip'
import { Numbering } from './docx-numbering'
import { UnreadableFile } from './input'
import { escapeInline, escapeOpening } from './markdown-text'
import { ommlToTex } from './math'
import type { Reading } from './model'
import { type Paragraph, readTeacherText } from './teacher-text'
import { below, child, children, elements, readDocument, textOf, type XmlElement } from './xml'

/** A Word document with questions, with its formulas and pictures. */
export async function* readDocx(path: string): AsyncGenerator<Reading> {
  const zip = await EpubZip.open(path)
  try {
    const document = await xmlPart(zip, 'word/document.xml')
    if (!document) throw new UnreadableFile('不是 Word 文档（docx）')
    const numbering = new Numbering(await xmlPart(zip, 'word/numbering.xml'))
    const pictures = await readPictures(zip)
    const reader = new DocumentReader(numbering, pictures)
    yield* readTeacherText(reader.paragraphs(child(document, 'body') ?? document), reader.images)
  } finally {
    zip.close()
  }
}

async function xmlPart(zip: EpubZip, name: string): Promise<XmlElement | null> {
  const bytes = await zip.read(name)
  return bytes ? readDocument(new TextDecoder().decode(bytes)) : null
}

interface Picture {
  name: string
  data: Buffer
}

/** Pictures by the id that the document uses for them. */
async function readPictures(zip: EpubZip): Promise<Map<string, Picture>> {
  const relations = await xmlPart(zip, 'word/_rels/document.xml.rels')
  const pictures = new Map<string, Picture>()
  for (const { attributes } of relations ? elements(relations) : []) {
    if (!attributes.Type?.endsWith('/image') || attributes.TargetMode === 'External') continue
    const target = attributes.Target ?? ''
    const data = await zip.read(target.startsWith('/') ? target.slice(1) : posix.join('word', target))
    if (!data) continue
    const name = `${createHash('sha256').update(data).digest('hex').slice(0, 16)}${extname(target).toLowerCase()}`
    pictures.set(attributes.Id ?? '', { name, data })
  }
  return pictures
}

class DocumentReader {
  readonly images = new Map<string, Buffer>()
  private count = 0

  constructor(
    private readonly numbering: Numbering,
    private readonly pictures: ReadonlyMap<string, Picture>,
  ) {}

  *paragraphs(body: XmlElement): Generator<Paragraph> {
    for (const element of elements(body)) {
      if (element.name === 'p') {
        this.count++
        const text = this.paragraph(element)
        // A line break in Word separates lines as a paragraph does, as far as questions go.
        for (const line of text.split('\n'))
          if (line.trim() !== '') yield { text: escapeStart(line.trim()), line: this.count }
      } else if (element.name === 'tbl') {
        this.count++
        yield { text: this.table(element), line: this.count }
      } else if (element.name === 'sdt' || element.name === 'sdtContent') yield* this.paragraphs(element)
    }
  }

  private paragraph(element: XmlElement): string {
    const label = this.numbering.labelOf(child(element, 'pPr'))
    return `${label}${this.inline(element)}`
  }

  private inline(element: XmlElement): string {
    return elements(element)
      .map((part) => {
        switch (part.name) {
          case 'r':
            return this.run(part)
          case 'oMath':
            return formula(ommlToTex(part), '$')
          case 'oMathPara':
            return children(part, 'oMath')
              .map((inner) => formula(ommlToTex(inner), '$$'))
              .join(' ')
          // What was deleted while changes were tracked is not there.
          case 'del':
          case 'pPr':
            return ''
          case 'hyperlink':
          case 'ins':
          case 'smartTag':
          case 'sdt':
          case 'sdtContent':
          case 'fldSimple':
            return this.inline(part)
          default:
            return ''
        }
      })
      .join('')
  }

  private run(run: XmlElement): string {
    const style = child(run, 'rPr')
    const text = elements(run)
      .map((part) => this.runPart(part))
      .join('')
    const underlined = child(style, 'u') && child(style, 'u')!.attributes.val !== 'none'
    // A line drawn under nothing is where the answer goes.
    if (underlined && /^[\s　\\_]*$/.test(text) && text !== '') return '\\_\\_\\_\\_'
    const align = child(style, 'vertAlign')?.attributes.val
    const plain = elements(run)
      .filter(({ name }) => name === 't')
      .map(textOf)
      .join('')
      .trim()
    if (align === 'superscript' && plain !== '') return `$^{${scriptOf(plain)}}$`
    if (align === 'subscript' && plain !== '') return `$_{${scriptOf(plain)}}$`
    return text
  }

  private runPart(part: XmlElement): string {
    switch (part.name) {
      case 't':
        return escapeInline(textOf(part))
      case 'tab':
        return '  '
      case 'br':
      case 'cr':
        return '\n'
      case 'noBreakHyphen':
        return '-'
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

  private picture(element: XmlElement): string {
    const inside = below(element)
    const shown = inside.find(
      ({ attributes }) => attributes.embed ?? (attributes.id && this.pictures.has(attributes.id)),
    )
    const picture = this.pictures.get(shown?.attributes.embed ?? shown?.attributes.id ?? '')
    if (!picture) return ''
    this.images.set(picture.name, picture.data)
    const said = inside.find(({ name }) => name === 'docPr')?.attributes.descr ?? ''
    return `![${escapeInline(said.replace(/\s+/g, ' ').trim())}](${picture.name})`
  }

  private table(table: XmlElement): string {
    const rows = children(table, 'tr').map((row) =>
      children(row, 'tc').map((cell) =>
        children(cell, 'p')
          .map((paragraph) => this.inline(paragraph).replace(/\n/g, ' '))
          .join(' ')
          .trim(),
      ),
    )
    const width = Math.max(1, ...rows.map((row) => row.length))
    const line = (cells: string[]) => `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`
    const [head = [], ...rest] = rows
    return [line(head), line(Array(width).fill('---')), ...rest.map(line)].join('\n')
  }
}

const formula = (tex: string, marks: string) => {
  const trimmed = tex.trim()
  return trimmed === '' ? '' : `${marks}${trimmed}${marks}`
}

const scriptOf = (text: string) => (/^[\w+-]*$/.test(text) ? text : `\\text{${text.replace(/[\\{}$#%&_^~]/g, '')}}`)

/** Numbers and letters at the start of a line are what the reader of questions looks for; other signs are escaped. */
const escapeStart = (line: string) => (/^\d/.test(line) ? line : escapeOpening(line))
