import type { Highlight, HighlightChange } from '@dxx/contract/calls/reading'
import { createStore, del, get, keys, update } from 'idb-keyval'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { callApi } from '../../../api/client'
import { serverNow } from '../../../api/clock'
import { ApiError } from '../../../api/error'
import { ensureUser } from '../../../api/session'
import { toast } from '../../../state/flash'
import { currentUserId, sessionScope } from '../../../state/owner'
import { markPending } from '../../../state/pending'
import {
  applySyncResponse,
  changeHighlight,
  emptyHighlightState,
  type HighlightState,
  highlightSyncInput,
  mergeHighlights,
  removeHighlight,
  type SyncAnswer,
} from './highlight-state'

/**
 * Offline-first storage of highlights and bookmarks: every change is stored at once and sent when online; changes of
 * other devices return with the same call. One entry per book and user; tabs change it in transactions, so that none
 * overwrites pending changes of another.
 */
const storage = createStore('dxx-marks', 'books')

interface BookEntry {
  book: HighlightState
  /** Whether the stored copy has been read. */
  ready: boolean
  listeners: Set<() => void>
  syncing: Promise<void> | null
  /** Last reading position on the server; undefined until requested, null if unknown or if the request failed. */
  place: LastPlace | null | undefined
  /** Time of the last request, in milliseconds. */
  askedAt: number
}

export type LastPlace = NonNullable<SyncAnswer['place']>

const entries = new Map<string, BookEntry>()
/** Milliseconds after the last request before pending changes are sent again. */
const retryAfter = 30_000
/** Milliseconds after which an open book fetches changes of other devices, so that they appear within a minute. */
const pullAfter = 50_000
const lookEvery = 5000

const slotOf = (owner: string, id: string) => `${owner}:${id}`
const ownerNow = () => currentUserId() ?? sessionScope()

function entryOf(slot: string): BookEntry {
  let entry = entries.get(slot)
  if (!entry) {
    entry = {
      book: emptyHighlightState,
      ready: false,
      listeners: new Set(),
      syncing: null,
      place: undefined,
      askedAt: 0,
    }
    entries.set(slot, entry)
  }
  return entry
}

/** Applies a change in memory and in storage. Without storage, the change is lost when the page is closed. */
function apply(slot: string, change: (book: HighlightState) => HighlightState): Promise<void> {
  const entry = entryOf(slot)
  entry.book = change(entry.book)
  for (const listener of [...entry.listeners]) listener()
  return update<HighlightState>(slot, (stored) => change(stored ?? emptyHighlightState), storage).catch(() => {})
}

async function open(slot: string): Promise<void> {
  const entry = entryOf(slot)
  if (entry.ready) return
  const stored = await get<HighlightState>(slot, storage).catch(() => undefined)
  if (entry.ready) return
  entry.ready = true
  // Merges, because highlights may have been added before the stored copy was read.
  if (stored) entry.book = mergeHighlights(stored, entry.book)
  for (const listener of [...entry.listeners]) listener()
}

/** Sends pending changes and applies those of other devices; a failure loses nothing. */
export function syncHighlights(id: string): Promise<void> {
  const owner = ownerNow()
  const slot = slotOf(owner, id)
  const entry = entryOf(slot)
  entry.syncing ??= exchange(owner, slot, id).finally(() => {
    entry.syncing = null
  })
  return entry.syncing
}

async function exchange(owner: string, slot: string, id: string): Promise<void> {
  await open(slot)
  // Includes pending changes that a closed tab may have left in storage.
  const stored = await get<HighlightState>(slot, storage).catch(() => undefined)
  if (stored && mergeHighlights(entryOf(slot).book, stored) !== entryOf(slot).book)
    void apply(slot, (book) => mergeHighlights(book, stored))
  entryOf(slot).askedAt = Date.now()
  for (let rounds = 0; rounds < 50; rounds++) {
    const sent = highlightSyncInput(entryOf(slot).book)
    let answer: SyncAnswer
    try {
      answer = await callApi('POST /v1/highlights_sync', { id, ...sent })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setPlace(slot, entryOf(slot).place ?? null)
      return
    }
    // If another user has logged in meanwhile, the response is discarded.
    if (ownerNow() !== owner) return
    setPlace(slot, answer.place ?? null)
    await apply(slot, (book) => applySyncResponse(book, sent, answer))
    if (answer.refused.length > 0) toast('有划线没能保存：内容已变动或没有权限')
    if (!answer.hasMore && waitingIn(entryOf(slot).book) === 0) return
  }
}

/** Keeps the same object for the same position, because subscribers compare by identity. */
function setPlace(slot: string, place: LastPlace | null): void {
  const entry = entryOf(slot)
  if (entry.place !== undefined && entry.place?.at === place?.at && entry.place?.chapterId === place?.chapterId) return
  entry.place = place
  for (const listener of [...entry.listeners]) listener()
}

const waitingIn = ({ changes, removals }: HighlightState) => changes.length + removals.length

/** Books of the logged-in user with pending changes on this device. */
async function waitingBooks(): Promise<{ id: string; waiting: number }[]> {
  const start = slotOf(ownerNow(), '')
  const slots = (await keys<string>(storage).catch(() => [])).filter((slot) => slot.startsWith(start))
  const books = await Promise.all(slots.map((slot) => get<HighlightState>(slot, storage).catch(() => undefined)))
  return slots
    .map((slot, i) => ({ id: slot.slice(start.length), waiting: books[i] ? waitingIn(books[i]) : 0 }))
    .filter(({ waiting }) => waiting > 0)
}

export async function countPendingHighlights(): Promise<number> {
  return (await waitingBooks()).reduce((sum, { waiting }) => sum + waiting, 0)
}

/** Sends the pending changes of all books, including closed ones. */
export async function sendHighlights(): Promise<void> {
  await adoptNameless()
  for (const { id } of await waitingBooks()) {
    // A running sync may still fail because of a network loss that is over now; another one follows it.
    await entryOf(slotOf(ownerNow(), id)).syncing
    await syncHighlights(id)
  }
}

/** Assigns highlights that were made before the user id was known to the logged-in user. */
async function adoptNameless(): Promise<void> {
  const owner = currentUserId()
  const start = slotOf(sessionScope(), '')
  if (!owner) return
  for (const slot of (await keys<string>(storage).catch(() => [])).filter((one) => one.startsWith(start))) {
    const book = await get<HighlightState>(slot, storage).catch(() => undefined)
    if (book) await apply(slotOf(owner, slot.slice(start.length)), (state) => mergeHighlights(state, book))
    entries.delete(slot)
    await del(slot, storage).catch(() => {})
  }
}

export interface Highlights {
  list: readonly Highlight[]
  /** Number of unsent changes. */
  waiting: number
  place: LastPlace | null | undefined
  put(change: Omit<HighlightChange, 'at' | 'curriculumId'>, chapterTitle: string): void
  remove(id: string): void
}

/** Highlights and bookmarks of a book, as stored on this device. */
export function useHighlights(curriculum: Highlight['curriculum'] | undefined): Highlights {
  const id = curriculum?.id ?? ''
  const slot = slotOf(ownerNow(), id)
  const subscribe = useCallback(
    (listener: () => void) => {
      const { listeners } = entryOf(slot)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [slot],
  )
  const book = useSyncExternalStore(subscribe, () => entryOf(slot).book)
  const place = useSyncExternalStore(subscribe, () => entryOf(slot).place)

  useEffect(() => {
    if (!id) return
    const sync = () => {
      if (!document.hidden) void syncHighlights(id)
    }
    void ensureUser().then(() => {
      sync()
      return sendHighlights()
    })
    const timer = setInterval(() => {
      const { book, askedAt } = entryOf(slotOf(ownerNow(), id))
      if (Date.now() - askedAt >= (waitingIn(book) > 0 ? retryAfter : pullAfter)) sync()
    }, lookEvery)
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
    place,
    put: (change, chapterTitle) => {
      if (!curriculum) return
      const full = { ...change, curriculumId: id, at: serverNow() }
      void apply(slotOf(ownerNow(), id), (now) => changeHighlight(now, full, { curriculum, chapterTitle }))
      markPending()
      void syncHighlights(id)
    },
    remove: (which) => {
      void apply(slotOf(ownerNow(), id), (now) => removeHighlight(now, which, serverNow()))
      markPending()
      void syncHighlights(id)
    },
  }
}
