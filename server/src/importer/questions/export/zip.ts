import { type FileHandle, open, unlink } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** Writes a zip file entry by entry; only one chunk of an entry is in memory at a time. */
export class ZipWriter {
  private readonly directory: Buffer[] = []
  private at = 0

  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
  ) {}

  static async create(path: string): Promise<ZipWriter> {
    return new ZipWriter(await open(path, 'w'), path)
  }

  async add(name: string, body: string | Buffer | AsyncIterable<string | Buffer>): Promise<void> {
    const pieces = typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body
    const nameBytes = Buffer.from(name)
    const start = this.at
    // Skips the header, which is written at the end, when the sizes are known.
    this.at += 30 + nameBytes.length
    let [crc, size, packed] = [0, 0, 0]
    async function* measured() {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece)
        crc = crc32(bytes, crc)
        size += bytes.length
        yield bytes
      }
    }
    // A pipeline, so that an error of the source rejects; a pipe would end the process.
    await pipeline(measured, createDeflateRaw(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await this.write(chunk)
        packed += chunk.length
      }
    })
    if (size > 0xffff_ffff || this.at > 0xffff_ffff) throw new Error('压缩包超过 4 GB')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    // Names are UTF-8.
    common.writeUInt16LE(0x800, 2)
    common.writeUInt16LE(8, 4)
    // The date is always 1980-01-01, so that the same content gives the same file.
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(packed, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    await this.file.write(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes]), 0, null, start)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(start, 10)
    this.directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, nameBytes]))
  }

  async finish(): Promise<void> {
    const listing = Buffer.concat(this.directory)
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 0, 'latin1')
    end.writeUInt16LE(this.directory.length, 8)
    end.writeUInt16LE(this.directory.length, 10)
    end.writeUInt32LE(listing.length, 12)
    end.writeUInt32LE(this.at, 16)
    await this.write(Buffer.concat([listing, end]))
    await this.file.close()
  }

  /** Removes the incomplete file. */
  async abandon(): Promise<void> {
    await this.file.close()
    await unlink(this.path)
  }

  private async write(bytes: Buffer): Promise<void> {
    await this.file.write(bytes, 0, null, this.at)
    this.at += bytes.length
  }
}
