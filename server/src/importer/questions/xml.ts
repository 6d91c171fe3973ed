import { SaxesParser } from 'saxes'
import { UnreadableFile } from './input'

export interface XmlElement {
  /** Without namespace prefix. */
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
  line: number
}
export type XmlNode = XmlElement | string

const limits = { depth: 200, item: 30 * 1024 * 1024, attributes: 200 }

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Yields the elements selected by `wanted`, one at a time, so that memory use is bounded by the largest item. Rejects
 * documents with their own entities; never fetches anything.
 */
export async function* readElements(
  pieces: AsyncIterable<string> | Iterable<string>,
  wanted: (name: string, path: readonly string[]) => boolean,
): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser({ position: true })
  const path: string[] = []
  const open: XmlElement[] = []
  const ready: XmlElement[] = []
  let size = 0
  let failure: Error | null = null
  const fail = (message: string) => {
    failure ??= new UnreadableFile(message)
  }
  parser.on('doctype', (text) => {
    if (/<!ENTITY/i.test(text)) fail('文件定义了自己的实体，为了安全不读取')
  })
  parser.on('error', (error) => fail(`第 ${parser.line} 行 XML 写错了：${error.message.replace(/^[\d:]+: /, '')}`))
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    const short = local(name)
    if (path.length > limits.depth) return fail('XML 嵌套太深')
    if (open.length > 0 || wanted(short, path)) {
      const pairs = Object.entries(attributes as Record<string, string>)
      if (pairs.length > limits.attributes) return fail('XML 属性太多')
      const element: XmlElement = {
        name: short,
        attributes: Object.fromEntries(pairs.map(([key, value]) => [local(key), value])),
        children: [],
        line: parser.line,
      }
      open.at(-1)?.children.push(element)
      open.push(element)
    }
    path.push(short)
    return isSelfClosing
  })
  const addText = (text: string) => {
    if (open.length === 0) return
    size += text.length
    if (size > limits.item) return fail('有一道题超过 30 MB')
    open.at(-1)!.children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    path.pop()
    const closed = open.pop()
    if (closed && open.length === 0) {
      size = 0
      ready.push(closed)
    }
  })
  for await (const piece of pieces) {
    parser.write(piece)
    yield* ready.splice(0)
    if (failure) throw failure
  }
  parser.close()
  yield* ready.splice(0)
  if (failure) throw failure
}

/** Parses a whole small document. */
export async function readDocument(text: string): Promise<XmlElement> {
  for await (const root of readElements([text], (_name, path) => path.length === 0)) return root
  throw new UnreadableFile('不是 XML')
}

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string'
export const elements = (element: XmlElement) => element.children.filter(isElement)
export const children = (element: XmlElement, name: string) => elements(element).filter((child) => child.name === name)
export const child = (element: XmlElement | undefined, name: string) =>
  element && elements(element).find((candidate) => candidate.name === name)

export function xmlNodeText(node: XmlNode | undefined): string {
  if (node === undefined) return ''
  return typeof node === 'string' ? node : node.children.map(xmlNodeText).join('')
}

/** Returns all descendants in document order. */
export function below(element: XmlElement): XmlElement[] {
  return elements(element).flatMap((inner) => [inner, ...below(inner)])
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// XML 1.0 does not allow these characters, not even escaped, so they are removed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const escapeXml = (text: string) => text.replace(impossible, '').replace(/[&<>"]/g, (sign) => entities[sign]!)
