import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** Position in a book. */
export interface BookPlace {
  /** Path in the archive. */
  path: string
  line: number
}

/** A rejected book, with the reason. */
export class EpubError extends Error {
  constructor(
    message: string,
    /** Null for the book as a whole. */
    readonly place: BookPlace | null = null,
  ) {
    super(message)
  }
}

/** An import warning about content that could not be converted. */
export interface Loss extends BookPlace {
  text: string
}

const megabyte = 1024 * 1024
const limits = {
  entries: 10_000,
  total: 500 * megabyte,
  entry: 100 * megabyte,
  /** Text compresses ten- to twentyfold; much higher ratios indicate a decompression bomb. */
  ratio: 200,
  ratioFrom: 8 * megabyte,
}

/** Message for a file that is no archive at all. */
export const notAnArchive = '打不开：不是有效的 EPUB 或 zip 文件，或文件不完整'

const symlink = 0o120000
const fileKind = 0o170000

/** The entries of a book's archive by name, each limited to its declared size. */
export class EpubZip {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(path: string): Promise<EpubZip> {
    let zip: ZipFile
    try {
      zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    } catch {
      throw new EpubError(notAnArchive)
    }
    try {
      return new EpubZip(zip, await readEntries(zip))
    } catch (error) {
      zip.close()
      if (error instanceof EpubError) throw error
      if (/invalid relative path|absolute path/.test((error as Error).message))
        throw new EpubError('压缩包里有指向外面的路径')
      throw new EpubError('压缩包已损坏')
    }
  }

  get names(): string[] {
    return [...this.entries.keys()]
  }

  has(name: string): boolean {
    return this.entries.has(name.normalize('NFC'))
  }

  /** Returns null if the entry does not exist. */
  async read(name: string): Promise<Buffer | null> {
    const entry = this.entries.get(name.normalize('NFC'))
    if (!entry) return null
    try {
      const chunks: Buffer[] = []
      for await (const chunk of await this.zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    } catch {
      throw new EpubError('压缩包里的这个文件已损坏', { path: name, line: 0 })
    }
  }

  close(): void {
    this.zip.close()
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw new EpubError(`压缩包里的文件太多（${zip.entryCount} 个）`)
  const entries = new Map<string, Entry>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry
    if (fileName.endsWith('/')) continue
    if (((entry.externalFileAttributes >>> 16) & fileKind) === symlink)
      throw new EpubError('压缩包里有指向别处的链接文件')
    if (entry.isEncrypted()) throw new EpubError('压缩包有密码')
    total += uncompressedSize
    const bursts = uncompressedSize > limits.ratioFrom && uncompressedSize > limits.ratio * compressedSize
    if (bursts || uncompressedSize > limits.entry || total > limits.total)
      throw new EpubError('压缩包解开后太大，可能是恶意文件')
    const name = fileName.normalize('NFC')
    if (!entries.has(name)) entries.set(name, entry)
  }
  return entries
}
