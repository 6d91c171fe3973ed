import { expect, it } from 'vitest'
import { sectionText, splitSections, studentTotals } from './split-sections'

const sections = [
  { title: '必做', count: 2, points: 5 },
  { title: '', count: 0, points: 0 },
  { title: '抽题', count: 6, points: 9, draw: 2 },
]

it('sums up the questions and points of one student, who gets some of the questions of a drawn section', () => {
  expect(studentTotals(sections)).toEqual({ count: 4, points: 8 })
  expect(splitSections('abcdefgh'.split(''), sections).map(sectionText)).toEqual([
    '2 题，5 分',
    '备选 6 题，每人 2 题，3 分',
  ])
})
