import { posix } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import type { Element } from '../document'
import { decodeAddress } from '../html-text'
import { EpubError } from './zip'

/** Decodes bytes by byte order mark or declaration; UTF-8 otherwise. */
export function decodeText(bytes: Buffer): string {
  const declared = /^<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1]
  const encoding =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : (declared ?? 'utf-8')
  try {
    return new TextDecoder(encoding).decode(bytes).replaceAll('\0', '')
  } catch {
    return new TextDecoder().decode(bytes).replaceAll('\0', '')
  }
}

/**
 * Rejects entity declarations. The parser would ignore them anyway and fetches nothing, but only hostile books declare
 * entities.
 */
export function refuseEntities(text: string, name: string): void {
  const prolog = text.slice(0, text.search(/<[A-Za-z]/) >>> 0)
  for (const [pattern, reason] of [
    [/<!ENTITY\s+(%\s+)?\S+\s+(SYSTEM|PUBLIC)\b/i, '引用了外部实体'],
    [/<!ENTITY\b/i, '定义了自己的实体，不支持'],
  ] as const) {
    const found = prolog.search(pattern)
    if (found >= 0) throw new EpubError(reason, { path: name, line: lineAt(text, found) })
  }
}

export function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++
  return line
}

export function parseXml(bytes: Buffer, name: string): Element[] {
  const text = decodeText(bytes)
  refuseEntities(text, name)
  return DomUtils.findAll(() => true, parseDocument(text, { xmlMode: true, withStartIndices: true }).children)
}

/** Returns path and line of an element in an XML file of the book. */
export const pathAndLine = (bytes: Buffer, path: string, { startIndex }: Element) => ({
  path,
  line: lineAt(decodeText(bytes), startIndex ?? 0),
})

/** Name of an element without its namespace prefix: prefixes differ between books. */
export const localName = (element: Element) => element.name.replace(/^.*:/, '').toLowerCase()

export const named = (elements: Element[], name: string) => elements.filter((element) => localName(element) === name)

export const textIn = (element: Element | undefined) =>
  element ? DomUtils.textContent(element).replace(/\s+/g, ' ').trim() : ''

/** Whether a relative reference leads out of the archive. Valid books have no such reference. */
export const leadsOut = (from: string, href: string) =>
  !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href.trim()) && resolveHref(from, href) === null

/** Resolves a reference inside the book; returns null for targets on the web or outside the archive. */
export function resolveHref(from: string, href: string): { path: string; fragment: string } | null {
  const trimmed = href.trim()
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(trimmed)) return null
  const [beforeHash = '', fragment = ''] = trimmed.split('#', 2)
  const name = decodeAddress(beforeHash.split('?')[0] ?? '')
  const path = name === '' ? from : posix.normalize(posix.join(posix.dirname(from), name))
  if (path.startsWith('..') || path.startsWith('/') || path.includes('\0')) return null
  return { path: path.normalize('NFC'), fragment: decodeAddress(fragment) }
}
