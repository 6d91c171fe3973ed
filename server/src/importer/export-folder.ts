import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../adapters/storage/storage'

export interface ExportReport {
  files: number
  /** Warnings about content that could not be exported unchanged. */
  notes: string[]
}

/** Target folder of an export; counts the files. */
export class ExportFolder {
  readonly report: ExportReport = { files: 0, notes: [] }

  constructor(
    private readonly root: string,
    private readonly storage: Storage,
  ) {}

  async text(path: string, text: string): Promise<void> {
    await writeFile(await this.prepare(path), text)
  }

  async media(path: string, key: string): Promise<void> {
    await pipeline(await this.storage.read(key), createWriteStream(await this.prepare(path)))
  }

  private async prepare(path: string): Promise<string> {
    const target = join(this.root, path)
    await mkdir(dirname(target), { recursive: true })
    this.report.files++
    return target
  }
}

/** Omits optional fields that are empty. */
export const given = (fields: Record<string, string | number | null | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value != null))
