import { createHash } from 'node:crypto'
import { extname, posix } from 'node:path'
import type { EpubZip } from '../../text/epub/zip'
import { below, child, children, elements, readDocument, type XmlElement, xmlNodeText } from './xml'

/** Reads footnotes and endnotes by id; those of type separator are only lines. */
export async function footnotesOf(zip: EpubZip): Promise<Map<string, XmlElement>> {
  const found = new Map<string, XmlElement>()
  for (const kind of ['footnote', 'endnote']) {
    const part = await xmlPart(zip, `word/${kind}s.xml`)
    for (const note of part ? children(part, kind) : [])
      if (note.attributes.type === undefined) found.set(`${kind} ${note.attributes.id}`, note)
  }
  return found
}

/** Names texts outside the body, which are not imported. */
export async function outsideBody(zip: EpubZip): Promise<string[]> {
  const hasText = async (pattern: RegExp) => {
    for (const name of zip.names.filter((one) => pattern.test(one)))
      if (below((await xmlPart(zip, name))!).some((one) => one.name === 't' && xmlNodeText(one).trim() !== ''))
        return true
    return false
  }
  return [
    ...((await hasText(/^word\/(header|footer)\d*\.xml$/)) ? ['没有带入页眉页脚'] : []),
    ...((await hasText(/^word\/comments\.xml$/)) ? ['没有带入批注'] : []),
  ]
}

/** Returns ids of paragraph styles for code. */
export const codeStyles = (styles: XmlElement | null) =>
  new Set(
    (styles ? children(styles, 'style') : [])
      .filter((style) => /preformatted|\bcode\b|代码|源码/i.test(child(style, 'name')?.attributes.val ?? ''))
      .map(({ attributes }) => attributes.styleId ?? ''),
  )

/** Returns heading levels by style id, because ids differ between language versions of Word. */
export function headingStyles(styles: XmlElement | null): ReadonlyMap<string, number> {
  const levels = new Map<string, number>()
  for (const style of styles ? children(styles, 'style') : []) {
    const name = child(style, 'name')?.attributes.val ?? ''
    const [, level] = /^(?:heading|标题)\s*([1-6])$/i.exec(name) ?? []
    const outline = child(child(style, 'pPr'), 'outlineLvl')?.attributes.val
    if (/^(title|标题)$/i.test(name)) levels.set(style.attributes.styleId ?? '', 1)
    else if (level) levels.set(style.attributes.styleId ?? '', Number(level))
    else if (outline !== undefined && Number(outline) < 6)
      levels.set(style.attributes.styleId ?? '', Number(outline) + 1)
  }
  return levels
}

export async function xmlPart(zip: EpubZip, name: string): Promise<XmlElement | null> {
  const bytes = await zip.read(name)
  return bytes ? readDocument(new TextDecoder().decode(bytes)) : null
}

export interface Picture {
  name: string
  data: Buffer
}

/** Returns images and link URLs by relationship id. */
export async function readRelations(
  zip: EpubZip,
): Promise<{ pictures: Map<string, Picture>; links: Map<string, string> }> {
  const relations = await xmlPart(zip, 'word/_rels/document.xml.rels')
  const pictures = new Map<string, Picture>()
  const links = new Map<string, string>()
  for (const { attributes } of relations ? elements(relations) : []) {
    if (attributes.Type?.endsWith('/hyperlink') && /^https?:\/\/[^\s<>()]+$/i.test(attributes.Target ?? ''))
      links.set(attributes.Id ?? '', attributes.Target!)
    if (!attributes.Type?.endsWith('/image') || attributes.TargetMode === 'External') continue
    const target = attributes.Target ?? ''
    const data = await zip.read(target.startsWith('/') ? target.slice(1) : posix.join('word', target))
    if (!data) continue
    const name = `${createHash('sha256').update(data).digest('hex').slice(0, 16)}${extname(target).toLowerCase()}`
    pictures.set(attributes.Id ?? '', { name, data })
  }
  return { pictures, links }
}
