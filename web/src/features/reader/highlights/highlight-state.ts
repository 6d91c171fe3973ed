import type { DataOf, InputOf } from '@dxx/contract/call'
import type { StudentCalls } from '@dxx/contract/calls'
import type { Highlight, HighlightChange } from '@dxx/contract/calls/reading'

type Sync = StudentCalls['POST /v1/highlights_sync']
export type SyncAnswer = DataOf<Sync>
type Removal = NonNullable<InputOf<Sync>['removals']>[number]

/** Local highlights of one book, with the changes not sent yet. */
export interface HighlightState {
  list: readonly Highlight[]
  changes: readonly HighlightChange[]
  removals: readonly Removal[]
  since: string
}

export const emptyHighlightState: HighlightState = { list: [], changes: [], removals: [], since: '' }

/** Maximum number of changes, and of removals, that the contract allows per call. */
const most = 100

export function highlightSyncInput({ changes, removals, since }: HighlightState): Required<Omit<InputOf<Sync>, 'id'>> {
  return { changes: changes.slice(0, most), removals: removals.slice(0, most), since }
}

const without = <T extends { id: string }>(list: readonly T[], id: string) => list.filter((one) => one.id !== id)

/** Adds or changes a highlight locally. */
export function changeHighlight(
  book: HighlightState,
  change: HighlightChange,
  place: Pick<Highlight, 'curriculum' | 'chapterTitle'>,
): HighlightState {
  const { id, chapterId, mark, note, locator, at } = change
  const { curriculum, chapterTitle } = place
  const known = book.list.find((one) => one.id === id)
  const base = known ?? { id, curriculum, chapterTitle, chapterId, open: true, state: 'sure' as const, createdAt: at }
  const now: Highlight = { ...base, mark, note, locator, updatedAt: at }
  return {
    ...book,
    list: [...without(book.list, id), now],
    changes: [...without(book.changes, id), change],
    removals: without(book.removals, id),
  }
}

/** Removes a highlight locally. The removal is always sent, because the highlight may be in transit to the server. */
export function removeHighlight(book: HighlightState, id: string, at: number): HighlightState {
  return {
    ...book,
    list: without(book.list, id),
    changes: without(book.changes, id),
    removals: [...without(book.removals, id), { id, at }],
  }
}

/** Merges the pending changes of another copy of the same book; the later change wins. */
export function mergeHighlights(book: HighlightState, other: HighlightState): HighlightState {
  const newer = ({ id, at }: { id: string; at: number }) =>
    ![...book.changes, ...book.removals].some((change) => change.id === id && change.at >= at)
  let all = book
  for (const change of other.changes.filter(newer)) {
    const item = other.list.find(({ id }) => id === change.id)
    if (item) all = changeHighlight(all, change, item)
  }
  for (const { id, at } of other.removals.filter(newer)) all = removeHighlight(all, id, at)
  return all
}

/** Applies the server's response to a sync. Local changes made during the request stay pending. */
export function applySyncResponse(
  book: HighlightState,
  sent: ReturnType<typeof highlightSyncInput>,
  answer: SyncAnswer,
): HighlightState {
  const wasSent = (list: readonly { id: string; at: number }[], one: { id: string; at: number }) =>
    list.some(({ id, at }) => id === one.id && at === one.at)
  const changes = book.changes.filter((one) => !sent.changes.some((other) => equal(one, other)))
  const removals = book.removals.filter((one) => !wasSent(sent.removals, one))
  const touched = new Set([...changes, ...removals].map(({ id }) => id))
  const removedIds = new Set([...answer.removed, ...answer.refused.filter(refusedWhole(book)).map(({ id }) => id)])
  const listed = new Map(answer.list.map((one) => [one.id, one]))
  const remaining = book.list.filter(({ id }) => touched.has(id) || (!listed.has(id) && !removedIds.has(id)))
  const fresh = answer.list.filter(({ id }) => !touched.has(id))
  return { list: [...remaining, ...fresh], changes, removals, since: answer.since }
}

const equal = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Whether a rejected highlight is removed from the local list. If the server has the highlight, its response restores
 * it.
 */
const refusedWhole =
  (book: HighlightState) =>
  ({ id }: { id: string }) =>
    !book.removals.some((one) => one.id === id)
