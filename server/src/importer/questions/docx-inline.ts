import { extname } from 'node:path'
import { ommlToTex } from '@dxx/contract/rules/formula-tex'
import type { Picture } from './docx-parts'
import { escapeAroundFormulas } from './formula-text'
import { escapeInline } from './markdown-text'
import { below, child, children, elements, type XmlElement, xmlNodeText } from './xml'

const [rawStart, rawEnd] = ['\ue200', '\ue201']
const raw = /\ue200([^\ue201]*)\ue201/g
/** Bold text. Spaces at its ends are written outside of the asterisks, which Markdown requires. */
const [boldStart, boldEnd] = ['\ue202', '\ue203']
const bold = /\ue202(\s*)([^\ue203]*?)(\s*)\ue203/g
/** Struck-through text, which without its line would read as if it counted. */
const [struckStart, struckEnd] = ['\ue204', '\ue205']
const struck = /\ue204(\s*)([^\ue205]*?)(\s*)\ue205/g

/** Converts the content of paragraphs to Markdown: runs, formulas, links, fields, notes and images. */
export class InlineReader {
  readonly images = new Map<string, Buffer>()
  private readonly notes: string[] = []
  /** Notes that a chapter refers to, in this order; null in other documents, which cannot have notes. */
  private noted: string[] | null = null

  constructor(
    private readonly pictures: ReadonlyMap<string, Picture>,
    private readonly links: ReadonlyMap<string, string>,
    private readonly footnotes: ReadonlyMap<string, XmlElement>,
  ) {}

  /** Adds a warning to the next paragraph. */
  lose(what: string): void {
    this.notes.push(what)
  }

  /** Returns the warnings since the last call. */
  takeNotes(): string[] {
    return this.notes.splice(0)
  }

  /** From now on, text may refer to notes. Returns the list to which the referenced notes are added. */
  allowNotes(): string[] {
    this.noted = []
    return this.noted
  }

  /** Joins the text of adjacent runs before escaping it, because Word splits a formula in TeX into several runs. */
  inline(element: XmlElement): string {
    return this.runs(element)
      .replaceAll(struckEnd + struckStart, '')
      .replaceAll(boldEnd + boldStart, '')
      .replaceAll(rawEnd + rawStart, '')
      .replace(raw, (_, text: string) => escapeAroundFormulas(text))
      .replace(bold, '$1**$2**$3')
      .replace(struck, '$1~~$2~~$3')
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
    if (plain === '') return text
    const written = this.noted && isOn(style, 'b') ? boldStart + text + boldEnd : text
    return isOn(style, 'strike') || isOn(style, 'dstrike') ? struckStart + written + struckEnd : written
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
}

/** Returns the target of a field such as `HYPERLINK "https://example.com"`. */
const linkOfField = (code: string) => /^\s*HYPERLINK\s+"(https?:[^"\s()<>]+)"/i.exec(code)?.[1] ?? null

/** Whether a run has a format such as bold directly, not by the style of a heading. */
const isOn = (style: XmlElement | undefined, format: string) => {
  const found = child(style, format)
  return found !== undefined && !/^(0|false|off)$/.test(found.attributes.val ?? '')
}

const formula = (tex: string, marks: string) => {
  const trimmed = tex.trim()
  return trimmed === '' ? '' : `${marks}${trimmed}${marks}`
}

const scriptOf = (text: string) => (/^[\w+-]*$/.test(text) ? text : `\\text{${text.replace(/[\\{}$#%&_^~]/g, '')}}`)
