import { beforeEach, expect, test } from 'vitest'
import { forgetSearches, rememberSearch, searchHistory } from './history'
import { cutAtMatches } from './match-text'

beforeEach(() => localStorage.clear())

test.each<[string, string, [number, number][], string]>([
  ['at no range', '栈与队列', [], '栈与队列'],
  ['at a range in the middle', '数据结构与算法', [[5, 2]], '数据结构与[算法]'],
  [
    'at several unsorted ranges',
    '栈的栈',
    [
      [2, 1],
      [0, 1],
    ],
    '[栈]的[栈]',
  ],
  [
    'at overlapping ranges, each character once',
    '算法导论',
    [
      [0, 3],
      [1, 3],
    ],
    '[算法导][论]',
  ],
  [
    'only inside the text, if ranges exceed it',
    '短',
    [
      [0, 9],
      [5, 2],
      [-3, 2],
    ],
    '[短]',
  ],
  ['without interpreting markup', '<b>栈</b>', [[3, 1]], '<b>[栈]</b>'],
])('cutAtMatches splits a text %s', (_name, text, marks, shown) => {
  const parts = cutAtMatches(text, marks)
  expect(parts.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join('')).toBe(shown)
  expect(parts.map((part) => part.text).join('')).toBe(text)
})

test('the search history stores the latest fifteen different searches, latest first', () => {
  for (let number = 1; number <= 20; number++) rememberSearch(`第${number}个`)
  rememberSearch(' 第18个 ')
  rememberSearch('   ')
  expect(searchHistory()).toHaveLength(15)
  expect(searchHistory().slice(0, 3)).toEqual(['第18个', '第20个', '第19个'])
  expect(searchHistory()).toBe(searchHistory())
  forgetSearches()
  expect(searchHistory()).toEqual([])
})

test('the search history skips invalid data in storage', () => {
  localStorage.setItem('dxx-search:guest', '{broken')
  expect(searchHistory()).toEqual([])
  localStorage.setItem('dxx-search:guest', '["好", 7, null]')
  expect(searchHistory()).toEqual(['好'])
})
