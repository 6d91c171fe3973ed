import { describe, expect, it } from 'vitest'
import { dropTarget, moveTarget } from './tree-moves'

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
