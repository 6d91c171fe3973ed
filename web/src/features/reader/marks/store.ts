import type { Highlight, HighlightChange } from '@dxx/contract/calls/reading'
import { createStore, get, keys, update } from 'idb-keyval'
import { useEffect, useSyncExternalStore } from 'react'
import { callApi } from '../../../api/client'
import { serverNow } from '../../../api/clock'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { sessionScope, userId } from '../../../state/owner'
import { ensureUser } from '../../../state/session'
import { afterAnswer, type Book, changed, emptyBook, removed, type SyncAnswer, sending } from './book'

/**
 * Highlights and bookmarks live on the device first: every change is kept at once and sent when the network allows, and
 * what other devices did comes back with the same call. One book of one user is one entry; several tabs change it
 * through transactions, so that none overwrites what another has waiting.
 */
const storage = createStore('dxx-marks', 'books')

interface Shelf {
  book: Book
  /** Whether the device's copy has been read. */
  ready: boolean
  listeners: Set<() => void>
  syncing: Promise<void> | null
}

const shelves = new Map<string, Shelf>()
const retryEvery = 30_000

const slotOf = (owner: string, id: string) => `${owner}:${id}`
const ownerNow = () => userId() ?? sessionScope()

function shelfOf(slot: string): Shelf {
  let shelf = shelves.get(slot)
  if (!shelf) {
    shelf = { book: emptyBook, ready: false, listeners: new Set(), syncing: null }
    shelves.set(slot, shelf)
  }
  return shelf
}

/** Changes a book here and on the device in the same way. Without storage it lives as long as the page. */
function apply(slot: string, change: (book: Book) => Book): void {
  const shelf = shelfOf(slot)
  shelf.book = change(shelf.book)
  for (const listener of [...shelf.listeners]) listener()
  update<Book>(slot, (kept) => change(kept ?? emptyBook), storage).catch(() => {})
}

async function open(slot: string): Promise<void> {
  const shelf = shelfOf(slot)
  if (shelf.ready) return
  const kept = await get<Book>(slot, storage).catch(() => undefined)
  if (shelf.ready) return
  shelf.ready = true
  // What was marked before it was read has been written on top of it already.
  if (kept && shelf.book === emptyBook) shelf.book = kept
  for (const listener of [...shelf.listeners]) listener()
}

/** Sends what waits and takes what others did; nothing is lost when it fails. */
export function syncMarks(id: string): Promise<void> {
  const owner = ownerNow()
  const slot = slotOf(owner, id)
  const shelf = shelfOf(slot)
  shelf.syncing ??= exchange(owner, slot, id).finally(() => {
    shelf.syncing = null
  })
  return shelf.syncing
}

async function exchange(owner: string, slot: string, id: string): Promise<void> {
  await open(slot)
  for (let rounds = 0; rounds < 50; rounds++) {
    const sent = sending(shelfOf(slot).book)
    let answer: SyncAnswer
    try {
      answer = await callApi('POST /v1/highlights_sync', { id, ...sent })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return
    }
    // Somebody else has logged in meanwhile: the answer is not theirs.
    if (ownerNow() !== owner) return
    apply(slot, (book) => afterAnswer(book, sent, answer))
    if (answer.refused.length > 0) toast('有划线没能保存：内容已变动或没有权限')
    const { changes, removals } = shelfOf(slot).book
    if (!answer.hasMore && changes.length + removals.length === 0) return
  }
}

/** Whatever books of this user still have something to send, also those that are not open. */
async function syncOthers(owner: string): Promise<void> {
  const slots = await keys<string>(storage).catch(() => [])
  for (const slot of slots.filter((one) => one.startsWith(`${owner}:`))) {
    const book = await get<Book>(slot, storage).catch(() => undefined)
    if (book && book.changes.length + book.removals.length > 0) await syncMarks(slot.slice(owner.length + 1))
  }
}

export interface Marks {
  list: readonly Highlight[]
  /** How many changes have not reached the server yet. */
  waiting: number
  put(change: Omit<HighlightChange, 'at' | 'curriculumId'>, chapterTitle: string): void
  remove(id: string): void
}

/** The highlights and bookmarks of a book, as this device knows them. */
export function useMarks(curriculum: Highlight['curriculum'] | undefined): Marks {
  const id = curriculum?.id ?? ''
  const slot = slotOf(ownerNow(), id)
  const book = useSyncExternalStore(
    (listener) => {
      const { listeners } = shelfOf(slot)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shelfOf(slot).book,
  )

  useEffect(() => {
    if (!id) return
    const sync = () => {
      if (!document.hidden) void syncMarks(id)
    }
    void ensureUser().then(() => {
      sync()
      return syncOthers(ownerNow())
    })
    const timer = setInterval(() => {
      const { changes, removals } = shelfOf(slotOf(ownerNow(), id)).book
      if (changes.length + removals.length > 0) sync()
    }, retryEvery)
    addEventListener('online', sync)
    document.addEventListener('visibilitychange', sync)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sync)
      document.removeEventListener('visibilitychange', sync)
    }
  }, [id])

  return {
    list: book.list,
    waiting: book.changes.length + book.removals.length,
    put: (change, chapterTitle) => {
      if (!curriculum) return
      const full = { ...change, curriculumId: id, at: serverNow() }
      apply(slotOf(ownerNow(), id), (now) => changed(now, full, { curriculum, chapterTitle }))
      void syncMarks(id)
    },
    remove: (which) => {
      apply(slotOf(ownerNow(), id), (now) => removed(now, which, serverNow()))
      void syncMarks(id)
    },
  }
}
