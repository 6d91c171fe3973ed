import { DomUtils } from 'htmlparser2'
import { type Element, isElement } from '../document'
import { resolveHref } from './xml'

/** Selectors of a book that set vertical writing, by path of the style sheet. */
export type VerticalSelectors = Record<string, string[]>

const vertical = /(?:^|[;{\s])(?:-epub-|-webkit-|-ms-)?writing-mode\s*:\s*(?:vertical-rl|tb-rl)\b/i

/** Returns the selectors of a style sheet that set vertical writing from right to left. */
export function verticalSelectors(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}@;]+)\{([^{}]*)\}/g)
  return Array.from(rules).flatMap(([, selectors = '', body = '']) =>
    vertical.test(body) ? selectors.split(',').map((selector) => selector.trim()) : [],
  )
}

/** Returns the paths of style sheets that a style sheet imports. */
export const importedSheets = (css: string, path: string): string[] =>
  Array.from(css.matchAll(/@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/gi)).flatMap(
    ([, href = '']) => resolveHref(path, href)?.path ?? [],
  )

/** Whether the text of a document runs in vertical lines. */
export function isVertical(all: Element[], path: string, sheets: VerticalSelectors): boolean {
  const roots = rootsOf(all)
  if (roots.some(({ attribs }) => vertical.test(attribs.style ?? ''))) return true
  const linked = all
    .filter(({ name, attribs }) => name === 'link' && /stylesheet/i.test(attribs.rel ?? ''))
    .flatMap(({ attribs }) => sheets[resolveHref(path, attribs.href ?? '')?.path ?? ''] ?? [])
  const embedded = all
    .filter(({ name }) => name === 'style')
    .flatMap((style) => verticalSelectors(DomUtils.textContent(style)))
  return [...linked, ...embedded].some((selector) => roots.some((_, i) => matches(roots.slice(0, i + 1), selector)))
}

/** Returns html, body, and the boxes that contain the whole body, from the outside. */
function rootsOf(all: Element[]): Element[] {
  const roots = ['html', 'body'].flatMap((name) => all.find((element) => element.name === name) ?? [])
  for (let last = roots.at(-1); last; ) {
    const inside = last.children.filter((node) => isElement(node) || (node.type === 'text' && node.data.trim() !== ''))
    const only = inside.length === 1 && isElement(inside[0]!) ? inside[0] : undefined
    last = only && /^(div|section|article|main)$/.test(only.name) ? only : undefined
    if (last) roots.push(last)
  }
  return roots
}

/** Whether the last of these nested elements matches a selector, with all ancestors that the selector names. */
function matches(nested: Element[], selector: string): boolean {
  const compounds = selector.split(/[\s>+~]+/).filter(Boolean)
  const [last = '', ...above] = compounds.reverse()
  if (!matchesCompound(nested.at(-1)!, last)) return false
  let at = nested.length - 1
  for (const compound of above) {
    do at--
    while (at >= 0 && !matchesCompound(nested[at]!, compound))
    if (at < 0) return false
  }
  return true
}

/** Whether an element matches a compound of element name, classes and id. */
function matchesCompound({ name, attribs }: Element, compound: string): boolean {
  const parts = compound.match(/[.#:]?[\w*-]+/g) ?? []
  const classes = (attribs.class ?? '').split(/\s+/)
  return (
    parts.length > 0 &&
    parts.every((part) => {
      if (part.startsWith('.')) return classes.includes(part.slice(1))
      if (part.startsWith('#')) return attribs.id === part.slice(1)
      if (part.startsWith(':')) return part === ':root' && name === 'html'
      return part === '*' || part.toLowerCase() === name
    })
  )
}

const rightToLeftLanguage = /^(ar|he|iw|fa|ur|yi|ji|ps|sd|ug|ckb|dv|syr)(-|$)|-(Arab|Hebr|Syrc|Thaa)(-|$)/i

/** Whether a document runs right to left: by its `dir`, else by its language, else by the language of the book. */
export function isRightToLeft(all: Element[], bookLanguage: string): boolean {
  const roots = ['body', 'html'].flatMap((name) => all.find((element) => element.name === name) ?? [])
  const dir = roots.map(({ attribs }) => attribs.dir?.toLowerCase()).find((value) => value === 'rtl' || value === 'ltr')
  if (dir) return dir === 'rtl'
  const lang = roots.map(({ attribs }) => attribs.lang ?? attribs['xml:lang']).find((value) => value)
  return rightToLeftLanguage.test(lang ?? bookLanguage)
}
