import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import type { ChapterKind, ResourceKind } from '../modules/catalogue/schema'
import type { StoredMedia } from '../modules/media/store'
import type { ContentFolder } from './folder'
import type { CurriculumRef } from './ids'
import type { Paragraph } from './paragraphs'
import type { Problem, Problems } from './problems'
import type { QuestionStage } from './questions/stage'
import type { Renderer } from './renderer'

/** What every step of an import works with. */
export interface ImportContext {
  /** Null: only check. */
  db: Db | null
  storage: Storage
  renderer: Renderer
  stage: Stage
  problems: Problems
  now: number
  progress: (line: string) => void
}

export interface StagedBody {
  html: string
  plain: string
  paragraphs: Paragraph[]
}

export interface StagedVideo {
  media: StoredMedia
  poster: StoredMedia | null
}

export interface StagedChapter {
  slug: string
  title: string
  kind: ChapterKind
  parent: string | null
  after: string | null
  free: boolean
  test: string | null
  words: number
  minutes: number
  durationSeconds: number
  video: StagedVideo | null
  subtitles: StoredMedia | null
  /** Its name on the stage; null for a part or a video without notes. */
  body: string | null
}

export interface StagedResource {
  slug: string
  title: string
  kind: ResourceKind
  chapter: string | null
  media: StagedVideo | null
  url: string | null
  body: string | null
  /** The name a download gets. */
  name: string
}

/** A file that content was made from. Its text is read again when it is written; other files lie in the storage. */
export interface SourceFile {
  path: string
  mediaKey: string | null
}

/** A curriculum that was read and found right, ready to be written. */
export interface StagedCurriculum {
  ref: CurriculumRef
  title: string
  subtitle: string
  priceCents: number
  discountPercent: number
  subject: string
  teacher: string | null
  author: string
  summary: string
  introHtml: string
  cover: StoredMedia | null
  tags: string[]
  learners: number
  publishedAt: number
  /** Never offered: its questions are for exams. */
  hidden: boolean
  related: string[]
  chapters: StagedChapter[]
  resources: StagedResource[]
  questions: QuestionStage
  sources: SourceFile[]
  /** Losses and doubts. */
  notes: Problem[]
  folder: ContentFolder
  sourceHash: Buffer
}

/** A long book tells now and then how far it is. */
export function sayProgress({ progress }: ImportContext, what: string, done: number, total: number): void {
  if (done > 0 && done % 50 === 0) progress(`  ${what} ${done}/${total} 章节`)
}

/** Rendered chapters wait on disk between checking and writing, so that a long book costs no memory. */
export class Stage {
  private count = 0
  private constructor(private readonly folder: string) {}

  static async open(): Promise<Stage> {
    return new Stage(await mkdtemp(join(tmpdir(), 'dxx-import-')))
  }

  async put(body: StagedBody): Promise<string> {
    const name = String(++this.count)
    await writeFile(join(this.folder, name), JSON.stringify(body))
    return name
  }

  /** A file of its own for somebody who writes piece by piece. */
  newFile(): string {
    return join(this.folder, String(++this.count))
  }

  async take(name: string): Promise<StagedBody> {
    return JSON.parse(await readFile(join(this.folder, name), 'utf8')) as StagedBody
  }

  /** Changes a body that waits. */
  async change(name: string, change: (body: StagedBody) => StagedBody): Promise<void> {
    await writeFile(join(this.folder, name), JSON.stringify(change(await this.take(name))))
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}
