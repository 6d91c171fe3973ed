import { describe, expect, it } from 'vitest'
import { mapAhead } from './map-ahead'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function all<R>(results: AsyncIterable<R>): Promise<R[]> {
  const list: R[] = []
  for await (const result of results) list.push(result)
  return list
}

describe('mapAhead', () => {
  it('yields the results in the order of the items, whichever is ready first', async () => {
    const items = [30, 1, 20, 2, 10]
    const work = async (item: number) => {
      await wait(item)
      return item * 2
    }
    expect(await all(mapAhead(items, 2, work))).toEqual(items.map((item) => item * 2))
    expect(await all(mapAhead([], 2, work))).toEqual([])
  })

  it('works on two chunks at most', async () => {
    let [running, most] = [0, 0]
    const work = async (item: number) => {
      most = Math.max(most, ++running)
      await wait(2)
      running--
      return item
    }
    await all(
      mapAhead(
        Array.from({ length: 40 }, (_, i) => i),
        4,
        work,
      ),
    )
    expect(most).toBeGreaterThan(3)
    expect(most).toBeLessThanOrEqual(8)
  })

  it('ends a chunk early if its items are heavy', async () => {
    let [running, most] = [0, 0]
    const work = async (item: number) => {
      most = Math.max(most, ++running)
      await wait(2)
      running--
      return item
    }
    await all(mapAhead([1, 2, 3, 4, 5, 6], 100, work, () => 2))
    expect(most).toBeLessThanOrEqual(2)
  })

  it('throws the error of an item where its result would be', async () => {
    const work = async (item: number) => {
      if (item === 3) throw new Error('three')
      return item
    }
    const seen: number[] = []
    const run = async () => {
      for await (const result of mapAhead([1, 2, 3, 4], 1, work)) seen.push(result)
    }
    await expect(run()).rejects.toThrow('three')
    expect(seen).toEqual([1, 2])
  })
})
