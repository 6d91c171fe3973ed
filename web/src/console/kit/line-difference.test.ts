import { expect, it } from 'vitest'
import { diffLines } from './line-difference'

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${kind === 'same' ? ' ' : kind === 'added' ? '+' : '-'}${text}`)

it('diffLines shows a changed, an added and a removed line between unchanged lines', () => {
  expect(shown('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([' a', '-b', '+x', ' c', ' d', '+e'])
})

it('diffLines of equal texts returns only unchanged lines', () => {
  expect(shown('a\nb', 'a\nb')).toEqual([' a', ' b'])
})

it('diffLines replaces very long changed passages as a whole', () => {
  const long = (name: string) => Array.from({ length: 2000 }, (_, i) => `${name}${i}`).join('\n')
  expect(diffLines(long('a'), long('b'))).toHaveLength(4000)
})
