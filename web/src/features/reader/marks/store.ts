import type { Highlight, HighlightChange } from '@dxx/contract/calls/reading'
import { createStore, del, get, keys, update } from 'idb-keyval'
import { useEffect, useSyncExternalStore } from 'react'
import { callApi } from '../../../api/client'
import { serverNow } from '../../../api/clock'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { sessionScope, userId } from '../../../state/owner'
import { ensureUser } from '../../../state/session'
import { noteWaiting } from '../../outbox/waiting'
import { afterAnswer, type Book, changed, emptyBook, joined, removed, type SyncAnswer, sending } from './book'

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
function apply(slot: string, change: (book: Book) => Book): Promise<void> {
  const shelf = shelfOf(slot)
  shelf.book = change(shelf.book)
  for (const listener of [...shelf.listeners]) listener()
  return update<Book>(slot, (kept) => change(kept ?? emptyBook), storage).catch(() => {})
}

async function open(slot: string): Promise<void> {
  const shelf = shelfOf(slot)
  if (shelf.ready) return
  const kept = await get<Book>(slot, storage).catch(() => undefined)
  if (shelf.ready) return
  shelf.ready = true
  // Something may have been marked before it was read.
  if (kept) shelf.book = joined(kept, shelf.book)
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
  // A tab that is closed by now may have left something.
  const kept = await get<Book>(slot, storage).catch(() => undefined)
  if (kept && joined(shelfOf(slot).book, kept) !== shelfOf(slot).book) void apply(slot, (book) => joined(book, kept))
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
    await apply(slot, (book) => afterAnswer(book, sent, answer))
    if (answer.refused.length > 0) toast('有划线没能保存：内容已变动或没有权限')
    if (!answer.hasMore && waitingIn(shelfOf(slot).book) === 0) return
  }
}

const waitingIn = ({ changes, removals }: Book) => changes.length + removals.length

/** The books of who is logged in that have something to send, on this device. */
async function waitingBooks(): Promise<{ id: string; waiting: number }[]> {
  const start = slotOf(ownerNow(), '')
  const slots = (await keys<string>(storage).catch(() => [])).filter((slot) => slot.startsWith(start))
  const books = await Promise.all(slots.map((slot) => get<Book>(slot, storage).catch(() => undefined)))
  return slots
    .map((slot, i) => ({ id: slot.slice(start.length), waiting: books[i] ? waitingIn(books[i]) : 0 }))
    .filter(({ waiting }) => waiting > 0)
}

export async function waitingMarks(): Promise<number> {
  return (await waitingBooks()).reduce((sum, { waiting }) => sum + waiting, 0)
}

/** Sends what waits of all books, also of those that are not open. */
export async function sendMarks(): Promise<void> {
  await adoptNameless()
  for (const { id } of await waitingBooks()) {
    // One that is under way may be about to fail for want of the network that is back now.
    await shelfOf(slotOf(ownerNow(), id)).syncing
    await syncMarks(id)
  }
}

/** What was marked before the device knew whose login this is becomes the user's. */
async function adoptNameless(): Promise<void> {
  const owner = userId()
  const start = slotOf(sessionScope(), '')
  if (!owner) return
  for (const slot of (await keys<string>(storage).catch(() => [])).filter((one) => one.startsWith(start))) {
    const book = await get<Book>(slot, storage).catch(() => undefined)
    if (book) await apply(slotOf(owner, slot.slice(start.length)), (own) => joined(own, book))
    shelves.delete(slot)
    await del(slot, storage).catch(() => {})
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
      return sendMarks()
    })
    const timer = setInterval(() => {
      if (waitingIn(shelfOf(slotOf(ownerNow(), id)).book) > 0) sync()
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
    waiting: waitingIn(book),
    put: (change, chapterTitle) => {
      if (!curriculum) return
      const full = { ...change, curriculumId: id, at: serverNow() }
      void apply(slotOf(ownerNow(), id), (now) => changed(now, full, { curriculum, chapterTitle }))
      noteWaiting()
      void syncMarks(id)
    },
    remove: (which) => {
      void apply(slotOf(ownerNow(), id), (now) => removed(now, which, serverNow()))
      noteWaiting()
      void syncMarks(id)
    },
  }
}
