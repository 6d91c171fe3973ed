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
  it('returns the same sections as a comparison with every vector', async () => {
    const next = numbers(7)
    const dimensions = 37
    const index = new VectorIndex(dimensions)
    const vectors = Array.from({ length: 3000 }, () => unitVector(Array.from({ length: dimensions }, next)))
    for (const [i, vector] of vectors.entries()) index.add(1 + Math.floor(i / 10), `p${i}`, vector)
    for (let i = 0; i < 20; i++) {
      const queryVector = unitVector(Array.from({ length: dimensions }, next))
      const dot = (vector: Float32Array) => vector.reduce((sum, value, at) => sum + value * queryVector[at]!, 0)
      const expected = vectors
        .map((vector, at) => ({ at, similarity: dot(vector) }))
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, 12)
        .map(({ at }) => `p${at}`)
      expect((await index.search(queryVector, 12)).map(({ pid }) => pid)).toEqual(expected)
    }
  })

  it('removes and reuses the rows of a changed chapter', async () => {
    const index = new VectorIndex(2)
    index.add(1, 'a', unitVector([1, 0]))
    index.add(2, 'b', unitVector([0, 1]))
    index.removeChapter(1)
    expect(index.size).toBe(1)
    expect((await index.search(unitVector([1, 0]), 5)).map(({ pid }) => pid)).toEqual(['b'])
    index.add(1, 'c', unitVector([1, 0.1]))
    expect(index.size).toBe(2)
    expect(await index.search(unitVector([1, 0]), 1)).toMatchObject([{ chapterId: 1, pid: 'c' }])
  })

  it('yields to the event loop after each block, and returns the same result as without yielding', async () => {
    const next = numbers(3)
    // A quarter of a million numbers per vector: four rows fill a block.
    const dimensions = 262_144
    const index = new VectorIndex(dimensions)
    for (let i = 0; i < 12; i++) index.add(i + 1, `p${i}`, Float32Array.from({ length: dimensions }, next))
    const queryVector = Float32Array.from({ length: dimensions }, next)
    let [turns, isOver] = [0, false]
    const count = () => {
      if (isOver) return
      turns++
      setImmediate(count)
    }
    setImmediate(count)
    const searching = index.search(queryVector, 3)
    // If a section is replaced during the search, the new section must not get the similarity of the replaced one.
    index.removeChapter(1)
    const found = await searching
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(2)
    expect(index.bytes).toBe(3 * 4 * dimensions * 4)
    expect(found.map(({ chapterId, pid }) => pid === `p${chapterId - 1}`)).toEqual([true, true, true])
    expect(found.map(({ similarity }) => similarity)).toEqual(found.map((hit) => hit.similarity).sort((a, b) => b - a))
  })

  it('ignores vectors of another length', async () => {
    const index = new VectorIndex(2)
    index.add(1, 'a', unitVector([1, 0, 0]))
    expect(index.size).toBe(0)
    expect(await index.search(unitVector([1, 0, 0]), 1)).toEqual([])
  })

  it.each([[[]], [[0, 0]], [[Number.NaN, 1]], [['x']], ['no list']])('unitVector rejects the vector %j', (values) =>
    expect(() => unitVector(values)).toThrow(),
  )
})
