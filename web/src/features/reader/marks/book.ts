import type { DataOf, InputOf } from '@dxx/contract/call'
import type { AllCalls } from '@dxx/contract/calls'
import type { Highlight, HighlightChange } from '@dxx/contract/calls/reading'

type Sync = AllCalls['POST /v1/highlights_sync']
export type SyncAnswer = DataOf<Sync>
type Removal = NonNullable<InputOf<Sync>['removals']>[number]

/** What a device knows of the highlights in one book, and what it has not sent yet. */
export interface Book {
  list: readonly Highlight[]
  changes: readonly HighlightChange[]
  removals: readonly Removal[]
  since: string
}

export const emptyBook: Book = { list: [], changes: [], removals: [], since: '' }

/** As many as the contract takes in one call. */
const most = 100

export function sending({ changes, removals, since }: Book): Required<Omit<InputOf<Sync>, 'id'>> {
  return { changes: changes.slice(0, most), removals: removals.slice(0, most), since }
}

const without = <T extends { id: string }>(list: readonly T[], id: string) => list.filter((one) => one.id !== id)

/** A highlight made or changed here. */
export function changed(
  book: Book,
  change: HighlightChange,
  place: Pick<Highlight, 'curriculum' | 'chapterTitle'>,
): Book {
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

/** Removed here. One that the server has never heard of needs no telling, but it may be on its way there already. */
export function removed(book: Book, id: string, at: number): Book {
  return {
    ...book,
    list: without(book.list, id),
    changes: without(book.changes, id),
    removals: [...without(book.removals, id), { id, at }],
  }
}

/** What another copy of the same book has waiting, added to this one; of two changes the later one counts. */
export function joined(book: Book, other: Book): Book {
  const newer = ({ id, at }: { id: string; at: number }) =>
    ![...book.changes, ...book.removals].some((mine) => mine.id === id && mine.at >= at)
  let all = book
  for (const change of other.changes.filter(newer)) {
    const item = other.list.find(({ id }) => id === change.id)
    if (item) all = changed(all, change, item)
  }
  for (const { id, at } of other.removals.filter(newer)) all = removed(all, id, at)
  return all
}

/** The server has taken what was sent and told what others did. What was changed here meanwhile stays as it is. */
export function afterAnswer(book: Book, sent: ReturnType<typeof sending>, answer: SyncAnswer): Book {
  const wasSent = (list: readonly { id: string; at: number }[], one: { id: string; at: number }) =>
    list.some(({ id, at }) => id === one.id && at === one.at)
  const changes = book.changes.filter((one) => !sent.changes.some((other) => equal(one, other)))
  const removals = book.removals.filter((one) => !wasSent(sent.removals, one))
  const touched = new Set([...changes, ...removals].map(({ id }) => id))
  const gone = new Set([...answer.removed, ...answer.refused.filter(refusedWhole(book)).map(({ id }) => id)])
  const told = new Map(answer.list.map((one) => [one.id, one]))
  const kept = book.list.filter(({ id }) => touched.has(id) || (!told.has(id) && !gone.has(id)))
  const fresh = answer.list.filter(({ id }) => !touched.has(id))
  return { list: [...kept, ...fresh], changes, removals, since: answer.since }
}

const equal = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A refused change to something that the server has is told of by its list; a refused new one goes. */
const refusedWhole =
  (book: Book) =>
  ({ id }: { id: string }) =>
    !book.removals.some((one) => one.id === id)
