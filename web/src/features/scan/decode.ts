import decodeQR from 'qr/decode.js'

type Drawable = HTMLVideoElement | ImageBitmap | HTMLImageElement

const sizeOf = (source: Drawable) =>
  source instanceof HTMLVideoElement
    ? { width: source.videoWidth, height: source.videoHeight }
    : { width: source.width, height: source.height }

/** Milliseconds for harder tries: a frame has a successor, a photo has not. */
const patience = { frame: 30, photo: 400 }

let canvas: HTMLCanvasElement | undefined

/** The text of the QR code in a picture whose longer side is brought to `longest`; null when none is read. */
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
    // No code in it, or one that cannot be read.
    return null
  }
}

export const decodeFrame = (video: HTMLVideoElement): string | null => decode(video, 720, patience.frame)

/** A photo is tried at several sizes: a code may be small in a large one, or blurred until it is made smaller. */
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
