import { expect, it } from 'vitest'
import { sortBySimilarity } from './answer-similarity'

it('sorts similar texts next to each other and keeps the order of the clusters', () => {
  const texts = [
    '进程是资源分配的单位',
    '栈是后进先出的结构',
    '进程是资源分配的基本单位',
    '-5',
    '栈是一种后进先出的结构',
    '进程是系统资源分配的基本单位。',
  ]
  expect(sortBySimilarity(texts).map((at) => texts[at])).toEqual([
    '进程是资源分配的单位',
    '进程是资源分配的基本单位',
    '进程是系统资源分配的基本单位。',
    '栈是后进先出的结构',
    '栈是一种后进先出的结构',
    '-5',
  ])
})

it('sortBySimilarity returns every text once, including empty and single-character texts', () => {
  expect(sortBySimilarity(['', 'a', '', 'b']).sort()).toEqual([0, 1, 2, 3])
  expect(sortBySimilarity([])).toEqual([])
})

it('sortBySimilarity sorts 2,000 different texts of 100 characters and loses none', () => {
  const texts = Array.from({ length: 2000 }, (_, i) =>
    Array.from({ length: 100 }, (_, k) => String.fromCodePoint(0x4e00 + ((i * 31 + k * k * 7) % 900))).join(''),
  )
  expect(new Set(sortBySimilarity(texts)).size).toBe(2000)
})
