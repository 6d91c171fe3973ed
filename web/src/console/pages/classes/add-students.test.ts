import { describe, expect, it } from 'vitest'
import { readStudents } from './add-students'

describe('readStudents', () => {
  it('reads number and name in either order, separated by spaces, commas or tabs', () => {
    const { students, wrong } = readStudents('2026001 周以宁\n许清，2026002\n\n2026003\tLi Ming')
    expect(wrong).toBeNull()
    expect(students).toEqual([
      { studentNo: '2026001', name: '周以宁' },
      { studentNo: '2026002', name: '许清' },
      { studentNo: '2026003', name: 'Li Ming' },
    ])
  })

  it('names the first line without a number or a name', () => {
    expect(readStudents('2026001 周以宁\n许清').wrong).toBe('许清')
    expect(readStudents('2026001').wrong).toBe('2026001')
  })
})
