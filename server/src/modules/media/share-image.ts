import { buffer } from 'node:stream/consumers'
import { gradients, type Motif, motifs } from '@dxx/contract/rules/cover-art'
import { CurriculumKind } from '@dxx/contract/shapes'
import type { Storage } from '../../adapters/storage/storage'
import { concurrencyLimit } from '../../base/concurrency-limit'
import { loadSharp, maxPixels } from './images'

/** WeChat share cards show a square of at least 300 px and support neither WebP nor SVG. */
const side = 500
/** Maximum size of a source image: every stored cover is smaller. */
const maxBytes = 20 * 1024 * 1024

const queue = concurrencyLimit({ running: 1, waiting: 50 })
const running = new Map<string, Promise<Buffer | null>>()

/**
 * Returns the square JPEG of a share card: cropped from a public image (`p/<name>.jpg`), or drawn for a curriculum
 * without a cover (`art/<gradient>-<motif>-<kind>.jpg`). The JPEG is created once and stored. Null for unknown images.
 */
export function shareImage(storage: Storage, path: string): Promise<Buffer | null> {
  const source = sourceOf(path)
  if (!source) return Promise.resolve(null)
  const key = `p/share-${path.replaceAll('/', '-')}`
  let image = running.get(key)
  if (!image) {
    image = storedOrMade(storage, key, source).finally(() => running.delete(key))
    running.set(key, image)
  }
  return image
}

type Source = { key: string } | { svg: string }

function sourceOf(path: string): Source | null {
  // Excludes avatars (`p/u…`): an avatar can be deleted, but its stored square would remain.
  const [, key] = /^(p\/(?!u)[A-Za-z0-9_-][A-Za-z0-9._-]*\.(?:webp|png|jpe?g|gif|avif|svg))\.jpg$/.exec(path) ?? []
  if (key) return { key }
  const [, gradient = '', motif = '', kind = ''] = /^art\/(\d)-([a-z]+)-([a-z]+)\.jpg$/.exec(path) ?? []
  const colours = gradients[Number(gradient)]
  const drawing = motifs.find((one) => one === motif)
  const glyph = CurriculumKind.safeParse(kind).success ? glyphs[kind as CurriculumKind] : undefined
  return gradient && colours && drawing && glyph ? { svg: drawCover(colours, drawing, glyph) } : null
}

async function storedOrMade(storage: Storage, key: string, source: Source): Promise<Buffer | null> {
  if ((await storage.size(key)) !== null) return buffer(await storage.read(key))
  let input: Buffer
  if ('svg' in source) input = Buffer.from(source.svg)
  else {
    const size = await storage.size(source.key)
    if (size === null || size > maxBytes) return null
    input = await buffer(await storage.read(source.key))
  }
  const image = await queue(() => square(input))
  if (image) await storage.put(key, image, 'image/jpeg')
  return image
}

/** Crops an image to a square JPEG; null if the content is not an image. */
async function square(input: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp()
  return sharp(input, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'cover', position: 'attention' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 86 })
    .toBuffer()
    .catch(() => null)
}

/** Line drawings on a 24 × 24 grid, without a title: the share card shows it, and a Chinese font may be missing. */
const glyphs: Record<CurriculumKind, string> = {
  course: '<rect x="2" y="4" width="20" height="16" rx="3"/><path d="m10 9 5 3-5 3z"/>',
  ebook:
    '<path d="M12 7v14M3 18a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h5a4 4 0 0 1 4 4 4 4 0 0 1 4-4h5a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-6a3 3 0 0 0-3 3 3 3 0 0 0-3-3z"/>',
  textbook: '<path d="M4 19.5v-15A2.5 2.5 0 0 1 6.5 2H20v20H6.5a2.5 2.5 0 0 1 0-5H20M9 7h7M9 11h5"/>',
  bank: '<path d="m3 6 1.5 1.5L7 5M3 12l1.5 1.5L7 11M3 18l1.5 1.5L7 17M11 6h10M11 12h10M11 18h10"/>',
}

const drawings: Record<Motif, string> = {
  circle: '',
  rings: '<circle cx="106" cy="106" r="34"/><circle cx="106" cy="106" r="52"/><circle cx="106" cy="106" r="70"/>',
  waves: [0, 12, 24].map((y) => `<path d="M36 ${112 - y}q20-24 40 0t40 0 40 0"/>`).join(''),
  grid: [0, 14, 28, 42].map((step) => `<path d="M${64 + step} 64v60M64 ${64 + step}h60"/>`).join(''),
}

/** Draws the cover of an item as a square, with the gradient and motif of the item's page. */
function drawCover([from, to]: readonly [string, string], motif: Motif, glyph: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="${side}" height="${side}">
    <linearGradient id="g" x1=".2" y1="0" x2=".8" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
    <rect width="120" height="120" fill="url(#g)"/>
    <g fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1.5">${drawings[motif]}</g>
    <circle cx="106" cy="106" r="42" fill="#fff" fill-opacity=".15"/>
    <g transform="translate(30 30) scale(2.5)" fill="none" stroke="#fff" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">${glyph}</g>
  </svg>`
}
