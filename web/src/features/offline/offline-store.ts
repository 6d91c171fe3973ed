import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { createStore, del, delMany, entries, get, keys, set } from 'idb-keyval'

/**
 * Offline copies in IndexedDB, which unlike Cache Storage also works on plain http. All keys start with the user's id.
 * Two databases, so that listing the records does not read the files.
 */
const records = createStore('dxx-offline', 'chapters')
const files = createStore('dxx-offline-files', 'files')

/** `stopped`: interrupted or failed, see `problem`; downloading again resumes. */
type OfflineState = 'waiting' | 'loading' | 'kept' | 'stopped'

export interface ChapterRef {
  id: string
  title: string
  /** Position in the table of contents; missing in records of previous versions. */
  position?: number
}

export interface OfflineChapter {
  userId: string
  curriculum: CurriculumCard
  chapter: ChapterRef
  state: OfflineState
  problem: string
  /** Downloaded share of the chapter's files, as an integer percentage. */
  percent: number
  bytes: number
  /** When the download was requested, Unix seconds. */
  at: number
}

const slotOf = (userId: string, chapterId: string) => `${userId}/${chapterId}`

/** Key of a file that is the same for all its signed URLs, whose signatures change hourly. */
export function mediaKey(url: string): string {
  const { pathname } = new URL(url, location.href)
  return pathname.replace(/^\/media\/s\/[^/]+\//, '').replace(/^\/media\//, '')
}

/** Sorts 第 2 章 before 第 10 章. */
const byTitle = new Intl.Collator('zh-CN', { numeric: true })

/** Sorts by the table of contents, or by title if the position is unknown. */
export function compareChapters(a: ChapterRef, b: ChapterRef): number {
  if (a.position !== undefined && b.position !== undefined) return a.position - b.position
  return byTitle.compare(a.title, b.title)
}

/** Lists the user's downloads, in the order requested. */
export async function readChapters(userId: string): Promise<OfflineChapter[]> {
  const all = await entries<string, OfflineChapter>(records)
  return all
    .filter(([slot]) => slot.startsWith(`${userId}/`))
    .map(([, record]) => record)
    .sort((a, b) => a.at - b.at)
}

export const readChapter = (userId: string, chapterId: string): Promise<OfflineChapter | undefined> =>
  get(slotOf(userId, chapterId), records)

export const writeChapter = (record: OfflineChapter): Promise<void> =>
  set(slotOf(record.userId, record.chapter.id), record, records)

/** Removes a chapter and its files. The record is deleted first: without files it would be a broken chapter. */
export async function dropChapter(userId: string, chapterId: string): Promise<void> {
  const slot = slotOf(userId, chapterId)
  await del(slot, records)
  const owned = await keys<string>(files)
  await delMany(
    owned.filter((key) => key.startsWith(`${slot}/`)),
    files,
  )
}

export const readFile = (userId: string, chapterId: string, name: string): Promise<Blob | undefined> =>
  get(`${slotOf(userId, chapterId)}/${name}`, files)

export const writeFile = (userId: string, chapterId: string, name: string, content: Blob): Promise<void> =>
  set(`${slotOf(userId, chapterId)}/${name}`, content, files)

/** File name of the response that the chapter's page renders. */
export const responseFileName = 'answer.json'
