import { afterEach, describe, expect, it } from 'vitest'
import { fitColumns, hiddenColumns, rememberColumns } from './columns'

afterEach(() => localStorage.clear())

const columns = [
  { id: 'name', width: 100, fixed: true },
  { id: 'role', width: 100 },
  { id: 'state', width: 100, fixed: true },
  { id: 'seen', width: 100 },
]
const ids = (width: number) => fitColumns(columns, width).map(({ id }) => id)

describe('fitColumns', () => {
  it('drops columns from the right until the others fit the width', () => {
    expect(ids(400)).toEqual(['name', 'role', 'state', 'seen'])
    expect(ids(399)).toEqual(['name', 'role', 'state'])
    expect(ids(250)).toEqual(['name', 'state'])
  })

  it('keeps fixed columns even if they do not fit the width', () => {
    expect(ids(10)).toEqual(['name', 'state'])
  })
})

describe('column choice', () => {
  it('hidden columns are stored per table; those in the URL override the stored ones', () => {
    expect(hiddenColumns('staff', '')).toEqual([])
    expect(rememberColumns('staff', ['seen', 'role'])).toBe('seen,role')
    expect(hiddenColumns('staff', '')).toEqual(['seen', 'role'])
    expect(hiddenColumns('staff', 'role')).toEqual(['role'])
    expect(hiddenColumns('audit', '')).toEqual([])
  })

  it('if the user hides no column, the URL gets a value that overrides the stored choice', () => {
    rememberColumns('staff', ['seen'])
    expect(hiddenColumns('staff', rememberColumns('staff', []))).toEqual([])
  })
})
