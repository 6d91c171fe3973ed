import { formulaStyles, mathAttributes, mathml } from './sanitise-rules'

/**
 * Sanitises and serialises the HTML of formulas and short texts in one pass. Returns what `sanitiseOwn` and the parser's
 * serialiser return together, which takes twenty times as long, or null for HTML with anything else than the elements
 * below in proper nesting.
 */
export function sanitiseSimple(html: string): string | null {
  const open: Open[] = []
  let result = ''
  token.lastIndex = 0
  while (token.lastIndex < html.length) {
    const found = token.exec(html)
    if (!found) return null
    const [, slash, name = '', written = '', selfClosing, text] = found
    const above = open.at(-1)
    if (text !== undefined) {
      if (unknownEntity.test(text)) return null
      const content = above?.isForeign ? encodeXml(decode(text)) : encodeText(text)
      if (above) result += above.end()
      result += content
    } else if (slash) {
      if (above?.name !== name) return null
      result += above.isEmpty ? (above.isForeign ? '/>' : `></${name}>`) : `</${name}>`
      open.pop()
    } else {
      const isForeign = above?.isForeign === true || foreignRoots.has(name)
      const attributes = isAllowedIn(above, name) ? attributesOf(name, written, isForeign) : null
      if (attributes === null) return null
      if (above) result += above.end()
      result += `<${name}${attributes}`
      if (name === 'br') result += '>'
      else if (selfClosing) {
        if (!isForeign) return null
        result += '/>'
      } else open.push(new Open(name, isForeign))
    }
  }
  return open.length === 0 ? result : null
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

const token = /<(\/?)([a-z][a-z0-9]*)((?:\s+[A-Za-z][\w-]*\s*=\s*"[^"<>]*")*)\s*(\/?)>|([^<]+)/gy
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
const encodeXml = (text: string) =>
  text.replace(/["&'<>$]|[\u0080-\u{10ffff}]/gu, (sign) => xmlEntities[sign] ?? `&#x${sign.codePointAt(0)!.toString(16)};`)

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

/** Whether the element is known and the parser would not move it or close another element before it. */
function isAllowedIn(above: Open | undefined, name: string): boolean {
  if (above && integrationPoints.has(above.name)) return false
  if (above?.isForeign) return above.name === 'svg' ? name === 'path' || name === 'line' : math.has(name)
  if (blocks.has(name)) return !above || above.name === 'li' || (name === 'li' && /^[uo]l$/.test(above.name))
  // A placeholder of a formula contains its source as an annotation.
  return inline.has(name) || foreignRoots.has(name) || (name === 'annotation' && above?.name === 'span')
}

function attributesOf(name: string, written: string, isForeign: boolean): string | null {
  if (written === '') return ''
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
    .flatMap((declaration) => {
      const [property = '', said = ''] = declaration.split(':').map((piece) => piece.trim())
      const patterns = Object.hasOwn(formulaStyles, property) ? formulaStyles[property]! : []
      return said !== '' && patterns.some((pattern) => pattern.test(said)) ? [`${property}:${said}`] : []
    })
    .join(';')
}
