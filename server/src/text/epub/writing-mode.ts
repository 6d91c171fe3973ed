import { DomUtils } from 'htmlparser2'
import type { Element } from '../document'
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
  const roots = all.filter(({ name }) => name === 'html' || name === 'body')
  if (roots.some(({ attribs }) => vertical.test(attribs.style ?? ''))) return true
  const linked = all
    .filter(({ name, attribs }) => name === 'link' && /stylesheet/i.test(attribs.rel ?? ''))
    .flatMap(({ attribs }) => sheets[resolveHref(path, attribs.href ?? '')?.path ?? ''] ?? [])
  const own = all
    .filter(({ name }) => name === 'style')
    .flatMap((style) => verticalSelectors(DomUtils.textContent(style)))
  return [...linked, ...own].some((selector) => roots.some((root) => matches(root, selector)))
}

/** Whether an element matches the last compound of a selector: element name, classes and id. */
function matches({ name, attribs }: Element, selector: string): boolean {
  const compound = selector.split(/[\s>+~]+/).at(-1) ?? ''
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
