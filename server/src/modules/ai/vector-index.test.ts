import { describe, expect, it } from 'vitest'
import { unitVector } from '../../adapters/ai/embeddings'
import { VectorIndex } from './vector-index'

/** Repeatable numbers between -1 and 1. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 1_073_741_824 - 1
  }
}

describe('VectorIndex', () => {
  it('returns the same sections as a comparison with every vector', () => {
    const next = numbers(7)
    const dimensions = 37
    const index = new VectorIndex(dimensions)
    const vectors = Array.from({ length: 3000 }, () => unitVector(Array.from({ length: dimensions }, next)))
    for (const [i, vector] of vectors.entries()) index.add(1 + Math.floor(i / 10), `p${i}`, vector)
    for (let i = 0; i < 20; i++) {
      const asked = unitVector(Array.from({ length: dimensions }, next))
      const dot = (vector: Float32Array) => vector.reduce((sum, value, at) => sum + value * asked[at]!, 0)
      const expected = vectors
        .map((vector, at) => ({ at, similarity: dot(vector) }))
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, 12)
        .map(({ at }) => `p${at}`)
      expect(index.search(asked, 12).map(({ pid }) => pid)).toEqual(expected)
    }
  })

  it('removes and reuses the rows of a changed chapter', () => {
    const index = new VectorIndex(2)
    index.add(1, 'a', unitVector([1, 0]))
    index.add(2, 'b', unitVector([0, 1]))
    index.removeChapter(1)
    expect(index.size).toBe(1)
    expect(index.search(unitVector([1, 0]), 5).map(({ pid }) => pid)).toEqual(['b'])
    index.add(1, 'c', unitVector([1, 0.1]))
    expect(index.size).toBe(2)
    expect(index.search(unitVector([1, 0]), 1)).toMatchObject([{ chapterId: 1, pid: 'c' }])
  })

  it('ignores vectors of another length', () => {
    const index = new VectorIndex(2)
    index.add(1, 'a', unitVector([1, 0, 0]))
    expect(index.size).toBe(0)
    expect(index.search(unitVector([1, 0, 0]), 1)).toEqual([])
  })

  it.each([[[]], [[0, 0]], [[Number.NaN, 1]], [['x']], ['no list']])('unitVector rejects %j', (values) =>
    expect(() => unitVector(values)).toThrow(),
  )
})
