import type { CurriculumKind } from '@dxx/contract/shapes'
import type { Storage } from '../../adapters/storage/storage'
import type { Db } from '../../db/connection'
import type { Balance } from '../../text/balance'
import type { Renderer } from '../../text/renderer'
import type { ImportedPaper } from './paper'
import type { ReadableFormat } from './read-file'

export interface FileImport {
  db: Db
  storage: Storage
  renderer: Renderer
  path: string
  format?: ReadableFormat
  /** Target curriculum of the questions. */
  to: { kind: CurriculumKind; slug: string }
  /** Chapter for questions that name no chapter. */
  chapter?: string
  /** Whether to remove questions of an earlier import of this file that the file no longer contains. */
  remove?: boolean
  /** Whether to take questions of the file that the console changed or retired as well. */
  takeFiles?: boolean
  now: number
}

export interface FileReport {
  imported: number
  /** Rejected items with reasons. */
  refused: { line: number; item: string; reason: string }[]
  /** Import warnings of accepted items. */
  notes: { line: number; item: string; note: string }[]
  /** Slugs of questions of an earlier import of this file that the file no longer contains and that were kept. */
  kept: string[]
  removed: string[]
  /** Counts of content in the imported questions: in the file, and imported. */
  balance: Balance
  /** Tests in the file, for exam files or exam drafts that staff must complete. */
  papers: ImportedPaper[]
  /** Whether neither the file nor its questions changed since the last import, so that nothing was written. */
  unchanged: boolean
}
