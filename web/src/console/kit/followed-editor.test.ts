import { describe, expect, it } from 'vitest'
import { FollowedEditor, scrollTopOf, topOfLine } from './followed-editor'

/** A text of 21 lines shown 1,000 high; the picture at line 11 takes 500. */
const blocks = [
  { line: 1, top: 0 },
  { line: 11, top: 300 },
  { line: 13, top: 800 },
  { line: 22, top: 1000 },
]

it('topOfLine spreads lines evenly between two blocks', () => {
  expect([1, 6, 11, 12, 22, 40].map((line) => topOfLine(blocks, line))).toEqual([0, 150, 300, 550, 1000, 1000])
})

describe('scrollTopOf', () => {
  const place = { lines: 21, cursor: null }

  it('shows the start at the start, the end at the end, and the same line at the same share between', () => {
    expect(scrollTopOf({ ...place, line: 1, share: 0 }, blocks, 400)).toBe(0)
    expect(scrollTopOf({ ...place, line: 22, share: 1 }, blocks, 400)).toBe(600)
    expect(scrollTopOf({ ...place, line: 11, share: 0.5 }, blocks, 400)).toBe(100)
  })

  it('scrolls further if the line of the cursor would not be visible', () => {
    expect(scrollTopOf({ lines: 21, line: 1, share: 0, cursor: 15 }, blocks, 400)).toBeCloseTo(866.67 - 400 + 16)
    expect(scrollTopOf({ lines: 21, line: 22, share: 1, cursor: 2 }, blocks, 400)).toBe(30 - 16)
    expect(scrollTopOf({ lines: 21, line: 11, share: 0.5, cursor: 6 }, blocks, 400)).toBe(100)
  })
})

it('FollowedEditor passes the last place to a preview that opens later', () => {
  const editor = new FollowedEditor()
  const place = { line: 7, lines: 9, share: 0.5, cursor: null }
  editor.move(place)
  const seen: unknown[] = []
  editor.connect((one) => seen.push(one))
  editor.move({ ...place, line: 8 })
  expect(seen).toEqual([place, { ...place, line: 8 }])
})
