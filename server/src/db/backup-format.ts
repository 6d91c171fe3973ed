/**
 * A backup is a gzip file with a header line, the tables and an end line. Each table has a line with its name and
 * columns, its rows as COPY text in chunks `<length>\n<bytes>`, the line `0` and a line with row count and checksum.
 */
export const formatName = 'dxx-backup'
export const formatVersion = 1
export const endLine = '{"end":true}'

export interface Header {
  format: typeof formatName
  version: number
  createdAt: number
  migrations: string[]
}

export interface TableStart {
  table: string
  columns: string[]
}

export interface TableEnd {
  rows: number
  sha256: string
}

/** Maximum length of a chunk. Valid chunks are never larger, and a corrupt length must not allocate all memory. */
const maxBytes = 16 * 1024 * 1024

export class DamagedBackup extends Error {
  constructor() {
    super('备份文件不完整或已损坏，数据库没有改动。请换一份备份再试')
  }
}

/** Reads lines and chunks from a stream, buffering little more than one chunk at a time. */
export class Reader {
  #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf('\n')
      if (end >= 0) return this.#take(end + 1).toString('utf8', 0, end)
      await this.#more()
    }
  }

  async json<T>(): Promise<T> {
    const line = await this.line()
    try {
      return JSON.parse(line)
    } catch {
      throw new DamagedBackup()
    }
  }

  /** Yields the chunks up to the one of length zero. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const length = Number(await this.line())
      if (length === 0) return
      if (!(length > 0 && length <= maxBytes)) throw new DamagedBackup()
      while (this.#rest.length < length) await this.#more()
      yield this.#take(length)
    }
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  async #more(): Promise<void> {
    if (this.#rest.length > maxBytes) throw new DamagedBackup()
    const next = await this.#chunks.next().catch(() => {
      // gunzip fails if the file was truncated or changed.
      throw new DamagedBackup()
    })
    if (next.done) throw new DamagedBackup()
    this.#rest = Buffer.concat([this.#rest, next.value])
  }
}
