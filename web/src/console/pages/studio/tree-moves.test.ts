import { describe, expect, it } from 'vitest'
import { changedTree, dropTarget, moveTarget } from './tree-moves'

const node = (slug: string, kind: 'part' | 'text', parent: string | null = null) => ({ slug, kind, parent })
const tree = [
  node('p1', 'part'),
  node('a', 'text', 'p1'),
  node('b', 'text', 'p1'),
  node('p2', 'part'),
  node('c', 'text', 'p2'),
]

describe('moveTarget', () => {
  it('moves a section among its siblings and over the edge of its chapter', () => {
    expect(moveTarget(tree, 'a', 1)).toEqual({ parent: 'p1', index: 1 })
    expect(moveTarget(tree, 'b', 1)).toEqual({ parent: 'p2', index: 0 })
    expect(moveTarget(tree, 'a', -1)).toBeNull()
  })

  it('moves a chapter; the only section of a chapter cannot leave the chapter', () => {
    expect(moveTarget(tree, 'p2', -1)).toEqual({ parent: null, index: 0 })
    expect(moveTarget(tree, 'c', -1)).toBeNull()
  })
})

describe('dropTarget', () => {
  it('puts a section beside another one, and first in a chapter that it is dropped on', () => {
    expect(dropTarget(tree, 'a', 'c', true)).toEqual({ parent: 'p2', index: 1 })
    expect(dropTarget(tree, 'b', 'a', false)).toEqual({ parent: 'p1', index: 0 })
    expect(dropTarget(tree, 'a', 'p2', true)).toEqual({ parent: 'p2', index: 0 })
  })

  it('puts a chapter beside the chapter of the section that it is dropped on', () => {
    expect(dropTarget(tree, 'p1', 'c', true)).toEqual({ parent: null, index: 1 })
    expect(dropTarget(tree, 'p1', 'p1', true)).toBeNull()
  })
})

describe('changedTree', () => {
  const slugs = (change: Parameters<typeof changedTree>[1]) => changedTree(more, change).map(({ slug }) => slug)
  const more = [...tree, { slug: 'x', kind: 'expand' as const, parent: null }]

  it('moves a chapter with its sections, before the further reading at most', () => {
    expect(slugs({ op: 'move', slug: 'p1', parent: null, index: 1 })).toEqual(['p2', 'c', 'p1', 'a', 'b', 'x'])
    expect(slugs({ op: 'move', slug: 'p2', parent: null, index: 0 })).toEqual(['p2', 'c', 'p1', 'a', 'b', 'x'])
  })

  it('moves a section to a position of its own or another chapter', () => {
    expect(slugs({ op: 'move', slug: 'a', parent: 'p1', index: 1 })).toEqual(['p1', 'b', 'a', 'p2', 'c', 'x'])
    expect(slugs({ op: 'move', slug: 'a', parent: 'p2', index: 1 })).toEqual(['p1', 'b', 'p2', 'c', 'a', 'x'])
    expect(changedTree(more, { op: 'move', slug: 'b', parent: 'p2', index: 0 })[3]).toMatchObject({ parent: 'p2' })
  })

  it('removes a chapter with its sections, and with its last section', () => {
    expect(slugs({ op: 'remove', slug: 'p1' })).toEqual(['p2', 'c', 'x'])
    expect(slugs({ op: 'remove', slug: 'c' })).toEqual(['p1', 'a', 'b', 'x'])
    expect(slugs({ op: 'remove', slug: 'b' })).toEqual(['p1', 'a', 'p2', 'c', 'x'])
  })

  it('leaves the tree as it is for an unknown section and for other changes', () => {
    expect(changedTree(more, { op: 'remove', slug: 'none' })).toBe(more)
    expect(changedTree(more, { op: 'rename', slug: 'a', title: '新' })).toBe(more)
  })
})
