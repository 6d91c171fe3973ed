import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import type { TestRow } from '@dxx/contract/calls/questions'
import { expect, it } from 'vitest'
import { masteryOf } from './mastery'

const row = (id: string, kind: ChapterRow['kind'], percent = 0): ChapterRow => ({
  ...{ id, kind, percent, title: `标题 ${id}`, depth: kind === 'part' ? 0 : 1, free: true, locked: false },
  ...{ done: percent === 100, durationSeconds: 0, minutes: 3, test: null, outline: [] },
})
const brief = (score: number): TestRow['best'] => ({
  ...{ id: 't', state: 'scored', score, maxScore: 10, waitingScore: 0, right: 1, count: 2, seconds: 9, at: 1 },
})
const test = (id: string, score?: number): TestRow => ({
  ...{ id, title: '测验', count: 2, score: 10, locked: false, attempts: score === undefined ? 0 : 1 },
  ...{ best: score === undefined ? null : brief(score), last: null },
})

it('mastery of a part comes from its best test, else from reading and running', () => {
  const rows = [
    ...[row('a', 'part'), row('a1', 'text', 100), row('a2', 'text', 50)],
    ...[row('b', 'part'), row('b1', 'text', 100)],
    ...[row('c', 'part'), row('c1', 'text'), row('c2', 'expand', 100)],
    ...[row('d', 'part'), row('d1', 'text')],
  ]
  const found = masteryOf(rows, [test('a', 9), test('b')], new Map([['c1', 2]]))
  expect(found.map(({ id, read, test: best, cells, level }) => [id, read, best, cells, level])).toEqual([
    ['a', 75, 90, 0, 'good'],
    ['b', 100, null, 0, 'fair'],
    ['c', 0, null, 2, 'begun'],
    ['d', 0, null, 0, 'none'],
  ])
  expect(found[0]).toMatchObject({ next: 'a2', hasTest: true })
})

it('a failed test gives the level `begun`, however much was read', () => {
  const found = masteryOf([row('a', 'part'), row('a1', 'text', 100)], [test('a', 3)], new Map())
  expect(found[0]).toMatchObject({ level: 'begun', test: 30 })
})

it('chapters before the first part form a part of their own', () => {
  const found = masteryOf([row('x', 'text', 100), row('a', 'part'), row('a1', 'text')], [], new Map())
  expect(found.map(({ title, level }) => [title, level])).toEqual([
    ['标题 x', 'good'],
    ['标题 a', 'none'],
  ])
})
