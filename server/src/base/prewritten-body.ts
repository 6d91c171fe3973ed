import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Shared tail of many responses, serialised and compressed once. It must close what the head opened. */
export class SharedText {
  readonly raw: Buffer
  readonly deflated: Buffer

  constructor(text: string) {
    this.raw = Buffer.from(text)
    this.deflated = deflateRawSync(this.raw, { level: 9 })
  }
}

/**
 * A response serialised beforehand, bypassing the response schema: its creator must parse its contents with the call's
 * shapes. Compressed, it is one gzip member: the deflate stream of the head ends on a byte boundary and is followed by
 * that of the shared tail.
 */
export class PrewrittenBody {
  private readonly head: Buffer

  constructor(
    head: string,
    private readonly shared: SharedText,
  ) {
    this.head = Buffer.from(head)
  }

  plain(): Buffer {
    return Buffer.concat([this.head, this.shared.raw])
  }

  gzip(): Buffer {
    const { head, shared } = this
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(shared.raw, crc32(head)), 0)
    trailer.writeUInt32LE((head.length + shared.raw.length) % 2 ** 32, 4)
    const begun = deflateRawSync(head, { level: 1, finishFlush: constants.Z_SYNC_FLUSH })
    return Buffer.concat([gzipHeader, begun, shared.deflated, trailer])
  }
}

/** Magic, deflate, no flags, no time, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
