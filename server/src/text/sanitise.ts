import sanitize from 'sanitize-html'
import { type Document, type Element, isElement, type Node, parseHtml, writeHtml } from './document'
import { formulaStyles, mathAttributes, mathml } from './sanitise-rules'
import { sanitiseSimple } from './sanitise-simple'

/**
 * Allowlist for all stored HTML, as a second line of defence, whatever produced it. Elements whose content browsers
 * read as raw text (style, title, noscript, …) are never allowed, nor MathML's integration points for HTML
 * (annotation-xml, mglyph, malignmark), so that parsing again cannot change the meaning. Images carry `data-file`; the
 * importer inserts their URLs afterwards.
 */
const text = [
  ...['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code', 'hr', 'br'],
  ...['span', 'strong', 'em', 'b', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'mark', 'small', 'abbr', 'cite', 'q'],
  ...['dfn', 'kbd', 'samp', 'var', 'time', 'wbr', 'bdi', 'bdo', 'ruby', 'rb', 'rt', 'rp', 'a', 'img', 'figure'],
  ...['figcaption', 'table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'div'],
  ...['section', 'aside', 'audio', 'video', 'source'],
]
const attributes: Record<string, string[]> = {
  '*': ['dir', 'lang', 'data-p', 'id'],
  a: ['href', 'target', 'rel', 'title', 'role', 'tabindex', 'data-chapter', 'data-anchor', 'data-footnote'],
  img: ['alt', 'title', 'data-file'],
  audio: ['controls', 'data-file'],
  video: ['controls', 'data-file'],
  source: ['data-file', 'type'],
  ol: ['start', 'type', 'reversed'],
  li: ['value', 'data-note', 'data-done'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  col: ['span'],
  colgroup: ['span'],
  time: ['datetime'],
  abbr: ['title'],
  dfn: ['title'],
  div: ['data-question', 'data-resource', 'data-tabs', 'tabindex'],
  section: ['data-tab', 'role'],
  aside: ['data-note', 'data-admonition', 'role'],
  pre: ['data-cell', 'data-language', 'data-stdin', 'data-db', 'tabindex'],
  ...Object.fromEntries(mathml.map((tag) => [tag, mathAttributes])),
}

const shared: sanitize.IOptions = {
  allowedTags: [...text, ...mathml],
  allowedAttributes: attributes,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // These elements are removed with their content, which is not text of the book.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'object', 'iframe', 'svg'],
}

/** Sanitises HTML of third-party books: no classes, no styles. */
export function sanitiseForeign(html: string): string {
  return sanitize(html, shared)
}

const ownAttributes: Record<string, string[]> = {
  ...attributes,
  '*': [...attributes['*']!, 'class', 'aria-hidden'],
  span: ['style', 'tabindex', 'data-formula'],
  details: ['data-admonition', 'open'],
  svg: ['width', 'height', 'viewbox', 'preserveaspectratio'],
  path: ['d'],
  line: ['x1', 'x2', 'y1', 'y2', 'stroke-width'],
}

const ownOptions: sanitize.IOptions = {
  ...shared,
  allowedTags: [...text, ...mathml, 'details', 'summary', 'svg', 'path', 'line'],
  allowedAttributes: ownAttributes,
  allowedStyles: { span: formulaStyles },
  nonTextTags: shared.nonTextTags!.filter((tag) => tag !== 'svg'),
}

/** Sanitises HTML of our own Markdown renderer: keeps its classes, and the styles formulas need. */
export function sanitiseRendered(html: string): string {
  return sanitize(html, ownOptions)
}

/** Parses HTML of our own renderer and sanitises it, unless its nodes show that sanitising would change nothing. */
export function parseOwn(html: string): Document {
  const document = parseHtml(html)
  return document.children.every(isClean) ? document : parseHtml(sanitiseRendered(html))
}

const cleanElements = new Set((ownOptions.allowedTags as string[]).filter((tag) => !/^(svg|path|line|math)$/.test(tag)))
const cleanAttributes = new Map(
  Array.from(cleanElements, (tag) => [tag, new Set([...ownAttributes['*']!, ...(ownAttributes[tag] ?? [])])]),
)
/** URLs that need no sanitising. */
const cleanUrl = /^(?:https?:\/\/|mailto:|tel:)[\w\-.~:/?#[\]@!$&()*+,;=%]+$/

/** Whether the sanitiser would return a node and everything below it unchanged. */
function isClean(node: Node): boolean {
  if (node.type === 'text') return true
  if (!isElement(node) || node.type !== 'tag') return false
  return hasCleanAttributes(node) && node.children.every(isClean)
}

function hasCleanAttributes({ name, attribs }: Element): boolean {
  const allowed = cleanAttributes.get(name)
  if (!allowed) return false
  for (const key in attribs)
    if (!allowed.has(key) || key === 'style' || (key === 'href' && !cleanUrl.test(attribs[key]!))) return false
  return true
}

/** Sanitises and serialises the HTML of one formula. */
export const sanitiseFormula = (html: string): string =>
  sanitiseSimple(html) ?? writeHtml(parseHtml(sanitiseRendered(html)))
