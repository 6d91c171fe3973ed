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
  it('keeps all columns that fit and drops from the right what does not', () => {
    expect(ids(400)).toEqual(['name', 'role', 'state', 'seen'])
    expect(ids(399)).toEqual(['name', 'role', 'state'])
    expect(ids(250)).toEqual(['name', 'state'])
  })

  it('the column choice never drops fixed columns', () => {
    expect(ids(10)).toEqual(['name', 'state'])
  })
})

describe('column choice', () => {
  it('the column choice is remembered, and the address wins over the remembered one', () => {
    expect(hiddenColumns('staff', '')).toEqual([])
    expect(rememberColumns('staff', ['seen', 'role'])).toBe('seen,role')
    expect(hiddenColumns('staff', '')).toEqual(['seen', 'role'])
    expect(hiddenColumns('staff', 'role')).toEqual(['role'])
    expect(hiddenColumns('audit', '')).toEqual([])
  })

  it('says in the address that nothing is hidden', () => {
    rememberColumns('staff', ['seen'])
    expect(hiddenColumns('staff', rememberColumns('staff', []))).toEqual([])
  })
})
