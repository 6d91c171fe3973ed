import type { Highlight, HighlightChange } from '@dxx/contract/calls/reading'
import { describe, expect, it } from 'vitest'
import {
  afterAnswer,
  changed,
  emptyHighlightState,
  type HighlightState,
  joined,
  removed,
  type SyncAnswer,
  sending,
} from './highlight-state'

const place = { curriculum: { id: 'book', kind: 'textbook' as const, title: '书' }, chapterTitle: '一' }
const locator = { pid: 'p', start: 0, end: 2, exact: '盘子', prefix: '', suffix: '' }
const change = (id: string, at: number, note = ''): HighlightChange => ({
  ...{ id, curriculumId: 'book', chapterId: 'one', mark: 'yellow', note, locator, revision: 1, at },
})
const told = (id: string, updatedAt: number, note = ''): Highlight => ({
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
    const book = changed(emptyHighlightState, change('a', 10, '想法'), place)
    expect(notes(book)).toEqual([['a', '想法']])
    const after = afterAnswer(book, sending(book), answer({ list: [told('a', 10, '想法')] }))
    expect(notes(after)).toEqual([['a', '想法']])
    expect([after.changes, after.since]).toEqual([[], '5'])
  })

  it('keeps a change made during a request and sends it next', () => {
    const first = changed(emptyHighlightState, change('a', 10, '旧'), place)
    const sent = sending(first)
    const again = changed(first, change('a', 10, '新'), place)
    const after = afterAnswer(again, sent, answer({ list: [told('a', 10, '旧')] }))
    expect(notes(after)).toEqual([['a', '新']])
    expect(after.changes.map(({ note }) => note)).toEqual(['新'])
  })

  it('applies additions, changes and removals of other devices', () => {
    const book: HighlightState = { ...emptyHighlightState, list: [told('a', 1), told('b', 1)] }
    const after = afterAnswer(book, sending(book), answer({ list: [told('b', 3, '改'), told('c', 3)], removed: ['a'] }))
    expect(notes(after)).toEqual([
      ['b', '改'],
      ['c', ''],
    ])
  })

  it('does not restore a removed highlight from an older response', () => {
    const book: HighlightState = { ...emptyHighlightState, list: [told('a', 1)] }
    const sent = sending(book)
    const after = afterAnswer(removed(book, 'a', 9), sent, answer({ list: [told('a', 1)] }))
    expect(notes(after)).toEqual([])
    expect(after.removals).toEqual([{ id: 'a', at: 9 }])
  })

  it('drops a change that the server permanently rejects', () => {
    const book = changed(emptyHighlightState, change('a', 10), place)
    const refused = [{ id: 'a', error: 'highlights-full' as const }]
    expect(afterAnswer(book, sending(book), answer({ refused }))).toMatchObject({ list: [], changes: [] })
  })
})

it('merges pending changes of another tab, unless the same highlight was changed here later', () => {
  const here = changed(changed(emptyHighlightState, change('a', 20, '这里'), place), change('b', 5, '旧'), place)
  const left = removed(
    changed(changed(emptyHighlightState, change('a', 10, '那里'), place), change('c', 8, '新'), place),
    'b',
    9,
  )
  const both = joined(here, left)
  expect(notes(both)).toEqual([
    ['a', '这里'],
    ['c', '新'],
  ])
  expect(both.removals).toEqual([{ id: 'b', at: 9 }])
  expect(joined(both, left)).toBe(both)
})
