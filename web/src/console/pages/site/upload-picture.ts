import type { SiteSection } from '@dxx/contract/calls/staff/site-texts'
import { ApiError } from '../../../api/error'
import { callStaff } from '../../api/client'

/** Maximum number of bytes per call; base64 makes them a third longer. */
const mostBytes = 500_000
/** Side in pixels of the largest picture that students get; a larger one would only take longer to upload. */
const mostPixels = 1600

/** Adds a picture to the draft of a text. A large one is scaled down in the browser. */
export async function uploadPicture(section: SiteSection, slug: string, file: File) {
  const { path } = await callStaff('POST /staff/v1/site_text_picture', {
    section,
    slug,
    name: file.name.slice(-150) || '图',
    data: await pictureData(file),
  })
  return { path, kind: 'image', notes: [] as string[] }
}

/** The picture as base64, at most 500 KB. */
export async function pictureData(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw new ApiError('upload-refused', 0, '这里只能放图片')
  return base64Of(file.size <= mostBytes ? file : await shrunk(file))
}

async function shrunk(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new ApiError('upload-refused', 0, '图片打不开，请换一张')
  })
  const canvas = document.createElement('canvas')
  for (const [side, quality] of [
    [mostPixels, 0.85],
    [mostPixels, 0.7],
    [1000, 0.7],
  ] as const) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality))
    if (blob && blob.size <= mostBytes) return blob
  }
  throw new ApiError('upload-refused', 0, '图片太大，请压缩到 500 KB 以内')
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
