import { hash } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { ResponseCode } from '@dxx/contract/envelope'

/** Text that many responses contain, serialised and compressed once. */
export class SharedText {
  readonly raw: Buffer
  readonly deflated: Buffer

  /** `of`: whether all users get the text, or one user, who rarely gets the same text twice. */
  constructor(text: string, of: 'all' | 'one' = 'all') {
    this.raw = Buffer.from(text)
    this.deflated = deflateRawSync(this.raw, of === 'all' ? smallest : small)
  }
}

/**
 * A response body serialised beforehand. It bypasses the response schema, so the code that creates it must parse the
 * data with the call's shapes. `gzip()` returns one gzip member: the deflate stream of each part ends on a byte
 * boundary, so that the streams can be concatenated.
 */
export class PrewrittenBody {
  private readonly parts: (Buffer | SharedText)[]

  constructor(...parts: (string | SharedText)[]) {
    this.parts = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  }

  plain(): Buffer {
    return Buffer.concat(this.parts.map(rawOf))
  }

  gzip(): Buffer {
    let sum = 0
    let length = 0
    for (const part of this.parts) {
      const raw = rawOf(part)
      // crc32 of an empty buffer would reset the checksum.
      if (raw.length > 0) sum = crc32(raw, sum)
      length += raw.length
    }
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(sum, 0)
    trailer.writeUInt32LE(length % 2 ** 32, 4)
    return Buffer.concat([gzipHeader, ...this.parts.map(deflatedOf), lastBlock, trailer])
  }
}

/** A whole response that is the same for all guests, with its entity tag. */
export class SharedBody extends PrewrittenBody {
  readonly tag: string
  private readonly written: { plain: Buffer; gzip: Buffer }

  constructor(text: string) {
    super(new SharedText(text))
    this.tag = `W/"${hash('sha1', text, 'base64url')}"`
    this.written = { plain: super.plain(), gzip: super.gzip() }
  }

  override plain(): Buffer {
    return this.written.plain
  }

  override gzip(): Buffer {
    return this.written.gzip
  }
}

/** Serialises the data of a call; drops fields that the call's shape does not declare. */
export const sharedBody = <T>(shape: { parse(data: T): unknown }, data: T) =>
  new SharedBody(JSON.stringify({ code: ResponseCode.ok, msg: '', data: shape.parse(data) }))

const rawOf = (part: Buffer | SharedText) => (part instanceof SharedText ? part.raw : part)
const deflatedOf = (part: Buffer | SharedText) =>
  part instanceof SharedText ? part.deflated : deflateRawSync(part, small)

const smallest = { level: 9, finishFlush: constants.Z_SYNC_FLUSH }

/** Settings for a few kilobytes per request: the defaults would take twice the time, mostly for their large buffers. */
const small = { level: 1, windowBits: 13, memLevel: 6, chunkSize: 4096, finishFlush: constants.Z_SYNC_FLUSH }

/** Magic number, deflate method, no flags, no time, unknown operating system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** An empty final block, because parts are compressed without knowing which of them is the last. */
const lastBlock = Buffer.from([3, 0])
