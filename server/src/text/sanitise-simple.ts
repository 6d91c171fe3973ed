import { formulaStyles, mathAttributes, mathml } from './sanitise-rules'

/**
 * Sanitises and serialises the HTML of formulas and short texts in one pass. Returns what `sanitiseRendered` and the parser's
 * serialiser return together, or null for HTML with anything else than the elements below in proper nesting.
 */
export function sanitiseSimple(html: string): string | null {
  const open: Open[] = []
  let result = ''
  for (let at = 0; at < html.length; ) {
    const above = open.at(-1)
    const next = html.indexOf('<', at)
    if (next !== at) {
      const text = html.slice(at, next < 0 ? undefined : next)
      if (text.includes('&') && unknownEntity.test(text)) return null
      if (above) result += above.end()
      result += above?.isForeign ? encodeXml(decode(text)) : encodeText(text)
      if (next < 0) break
      at = next
    }
    const end = html.indexOf('>', at)
    const tag = end < 0 ? null : tagOf(html.slice(at, end + 1), above?.isForeign === true)
    if (!tag) return null
    at = end + 1
    const { name } = tag
    if (tag.isClosing) {
      if (above?.name !== name) return null
      result += above.isEmpty ? (above.isForeign ? '/>' : `></${name}>`) : `</${name}>`
      open.pop()
      continue
    }
    if (!isAllowedIn(above, name)) return null
    if (above) result += above.end()
    result += tag.start
    if (name === 'br') result += '>'
    else if (tag.isSelfClosing) result += '/>'
    else open.push(new Open(name, tag.isForeign))
  }
  return open.length === 0 ? result : null
}

interface Tag {
  name: string
  isClosing: boolean
  isSelfClosing: boolean
  isForeign: boolean
  /** The start tag with its allowed attributes, without the closing bracket. */
  start: string
}

/** Nearly all tags of formulas are found here, because formulas consist of few different ones. */
const maxKnown = 5000
const known = { html: new Map<string, Tag | null>(), foreign: new Map<string, Tag | null>() }

function tagOf(written: string, inForeign: boolean): Tag | null {
  const tags = inForeign ? known.foreign : known.html
  const found = tags.get(written)
  if (found !== undefined) return found
  const tag = readTag(written, inForeign)
  if (tags.size >= maxKnown) tags.clear()
  if (written.length < 200) tags.set(written, tag)
  return tag
}

function readTag(written: string, inForeign: boolean): Tag | null {
  const [, slash, name = '', attributes = '', selfClosing] = tagPattern.exec(written) ?? []
  const isForeign = inForeign || foreignRoots.has(name)
  const attributesText =
    name === '' || (slash && attributes !== '') ? null : readAttributes(name, attributes, isForeign)
  if (attributesText === null || (selfClosing && !isForeign)) return null
  return {
    name,
    isClosing: slash === '/',
    isSelfClosing: selfClosing === '/',
    isForeign,
    start: `<${name}${attributesText}`,
  }
}

/** An element whose start tag is written up to its last character, because an empty one may end differently. */
class Open {
  isEmpty = true

  constructor(
    readonly name: string,
    readonly isForeign: boolean,
  ) {}

  /** Returns the end of the start tag, once. */
  end(): string {
    const written = this.isEmpty ? '>' : ''
    this.isEmpty = false
    return written
  }
}

const tagPattern = /^<(\/?)([a-z][a-z0-9]*)((?:\s+[A-Za-z][\w-]*\s*=\s*"[^"<>]*")*)\s*(\/?)>$/
const attribute = /\s+([A-Za-z][\w-]*)\s*=\s*"([^"]*)"/g
const unknownEntity = /&(?!(?:amp|lt|gt|quot|#x27);)/

/** Text of `encodeText` in the parser's serialiser: HTML outside of formulas escapes only these. */
const encodeText = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')

const decode = (text: string) =>
  text.includes('&')
    ? text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&')
    : text

const xmlEntities: Record<string, string> = { '"': '&quot;', '&': '&amp;', "'": '&apos;', '<': '&lt;', '>': '&gt;' }
/** Inside of `math` and `svg`, the serialiser writes numbers for all characters beyond ASCII. */
export const encodeXml = (text: string) =>
  plainAscii.test(text)
    ? text
    : text.replace(
        /["&'<>]|[\u0080-\u{10ffff}]/gu,
        (sign) => xmlEntities[sign] ?? `&#x${sign.codePointAt(0)!.toString(16)};`,
      )
const plainAscii = /^[\w .,:;!?+\-*/=()[\]{}\\^|#%@~`$]*$/

const foreignRoots = new Set(['math', 'svg'])
const shapes: Record<string, readonly string[]> = {
  svg: ['width', 'height', 'viewBox', 'preserveAspectRatio'],
  path: ['d'],
  line: ['x1', 'x2', 'y1', 'y2', 'stroke-width'],
}
const inline = new Set(['span', 'strong', 'em', 'code', 's', 'br'])
const blocks = new Set(['p', 'ul', 'ol', 'li'])
const math = new Set(mathml)
/** Elements of MathML whose content is HTML again; formulas have only text there. */
const integrationPoints = new Set(['mi', 'mo', 'mn', 'ms', 'mtext', 'annotation'])
const allowedMath = new Set([...mathAttributes, 'class', 'aria-hidden'])

export const isMathElement = (name: string) => math.has(name)
export const isMathToken = (name: string) => integrationPoints.has(name)
export const keptMathAttributes: ReadonlySet<string> = allowedMath
export const keptSvgAttributes: ReadonlySet<string> = new Set(shapes.svg)

/** Whether the element is known and the parser would not move it or close another element before it. */
function isAllowedIn(above: Open | undefined, name: string): boolean {
  if (above && integrationPoints.has(above.name)) return false
  if (above?.isForeign) return above.name === 'svg' ? name === 'path' || name === 'line' : math.has(name)
  if (blocks.has(name)) return !above || above.name === 'li' || (name === 'li' && /^[uo]l$/.test(above.name))
  // A placeholder of a formula contains its source as an annotation.
  return inline.has(name) || foreignRoots.has(name) || (name === 'annotation' && above?.name === 'span')
}

function readAttributes(name: string, written: string, isForeign: boolean): string | null {
  let result = ''
  for (const [, key = '', value = ''] of written.matchAll(attribute)) {
    if (unknownEntity.test(value)) return null
    if (name === 'span' && key === 'style') {
      const styles = stylesOf(value)
      if (styles === null) return null
      if (styles !== '') result += ` style="${styles}"`
      continue
    }
    if (!isKept(name, key)) continue
    if (value === '') return null
    result += ` ${key}="${isForeign ? encodeXml(decode(value)) : value.replaceAll('\u00a0', '&nbsp;')}"`
  }
  return result
}

function isKept(name: string, key: string): boolean {
  if (name === 'span') return /^(class|aria-hidden|tabindex|data-formula)$/.test(key)
  if (math.has(name)) return allowedMath.has(key)
  return shapes[name]?.includes(key) ?? key === 'class'
}

/** Returns the allowed declarations; null for a value that needs a real parser. */
function stylesOf(value: string): string | null {
  if (/[^\w\s:;.%#-]/.test(value)) return null
  return value
    .split(';')
    .map((declaration) => {
      const [property = '', value = ''] = declaration.split(':').map((piece) => piece.trim())
      return isAllowedStyle(property, value) ? `${property}:${value}` : ''
    })
    .filter((declaration) => declaration !== '')
    .join(';')
}

function isAllowedStyle(property: string, value: string): boolean {
  const patterns = Object.hasOwn(formulaStyles, property) ? formulaStyles[property]! : []
  return value !== '' && patterns.some((pattern) => pattern.test(value))
}

/** Returns the declaration if it is allowed, else an empty text; null for a value that only a full parser can check. */
export function keptStyle(property: string, value: string): string | null {
  if (/[^\w.%#-]/.test(value)) return null
  return isAllowedStyle(property, value) ? `${property}:${value}` : ''
}
