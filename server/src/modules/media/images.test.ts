import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeImage, isPhotograph } from './images'

describe('photographs stored as PNG', () => {
  const image = (colour: (x: number, y: number) => [number, number, number], alpha = 255) => {
    const data = Buffer.alloc(400 * 300 * 4)
    for (let at = 0; at < 400 * 300; at++) data.set([...colour(at % 400, Math.floor(at / 400)), alpha], at * 4)
    return sharp(data, { raw: { width: 400, height: 300, channels: 4 } })
      .png()
      .toBuffer()
  }
  // Noise over a gradient, as in a photograph.
  const noisy = (x: number, y: number): [number, number, number] => {
    const noise = (seed: number) => {
      const mixed = Math.imul((x * 65_537 + y) ^ (seed << 28), 0x9e3779b1)
      return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 27
    }
    return [(x + noise(1)) % 256, (y + noise(2)) % 256, (x + y + noise(3)) % 256]
  }

  it('isPhotograph recognises a photograph, but no drawing, gradient or transparent image', async () => {
    expect(await isPhotograph(await image(noisy))).toBe(true)
    expect(await isPhotograph(await image((x, y) => [noisy(x, y)[0], noisy(x, y)[0], noisy(x, y)[0]]))).toBe(true)
    expect(await isPhotograph(await image((x) => (x < 200 ? [255, 255, 255] : [0, 90, 200])))).toBe(false)
    expect(await isPhotograph(await image((x) => [x % 256, x % 256, x % 256]))).toBe(false)
    expect(await isPhotograph(await image(noisy, 200))).toBe(false)
  })

  it('a photograph uploaded as PNG is stored with less than twice the bytes of the same JPEG', async () => {
    const png = await image(noisy)
    const jpeg = await sharp(png).jpeg({ quality: 84 }).toBuffer()
    const [fromPng, fromJpeg] = await Promise.all(
      [png, jpeg].map((data) => encodeImage(data, { max: 1600, sizes: [] })),
    )
    expect(fromPng!.versions[0]!.data.length).toBeLessThan(2 * fromJpeg!.versions[0]!.data.length)
  })
})
