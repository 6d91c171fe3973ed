import type { MediaKind } from '../../db/schema/media'

/**
 * Known types by extension of stored files. The extension follows from the content, not from the name a client sent.
 * Only types that browsers display without running code are shown inline; the others are downloaded.
 */
interface FileType {
  mime: string
  kind: MediaKind
  shown: boolean
}

const shown = (mime: string, kind: MediaKind): FileType => ({ mime, kind, shown: true })
const download = (mime: string, kind: MediaKind = 'file'): FileType => ({ mime, kind, shown: false })
const office = 'application/vnd.openxmlformats-officedocument'

export const fileTypes = {
  png: shown('image/png', 'image'),
  jpg: shown('image/jpeg', 'image'),
  gif: shown('image/gif', 'image'),
  webp: shown('image/webp', 'image'),
  avif: shown('image/avif', 'image'),
  // Downloaded, because an SVG opened directly can run scripts; as an <img> it cannot.
  svg: download('image/svg+xml', 'image'),
  mp4: shown('video/mp4', 'video'),
  webm: shown('video/webm', 'video'),
  m3u8: shown('application/vnd.apple.mpegurl', 'video'),
  ts: shown('video/mp2t', 'video'),
  m4s: shown('video/iso.segment', 'video'),
  mp3: shown('audio/mpeg', 'audio'),
  m4a: shown('audio/mp4', 'audio'),
  ogg: shown('audio/ogg', 'audio'),
  wav: shown('audio/wav', 'audio'),
  flac: shown('audio/flac', 'audio'),
  pdf: shown('application/pdf', 'file'),
  txt: shown('text/plain; charset=utf-8', 'file'),
  csv: shown('text/csv; charset=utf-8', 'file'),
  vtt: shown('text/vtt; charset=utf-8', 'file'),
  docx: download(`${office}.wordprocessingml.document`),
  xlsx: download(`${office}.spreadsheetml.sheet`),
  pptx: download(`${office}.presentationml.presentation`),
  doc: download('application/msword'),
  xls: download('application/vnd.ms-excel'),
  ppt: download('application/vnd.ms-powerpoint'),
  epub: download('application/epub+zip'),
  zip: download('application/zip'),
  html: download('text/html; charset=utf-8'),
  bin: download('application/octet-stream'),
} satisfies Record<string, FileType>

export type Ending = keyof typeof fileTypes

export const endingOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

export const typeOf = (key: string): FileType => fileTypes[endingOf(key) as Ending] ?? fileTypes.bin
