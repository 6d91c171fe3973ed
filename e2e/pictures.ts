import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('pictures', import.meta.url))
const keeping = process.env.DXX_PICTURES === 'keep'
/**
 * Side in pixels of the squares that are compared by their mean: machines render fonts slightly differently, but the
 * mean stays almost equal.
 */
const side = 6
/** A square counts as changed if its mean (0 to 255) differs by more than this. */
const seen = 20

/**
 * Checks whether this machine has the fonts of the stored screenshots; with other fonts lines would break elsewhere.
 */
export async function sameLetters(page: Page): Promise<boolean> {
  const widths = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!
    return ['400 16px', '700 24px'].map((style) => {
      pen.font = `${style} ${getComputedStyle(document.body).fontFamily}`
      return ['从零读懂算法，边读边练', 'Python 0123456789 ¥'].map((text) => Math.round(pen.measureText(text).width))
    })
  })
  const storedFile = join(folder, 'letters.txt')
  if (keeping) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(storedFile, `${widths.flat().join(' ')}\n`)
  }
  return readFileSync(storedFile, 'utf8').trim() === widths.flat().join(' ')
}

/**
 * Returns the percentage of squares that differ from the stored screenshot. With `DXX_PICTURES=keep` stores the new
 * screenshot instead. Writes a screenshot that differs by more than 1 % next to the test for inspection.
 */
export async function differs(name: string, picture: Buffer): Promise<number> {
  const storedFile = join(folder, `${name}.png`)
  if (keeping) {
    await sharp(picture).png({ compressionLevel: 9 }).toFile(storedFile)
    return 0
  }
  if (!existsSync(storedFile))
    throw new Error(`${name} was never kept: DXX_PICTURES=keep npm test -- e2e/pictures.long.test.ts`)
  const [before, now] = await Promise.all([squares(storedFile), squares(picture)])
  if (before.length !== now.length) return 100
  const changed = now.filter((value, at) => Math.abs(value - before[at]!) > seen).length
  const percent = (100 * changed) / now.length
  if (percent > 1) writeFileSync(join(dirname(folder), `${name}.log.png`), picture)
  return percent
}

async function squares(picture: string | Buffer): Promise<Uint8Array> {
  const image = sharp(picture)
  const { width, height } = await image.metadata()
  const size = { width: Math.round(width / side), height: Math.round(height / side), fit: 'fill' as const }
  return new Uint8Array(
    await image
      .removeAlpha()
      .resize({ ...size, kernel: 'linear' })
      .raw()
      .toBuffer(),
  )
}
