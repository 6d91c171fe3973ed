import { expect, it } from 'vitest'
import { groupNumbers, parseGroup } from './enemy-groups'

const ids = ['a', 'b', 'c', 'd']

it('reads question numbers with any separator, and names numbers that the draft does not have', () => {
  expect(parseGroup('3，1 和 3', ids)).toEqual(['a', 'c'])
  expect(parseGroup('3', ids)).toContain('两个以上的题号')
  expect(parseGroup('第二题', ids)).toContain('两个以上的题号')
  expect(parseGroup('2、9', ids)).toBe('没有第 9 题')
})

it('shows a group by the numbers that its questions have now', () => {
  expect(groupNumbers(['d', 'b', 'gone'], ids)).toBe('第 2、4 题')
})
