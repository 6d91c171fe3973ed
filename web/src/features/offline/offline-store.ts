import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { createStore, del, delMany, entries, get, keys, set } from 'idb-keyval'

/**
 * What is kept for use without a network, in IndexedDB: it also exists on plain http, where there is no Cache Storage.
 * Everything is keyed by user. Two databases, so that listing what is kept does not read the files themselves.
 */
const records = createStore('dxx-offline', 'chapters')
const files = createStore('dxx-offline-files', 'files')

/** `stopped`: it was interrupted or went wrong; `problem` says what, and keeping it again goes on from there. */
export type OfflineState = 'waiting' | 'loading' | 'kept' | 'stopped'

export interface OfflineChapter {
  userId: string
  curriculum: CurriculumCard
  chapter: { id: string; title: string }
  state: OfflineState
  problem: string
  /** Whole percent of its files. */
  percent: number
  bytes: number
  /** When it was asked for, Unix seconds. */
  at: number
}

const slotOf = (userId: string, chapterId: string) => `${userId}/${chapterId}`

/** The same for every link to a file: what a link is signed with changes by the hour. */
export function mediaKey(url: string): string {
  const { pathname } = new URL(url, location.href)
  return pathname.replace(/^\/media\/s\/[^/]+\//, '').replace(/^\/media\//, '')
}

/** Everything this user has kept or is keeping, in the order it was asked for. */
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

/** Removes a chapter and its files. The record goes first: a record without files would be a broken chapter. */
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

/** Under this name lies the answer that the chapter's page is drawn from. */
export const answerName = 'answer.json'
