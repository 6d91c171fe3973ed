import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import type { Compiled } from './compile'

/**
 * Stores compiled questions on disk between checking and writing, so that memory use is independent of their number.
 */
export class QuestionStage {
  private file: WriteStream | null = null
  count = 0

  constructor(private readonly path: string) {}

  async add(compiled: Compiled): Promise<void> {
    this.file ??= createWriteStream(this.path)
    this.count++
    const { file } = this
    if (!file.write(`${JSON.stringify(compiled)}\n`)) await new Promise<void>((resolve) => file.once('drain', resolve))
  }

  /** Closes the file after the last question. */
  async end(): Promise<void> {
    if (!this.file) return
    this.file.end()
    await finished(this.file)
  }

  async *read(): AsyncGenerator<Compiled> {
    if (!this.file) return
    const input = createReadStream(this.path)
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      yield JSON.parse(line) as Compiled
  }
}
