import { isElement, type Node, parseHtml, readableText } from './document'

/** An entry of the table of contents that leads to a position inside a chapter. */
export interface OutlineEntry {
  title: string
  /** 0 for a direct sub-entry of the chapter. */
  depth: number
  pid: string
}

/** A contents panel with more entries for one chapter would be useless. */
const maxEntries = 100

/** Returns the headings of a chapter whose paragraphs have their ids (`pid`). */
export const headingsOf = (html: string): OutlineEntry[] => headingsIn(parseHtml(html).children)

export function headingsIn(nodes: Node[]): OutlineEntry[] {
  const found: { level: number; title: string; pid: string }[] = []
  const walk = (node: Node) => {
    if (!isElement(node)) return
    const level = Number(/^h([2-4])$/.exec(node.name)?.[1] ?? 0)
    const title = level > 0 ? readableText(node).replace(/\s+/g, ' ').trim() : ''
    const pid = node.attribs['data-p']
    if (title !== '' && pid) found.push({ level, title, pid })
    if (level === 0) node.children.forEach(walk)
  }
  nodes.forEach(walk)
  const top = Math.min(...found.map(({ level }) => level))
  return found.slice(0, maxEntries).map(({ level, title, pid }) => ({ title, depth: level - top, pid }))
}
