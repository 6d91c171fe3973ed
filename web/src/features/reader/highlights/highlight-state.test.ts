import type { Highlight, HighlightChange } from '@dxx/contract/calls/reading'
import { describe, expect, it } from 'vitest'
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

const place = { curriculum: { id: 'book', kind: 'textbook' as const, title: '书' }, chapterTitle: '一' }
const locator = { pid: 'p', start: 0, end: 2, exact: '盘子', prefix: '', suffix: '' }
const change = (id: string, at: number, note = ''): HighlightChange => ({
  ...{ id, curriculumId: 'book', chapterId: 'one', mark: 'yellow', note, locator, revision: 1, at },
})
const serverHighlight = (id: string, updatedAt: number, note = ''): Highlight => ({
  ...{ ...place, id, chapterId: 'one', open: true, mark: 'yellow', note, locator, state: 'sure' },
  ...{ createdAt: 1, updatedAt },
})
const answer = (parts: Partial<SyncAnswer>): SyncAnswer => ({
  ...{ place: null, list: [], removed: [], since: '5', hasMore: false, refused: [] },
  ...parts,
})
const notes = ({ list }: HighlightState) => list.map(({ id, note }) => [id, note])

describe('highlight state of a book', () => {
  it('shows a change at once and keeps it pending until the server confirms it', () => {
    const book = changeHighlight(emptyHighlightState, change('a', 10, '想法'), place)
    expect(notes(book)).toEqual([['a', '想法']])
    const after = applySyncResponse(
      book,
      highlightSyncInput(book),
      answer({ list: [serverHighlight('a', 10, '想法')] }),
    )
    expect(notes(after)).toEqual([['a', '想法']])
    expect([after.changes, after.since]).toEqual([[], '5'])
  })

  it('keeps a change made during a request and sends it next', () => {
    const first = changeHighlight(emptyHighlightState, change('a', 10, '旧'), place)
    const sent = highlightSyncInput(first)
    const again = changeHighlight(first, change('a', 10, '新'), place)
    const after = applySyncResponse(again, sent, answer({ list: [serverHighlight('a', 10, '旧')] }))
    expect(notes(after)).toEqual([['a', '新']])
    expect(after.changes.map(({ note }) => note)).toEqual(['新'])
  })

  it('applies additions, changes and removals of other devices', () => {
    const book: HighlightState = { ...emptyHighlightState, list: [serverHighlight('a', 1), serverHighlight('b', 1)] }
    const after = applySyncResponse(
      book,
      highlightSyncInput(book),
      answer({ list: [serverHighlight('b', 3, '改'), serverHighlight('c', 3)], removed: ['a'] }),
    )
    expect(notes(after)).toEqual([
      ['b', '改'],
      ['c', ''],
    ])
  })

  it('does not restore a removed highlight from an older response', () => {
    const book: HighlightState = { ...emptyHighlightState, list: [serverHighlight('a', 1)] }
    const sent = highlightSyncInput(book)
    const after = applySyncResponse(removeHighlight(book, 'a', 9), sent, answer({ list: [serverHighlight('a', 1)] }))
    expect(notes(after)).toEqual([])
    expect(after.removals).toEqual([{ id: 'a', at: 9 }])
  })

  it('drops a change that the server permanently rejects', () => {
    const book = changeHighlight(emptyHighlightState, change('a', 10), place)
    const refused = [{ id: 'a', error: 'highlights-full' as const }]
    expect(applySyncResponse(book, highlightSyncInput(book), answer({ refused }))).toMatchObject({
      list: [],
      changes: [],
    })
  })
})

it('merges pending changes of another tab, unless the same highlight was changed here later', () => {
  const here = changeHighlight(
    changeHighlight(emptyHighlightState, change('a', 20, '这里'), place),
    change('b', 5, '旧'),
    place,
  )
  const left = removeHighlight(
    changeHighlight(changeHighlight(emptyHighlightState, change('a', 10, '那里'), place), change('c', 8, '新'), place),
    'b',
    9,
  )
  const both = mergeHighlights(here, left)
  expect(notes(both)).toEqual([
    ['a', '这里'],
    ['c', '新'],
  ])
  expect(both.removals).toEqual([{ id: 'b', at: 9 }])
  expect(mergeHighlights(both, left)).toBe(both)
})
