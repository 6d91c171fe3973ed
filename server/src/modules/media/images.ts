export class MediaError extends Error {}

/** Maximum number of pixels. Phone cameras produce fewer; an image that claims more may be a decompression bomb. */
export const maxPixels = 50_000_000

/** Loads the image library on first use: most commands and many servers never need it. */
export const loadSharp = async () => (await import('sharp')).default

interface ImageVersion {
  width: number
  data: Buffer
}

export interface EncodedImage {
  width: number
  height: number
  /** Full size first, then smaller ones. */
  versions: ImageVersion[]
}

/** Decodes an image and re-encodes it as WebP in several sizes, which removes hidden data. */
export async function encodeImage(
  input: Buffer | string,
  { max, sizes }: { max: number; sizes: number[] },
): Promise<EncodedImage> {
  try {
    const sharp = await loadSharp()
    const open = () => sharp(input, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
    const { format, width: wide = 0, height: high = 0 } = await open().metadata()
    // Drawings are stored near-lossless; photographs get a lower quality, which makes them smaller.
    const isDrawn = format === 'gif' || (format === 'png' && !(await isPhotograph(input)))
    const options = isDrawn ? { nearLossless: true } : { quality: 84 }
    const write = (width: number) =>
      open()
        .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
        .webp(options)
        .toBuffer({ resolveWithObject: true })
    const whole = await write(max)
    const versions = [{ width: whole.info.width, data: whole.data }]
    for (const size of sizes) {
      if (size < Math.max(whole.info.width, whole.info.height))
        versions.push({ width: size, data: (await write(size)).data })
    }
    if (wide === 0 || high === 0) throw new Error('empty')
    return { width: whole.info.width, height: whole.info.height, versions }
  } catch (error) {
    throw new MediaError(
      /exceeds pixel limit/i.test((error as Error).message) ? '图片的像素太多' : '图片打不开，可能已损坏',
    )
  }
}

const sampled = 96
/** Minimum ratio of different colours to pixels in a photograph. Drawings and screenshots have a far lower ratio. */
const minColours = 0.4
/**
 * Minimum ratio of different pairs of neighbours in a grey image, which has at most 256 tones: a photograph had 0.37, a
 * scanned page 0.21, a gradient 0.13.
 */
const minGreyPairs = 0.3

/** Whether an opaque image has the many colours of a photograph: some authors store photographs as PNG. */
export async function isPhotograph(input: Buffer | string): Promise<boolean> {
  const sharp = await loadSharp()
  const open = () => sharp(input, { limitInputPixels: maxPixels, failOn: 'error' })
  const { data, info } = await open()
    .resize({ width: sampled, height: sampled, fit: 'inside', kernel: 'nearest', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = info.width * info.height
  const [colours, pairs] = [new Set<number>(), new Set<number>()]
  let isGrey = true
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) return false
    colours.add(data.readUIntBE(at, 3))
    isGrey &&= data[at] === data[at + 1] && data[at] === data[at + 2]
    if (isGrey && at > 0) pairs.add(256 * data[at - 4]! + data[at]!)
  }
  // A small image has too few pixels for a decision, and a lower quality would save little.
  const isVaried = isGrey ? pairs.size > pixels * minGreyPairs : colours.size > pixels * minColours
  return pixels >= 1024 && isVaried
}

/** Whether an image is animated; valid animations are stored unchanged. */
export async function isAnimated(input: Buffer | string): Promise<boolean> {
  try {
    const sharp = await loadSharp()
    const { pages = 1 } = await sharp(input, { limitInputPixels: maxPixels, animated: true }).metadata()
    return pages > 1
  } catch {
    return false
  }
}
