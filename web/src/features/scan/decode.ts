import decodeQR from 'qr/decode.js'

type Drawable = HTMLVideoElement | ImageBitmap | HTMLImageElement

const sizeOf = (source: Drawable) =>
  source instanceof HTMLVideoElement
    ? { width: source.videoWidth, height: source.videoHeight }
    : { width: source.width, height: source.height }

/** Time limits of decoding in milliseconds; short for a video frame, because the next frame follows. */
const patience = { frame: 30, photo: 400 }

let canvas: HTMLCanvasElement | undefined

/** Decodes the QR code in a picture scaled to `longest`; null if there is none. */
function decode(source: Drawable, longest: number, timeLimit: number): string | null {
  const { width, height } = sizeOf(source)
  if (!width || !height) return null
  const scale = Math.min(1, longest / Math.max(width, height))
  canvas ??= document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height), { timeLimit }) || null
  } catch {
    // The picture contains no readable code.
    return null
  }
}

export const decodeFrame = (video: HTMLVideoElement): string | null => decode(video, 720, patience.frame)

/** Decodes a photo at several sizes: a code may be small in a large photo, or blurred until it is scaled down. */
export async function decodePhoto(file: Blob): Promise<string | null> {
  const image = await load(file)
  for (const longest of [1600, 800, 400]) {
    const text = decode(image, longest, patience.photo)
    if (text) return text
  }
  return null
}

async function load(file: Blob): Promise<Drawable> {
  if (typeof createImageBitmap === 'function') return createImageBitmap(file)
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
  } finally {
    URL.revokeObjectURL(image.src)
  }
  return image
}
