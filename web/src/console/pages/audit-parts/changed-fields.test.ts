import { expect, it } from 'vitest'
import { changedFields } from './changed-fields'

it('lists what differs, with absent values as none and objects as text', () => {
  expect(changedFields({ role: 'teacher', ends: null, same: 1 }, { role: 'editor', ends: 5, same: 1 })).toEqual([
    { name: 'role', before: 'teacher', after: 'editor' },
    { name: 'ends', before: null, after: '5' },
  ])
  expect(changedFields(null, { scope: { kind: 'site' }, live: true })).toEqual([
    { name: 'scope', before: null, after: '{"kind":"site"}' },
    { name: 'live', before: null, after: '是' },
  ])
  expect(changedFields(null, null)).toEqual([])
})
