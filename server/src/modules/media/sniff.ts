import { open } from 'node:fs/promises'
import { openPromise } from 'yauzl'
import { type Ending, endingOf } from './types'

const ascii = (text: string) => Buffer.from(text, 'latin1')
const signatures: [Ending, number, Buffer][] = [
  ['png', 0, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['jpg', 0, Buffer.from([0xff, 0xd8, 0xff])],
  ['gif', 0, ascii('GIF87a')],
  ['gif', 0, ascii('GIF89a')],
  ['webp', 8, ascii('WEBPVP8')],
  ['wav', 8, ascii('WAVEfmt ')],
  ['webm', 0, Buffer.from([0x1a, 0x45, 0xdf, 0xa3])],
  ['mp3', 0, ascii('ID3')],
  ['ogg', 0, ascii('OggS')],
  ['flac', 0, ascii('fLaC')],
  ['pdf', 0, ascii('%PDF-')],
  ['zip', 0, Buffer.from([0x50, 0x4b, 0x03, 0x04])],
  ['doc', 0, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
]
const headBytes = 4096

/**
 * Detects a file's type by content. The name decides only between types with equal content (old Office files, text).
 */
export async function sniffFile(path: string, name: string): Promise<Ending> {
  const handle = await open(path)
  let head: Buffer
  try {
    const buffer = Buffer.alloc(headBytes)
    const { bytesRead } = await handle.read(buffer, 0, headBytes, 0)
    head = buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
  const found = sniffHead(head, name)
  return found === 'zip' ? sniffZip(path) : found
}

export function sniffHead(head: Buffer, name: string): Ending {
  for (const [ending, offset, bytes] of signatures) {
    if (!head.subarray(offset, offset + bytes.length).equals(bytes)) continue
    return ending === 'doc' ? among(name, ['doc', 'xls', 'ppt'], 'bin') : ending
  }
  if (head.subarray(4, 8).toString('latin1') === 'ftyp') return brandOf(head)
  // MPEG audio without tags starts with a frame sync, then a valid layer and bit rate.
  if (head[0] === 0xff && (head[1]! & 0xe6) === 0xe2 && (head[2]! & 0xf0) !== 0xf0) return 'mp3'
  if (isText(head)) return textKind(head.toString('utf8'), name)
  // Chinese spreadsheets save tables as GB18030.
  return endingOf(name) === 'csv' && isText(head, 'gb18030') ? 'csv' : 'bin'
}

function brandOf(head: Buffer): Ending {
  const brand = head.subarray(8, 12).toString('latin1')
  if (/^avi[fs]$/.test(brand)) return 'avif'
  if (/^M4[AB] $/.test(brand)) return 'm4a'
  if (/^(isom|iso\d|mp4\d|avc1|dash|M4V |MSNV|qt {2}|cmf\w|f4v )$/.test(brand)) return 'mp4'
  return 'bin'
}

function isText(head: Buffer, encoding = 'utf-8'): boolean {
  if (head.includes(0)) return false
  // The head may end inside a multi-byte character, so the last bytes are not decoded.
  const whole = head.length < headBytes ? head : head.subarray(0, -4)
  try {
    new TextDecoder(encoding, { fatal: true }).decode(whole)
    return true
  } catch {
    return whole.length < head.length ? canDecodeShorter(head, encoding) : false
  }
}

function canDecodeShorter(head: Buffer, encoding: string): boolean {
  for (let cut = 1; cut < 4; cut++) {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(head.subarray(0, -4 - cut))
      return true
    } catch {}
  }
  return false
}

function textKind(text: string, name: string): Ending {
  const start = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  const declarations = /^(<\?xml[^>]*>\s*|<!--.*?-->\s*|<!doctype svg[^>]*>\s*)*/s.exec(start)?.[0].length ?? 0
  if (start.startsWith('<svg', declarations)) return 'svg'
  if (/^<(!doctype|html|head|body|script|\?xml|!--)/.test(start)) return 'html'
  if (start.startsWith('webvtt')) return 'vtt'
  if (start.startsWith('#extm3u')) return 'm3u8'
  return among(name, ['csv'], 'txt')
}

function among(name: string, allowed: Ending[], otherwise: Ending): Ending {
  return allowed.find((ending) => ending === endingOf(name)) ?? otherwise
}

const zipMarks: [Ending, RegExp][] = [
  ['docx', /^word\/document\.xml$/],
  ['xlsx', /^xl\/workbook\.xml$/],
  ['pptx', /^ppt\/presentation\.xml$/],
  ['epub', /^META-INF\/container\.xml$/],
]
const maxZipEntries = 10_000

async function sniffZip(path: string): Promise<Ending> {
  try {
    const zip = await openPromise(path, { autoClose: false })
    try {
      let count = 0
      for await (const entry of zip.eachEntry()) {
        const found = zipMarks.find(([, mark]) => mark.test(entry.fileName))
        if (found) return found[0]
        if (++count > maxZipEntries) break
      }
      return 'zip'
    } finally {
      zip.close()
    }
  } catch {
    return 'bin'
  }
}
