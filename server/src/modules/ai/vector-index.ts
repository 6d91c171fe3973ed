import { setImmediate as nextTurn } from 'node:timers/promises'

/** Result of a search: a section and its similarity, -1 to 1. */
export interface VectorHit {
  chapterId: number
  pid: string
  similarity: number
}

/**
 * Numbers in one block of vectors: comparing them takes a few milliseconds, after which the event loop handles other
 * requests.
 */
const blockNumbers = 1_048_576

/**
 * Vectors of all sections in typed arrays. The search is exact: it computes the product with every vector, so that no
 * index must be rebuilt and no section is missed. Blocks of fixed size, because copying one growing array would block
 * the thread and need twice the memory.
 */
export class VectorIndex {
  private blocks: Float32Array[] = []
  private readonly blockRows: number
  private chapters: number[] = []
  private pids: string[] = []
  private rowsOfChapter = new Map<number, number[]>()
  /** Rows whose section was replaced; reused for new ones. */
  private free: number[] = []

  constructor(readonly dimensions: number) {
    this.blockRows = Math.max(1, Math.floor(blockNumbers / dimensions))
  }

  get size(): number {
    return this.chapters.length - this.free.length
  }

  get bytes(): number {
    return this.blocks.reduce((sum, block) => sum + block.byteLength, 0)
  }

  /** Removes all sections of a chapter. */
  removeChapter(chapterId: number): void {
    for (const row of this.rowsOfChapter.get(chapterId) ?? []) {
      this.chapters[row] = 0
      this.free.push(row)
    }
    this.rowsOfChapter.delete(chapterId)
  }

  /** Adds a section. Ignores vectors of another length, which a service sends after a change of its model. */
  add(chapterId: number, pid: string, vector: Float32Array): void {
    if (vector.length !== this.dimensions) return
    const row = this.free.pop() ?? this.chapters.length
    const block = Math.floor(row / this.blockRows)
    this.blocks[block] ??= new Float32Array(this.blockRows * this.dimensions)
    this.blocks[block].set(vector, (row % this.blockRows) * this.dimensions)
    this.chapters[row] = chapterId
    this.pids[row] = pid
    const rows = this.rowsOfChapter.get(chapterId)
    if (rows) rows.push(row)
    else this.rowsOfChapter.set(chapterId, [row])
  }

  /**
   * Returns the `most` nearest sections, nearest first. Yields to the event loop after each block, so that no request
   * waits for the whole search.
   */
  async search(vector: Float32Array, most: number): Promise<VectorHit[]> {
    if (vector.length !== this.dimensions) return []
    let best: VectorHit[] = []
    for (let block = 0; block < this.blocks.length; block++) {
      if (block > 0) await nextTurn()
      best = this.searchBlock(block, vector, best, most)
    }
    return best
  }

  /** Merges the nearest sections of a block with those found before. */
  private searchBlock(block: number, vector: Float32Array, found: VectorHit[], most: number): VectorHit[] {
    const { chapters, pids, dimensions } = this
    const numbers = this.blocks[block]!
    const from = block * this.blockRows
    const to = Math.min(chapters.length, from + this.blockRows)
    let best = [...found]
    let least = best.length >= most ? best.at(-1)!.similarity : Number.NEGATIVE_INFINITY
    const keepBest = () => {
      best = best.sort((x, y) => y.similarity - x.similarity).slice(0, most)
      if (best.length === most) least = best[most - 1]!.similarity
    }
    for (let row = from, at = 0; row < to; row++) {
      // Four sums, which the processor computes in parallel.
      let [a, b, c, d] = [0, 0, 0, 0]
      let i = 0
      for (; i + 3 < dimensions; i += 4, at += 4) {
        a += numbers[at]! * vector[i]!
        b += numbers[at + 1]! * vector[i + 1]!
        c += numbers[at + 2]! * vector[i + 2]!
        d += numbers[at + 3]! * vector[i + 3]!
      }
      for (; i < dimensions; i++, at++) a += numbers[at]! * vector[i]!
      const similarity = a + b + c + d
      if (similarity <= least || chapters[row] === 0) continue
      // Copied now, because the row may hold another section when the search ends.
      best.push({ chapterId: chapters[row]!, pid: pids[row]!, similarity })
      if (best.length >= most * 2) keepBest()
    }
    keepBest()
    return best
  }
}
