import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../adapters/storage/storage'
import type { CurriculumRef } from '../base/stable-ids'
import type { Db } from '../db/connection'
import type { ChapterKind, ResourceKind } from '../db/schema/catalogue'
import type { StoredMedia } from '../modules/media/store'
import type { Balance } from '../text/balance'
import { placeFormulas } from '../text/markdown/place-formulas'
import type { OutlineEntry } from '../text/outline'
import type { Paragraph } from '../text/paragraphs'
import type { Problem, Problems } from '../text/problems'
import type { Renderer } from '../text/renderer'
import type { TopicTexts } from '../text/terms'
import type { ContentFolder } from './folder'
import type { QuestionStage } from './questions/stage'
import type { ChangeOrigin } from './revisions'
import type { SourceFile, StagedVideo } from './staged-files'

/** Dependencies of every step of an import. */
export interface ImportContext {
  /** Null if the import only checks. */
  db: Db | null
  storage: Storage
  renderer: Renderer
  stage: Stage
  problems: Problems
  now: number
  /** Whether to remove entries that the files do not mention. */
  remove: boolean
  /** Whether values and texts that were set in the console are replaced too. */
  takeFiles: boolean
  origin: ChangeOrigin
  /** Report of values that stay because the console set them. */
  keptInConsole: string[]
  progress: (line: string) => unknown
  /** Counts of content in all staged texts: in the files, and stored. */
  balance: Balance
}

export interface StagedBody {
  html: string
  /** Formulas that are not yet in `html`; `take` places them. */
  formulas?: string[]
  /** Texts for the search index; absent if they are to be found in `html`. */
  topics?: TopicTexts
  plain: string
  paragraphs: Paragraph[]
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
  /** Name of the body in the staged content; null for a part or a video without notes. */
  body: string | null
  /** Places inside the chapter that the table of contents shows. */
  outline: OutlineEntry[]
}

export interface StagedResource {
  slug: string
  title: string
  kind: ResourceKind
  chapter: string | null
  media: StagedVideo | null
  url: string | null
  body: string | null
  /** File name of a download. */
  name: string
}

/** A valid curriculum, ready to be written. */
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
  /** Not published; the questions of a hidden bank are for exams only. */
  hidden: boolean
  related: string[]
  chapters: StagedChapter[]
  resources: StagedResource[]
  questions: QuestionStage
  /** Questions from files of other formats, by file name. */
  imported: Map<string, QuestionStage>
  sources: SourceFile[]
  /** Import warnings. */
  notes: Problem[]
  folder: ContentFolder
  sourceHash: Buffer
}

/** Reports the progress of a long book after every 50 chapters. */
export function sayProgress({ progress }: ImportContext, what: string, done: number, total: number): void {
  if (done > 0 && done % 50 === 0) progress(`  ${what} ${done}/${total} 章节`)
}

/** Stores rendered chapters on disk between checking and writing, so that a long book needs little memory. */
export class Stage {
  private count = 0
  private end = 0
  /** Where each body is in the file. */
  private readonly places = new Map<string, { start: number; length: number }>()

  private constructor(
    private readonly folder: string,
    /** One file for all bodies: opening a file for each would take as long as writing it. */
    private readonly file: FileHandle,
  ) {}

  static async open(): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'dxx-import-'))
    return new Stage(folder, await open(join(folder, 'bodies'), 'w+'))
  }

  async put(body: StagedBody): Promise<string> {
    const name = String(++this.count)
    await this.write(name, body)
    return name
  }

  /** Returns a new file for a caller that writes in chunks. */
  newFile(): string {
    return join(this.folder, String(++this.count))
  }

  async take(name: string): Promise<StagedBody> {
    const { start, length } = this.places.get(name)!
    const { buffer } = await this.file.read(Buffer.allocUnsafe(length), 0, length, start)
    const text = buffer.toString('utf8')
    const end = text.indexOf('\n')
    const { formulas = [], ...rest } = JSON.parse(text.slice(0, end)) as Omit<StagedBody, 'html'>
    return { ...rest, html: placeFormulas(text.slice(end + 1), formulas) }
  }

  async change(name: string, change: (body: StagedBody) => StagedBody): Promise<void> {
    await this.write(name, change(await this.take(name)))
  }

  /** The HTML, which is the longest part, follows the other fields unescaped. A changed body is written again. */
  private async write(name: string, { html, ...rest }: StagedBody): Promise<void> {
    const data = Buffer.from(`${JSON.stringify(rest)}\n${html}`)
    const place = { start: this.end, length: data.length }
    this.end += data.length
    const { bytesWritten } = await this.file.write(data, 0, data.length, place.start)
    if (bytesWritten < data.length) throw new Error('磁盘已满')
    this.places.set(name, place)
  }

  async close(): Promise<void> {
    await this.file.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}
