import { expect, it } from 'vitest'
import { readNotesFilter } from './notes-filter'

it('the filter of the notes page is read from its query, and unknown values are dropped', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  expect(readNotesFilter({ q: ' 栈 ', kind: 'thought', mark: 'green', curriculum: id })).toEqual({
    keyword: '栈',
    kind: 'thought',
    mark: 'green',
    curriculum: id,
  })
  expect(readNotesFilter({ q: '', kind: 'toString', mark: 'bookmark', curriculum: '1' })).toEqual({})
})
