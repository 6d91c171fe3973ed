import { type FileHandle, open } from 'node:fs/promises'
import { MediaError } from './images'

export interface VideoFacts {
  durationSeconds: number
  width: number | null
  height: number | null
  /** Whether playback can start before the whole file is loaded. */
  streamable: boolean
}

interface Box {
  type: string
  /** Offsets of the content. */
  start: number
  end: number
}

/** Maximum size of the `moov` box: far above that of a video of several hours. */
const maxHeader = 64 * 1024 * 1024

/** Reads length and dimensions of an mp4 from its boxes. */
export async function readMp4(path: string): Promise<VideoFacts> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const boxes = await topBoxes(handle, size)
    const moov = boxes.find(({ type }) => type === 'moov')
    if (!moov || moov.end - moov.start > maxHeader) throw new MediaError('视频没有可读的头信息，可能已损坏')
    const header = Buffer.alloc(moov.end - moov.start)
    await handle.read(header, 0, header.length, moov.start)
    const facts = readMoov(header)
    if (!(facts.durationSeconds > 0)) throw new MediaError('视频没有时长，可能已损坏')
    const data = boxes.find(({ type }) => type === 'mdat')
    return { ...facts, streamable: !data || moov.start < data.start }
  } finally {
    await handle.close()
  }
}

async function topBoxes(handle: FileHandle, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  const head = Buffer.alloc(16)
  for (let at = 0; at + 8 <= size && boxes.length < 1000; ) {
    await handle.read(head, 0, 16, at)
    const long = head.readUInt32BE(0) === 1
    const length = long ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0) || size - at
    if (length < 8 || at + length > size) throw new MediaError('视频不完整，可能没有下载完')
    boxes.push({ type: head.toString('latin1', 4, 8), start: at + (long ? 16 : 8), end: at + length })
    at += length
  }
  return boxes
}

function* boxesIn(buffer: Buffer, start: number, end: number): Generator<Box> {
  for (let at = start; at + 8 <= end; ) {
    const length = buffer.readUInt32BE(at)
    if (length < 8 || at + length > end) return
    yield { type: buffer.toString('latin1', at + 4, at + 8), start: at + 8, end: at + length }
    at += length
  }
}

function readMoov(moov: Buffer): Omit<VideoFacts, 'streamable'> {
  let durationSeconds = 0
  let width: number | null = null
  let height: number | null = null
  for (const box of boxesIn(moov, 0, moov.length)) {
    if (box.type === 'mvhd') durationSeconds = readDuration(moov, box)
    if (box.type !== 'trak') continue
    for (const inner of boxesIn(moov, box.start, box.end)) {
      // The last eight bytes are width and height as 16.16 fixed point; both are 0 for audio tracks.
      if (inner.type !== 'tkhd' || inner.end - inner.start < 84) continue
      const wide = moov.readUInt32BE(inner.end - 8) / 65_536
      if (wide > 0) {
        width = Math.round(wide)
        height = Math.round(moov.readUInt32BE(inner.end - 4) / 65_536)
      }
    }
  }
  return { durationSeconds, width, height }
}

function readDuration(buffer: Buffer, { start, end }: Box): number {
  const long = buffer[start] === 1
  if (end - start < (long ? 32 : 20)) return 0
  const scale = buffer.readUInt32BE(start + (long ? 20 : 12))
  const duration = long ? Number(buffer.readBigUInt64BE(start + 24)) : buffer.readUInt32BE(start + 16)
  return scale > 0 ? duration / scale : 0
}
