import { DomUtils, parseDocument } from 'htmlparser2'
import { MediaError } from './images'

const forbidden = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'handler',
  'listener',
])
const maxBytes = 2 * 1024 * 1024

/**
 * Removes scripts, foreign content, event handlers and external URLs from an SVG. This is a second protection: SVGs are
 * shown only as images, and there browsers block all of these.
 */
export function cleanSvg(source: string): { text: string; width: number | null; height: number | null } {
  if (source.length > maxBytes) throw new MediaError('SVG 图太大（超过 2 MB）')
  const document = parseDocument(source, { xmlMode: true, decodeEntities: true })
  const root = DomUtils.findOne((element) => element.name === 'svg', document.children)
  if (!root) throw new MediaError('文件里没有 SVG 图')
  for (const element of DomUtils.findAll(() => true, [root])) {
    if (forbidden.has(element.name.replace(/^.*:/, '').toLowerCase())) DomUtils.removeElement(element)
    else {
      for (const [name, value] of Object.entries(element.attribs))
        if (!isHarmless(name.toLowerCase(), value)) delete element.attribs[name]
      if (element.name === 'style' && reachesOut(DomUtils.textContent(element))) DomUtils.removeElement(element)
    }
  }
  root.attribs.xmlns ??= 'http://www.w3.org/2000/svg'
  root.attribs['xmlns:xlink'] ??= 'http://www.w3.org/1999/xlink'
  const box = root.attribs.viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const side = (value: string | undefined, fallback: number | undefined) => {
    const number = /^[\d.]+(px)?$/.test(value ?? '') ? Number.parseFloat(value!) : fallback
    return number && Number.isFinite(number) ? Math.round(number) : null
  }
  return {
    // Undoes the numeric entities into which the serialiser turns Chinese characters: they are three times as long.
    text: DomUtils.getOuterHTML(root, { xmlMode: true }).replace(/&#x([89a-f][0-9a-f]|[0-9a-f]{3,});/gi, (_, code) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    ),
    width: side(root.attribs.width, box?.[2]),
    height: side(root.attribs.height, box?.[3]),
  }
}

function isHarmless(name: string, value: string): boolean {
  if (name.startsWith('on')) return false
  if (/(^|:)href$/.test(name) || name === 'src')
    return /^(#|data:image\/(png|jpeg|gif|webp);base64,)/i.test(value.trim())
  return !reachesOut(value)
}

/** Whether a text refers to something external: any url() except url(#id), @import or javascript:. */
function reachesOut(text: string): boolean {
  return /url\(\s*['"]?(?!#|['"]?#)|@import|javascript:|expression\(/i.test(text)
}
