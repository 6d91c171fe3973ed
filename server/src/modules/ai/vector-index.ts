/** Result of a search: a section and its similarity, -1 to 1. */
export interface VectorHit {
  chapterId: number
  pid: string
  similarity: number
}

const firstCapacity = 1024

/**
 * Vectors of all sections in one typed array. The search is exact: it computes the product with every vector, which
 * needs no index that would have to be rebuilt and misses nothing.
 */
export class VectorIndex {
  private matrix = new Float32Array(0)
  private chapters: number[] = []
  private pids: string[] = []
  private rowsOfChapter = new Map<number, number[]>()
  /** Rows whose section was replaced; reused for new ones. */
  private free: number[] = []

  constructor(readonly dimensions: number) {}

  get size(): number {
    return this.chapters.length - this.free.length
  }

  get bytes(): number {
    return this.matrix.byteLength
  }

  /** Removes all sections of a chapter. */
  removeChapter(chapterId: number): void {
    for (const row of this.rowsOfChapter.get(chapterId) ?? []) {
      this.chapters[row] = 0
      this.free.push(row)
    }
    this.rowsOfChapter.delete(chapterId)
  }

  /** Adds a section; vectors of another length, of a service that changed its model, are ignored. */
  add(chapterId: number, pid: string, vector: Float32Array): void {
    if (vector.length !== this.dimensions) return
    const row = this.free.pop() ?? this.chapters.length
    this.grow(row + 1)
    this.matrix.set(vector, row * this.dimensions)
    this.chapters[row] = chapterId
    this.pids[row] = pid
    const rows = this.rowsOfChapter.get(chapterId)
    if (rows) rows.push(row)
    else this.rowsOfChapter.set(chapterId, [row])
  }

  /** Returns the `most` nearest sections, nearest first. */
  search(vector: Float32Array, most: number): VectorHit[] {
    const { matrix, chapters, dimensions } = this
    if (vector.length !== dimensions) return []
    const best: { row: number; similarity: number }[] = []
    let least = Number.NEGATIVE_INFINITY
    for (let row = 0, at = 0; row < chapters.length; row++) {
      // Four sums, which the processor adds in parallel.
      let [a, b, c, d] = [0, 0, 0, 0]
      let i = 0
      for (; i + 3 < dimensions; i += 4, at += 4) {
        a += matrix[at]! * vector[i]!
        b += matrix[at + 1]! * vector[i + 1]!
        c += matrix[at + 2]! * vector[i + 2]!
        d += matrix[at + 3]! * vector[i + 3]!
      }
      for (; i < dimensions; i++, at++) a += matrix[at]! * vector[i]!
      const similarity = a + b + c + d
      if (similarity <= least || chapters[row] === 0) continue
      best.push({ row, similarity })
      if (best.length < most * 2) continue
      best.sort((x, y) => y.similarity - x.similarity)
      best.length = most
      least = best[most - 1]!.similarity
    }
    return best
      .sort((x, y) => y.similarity - x.similarity)
      .slice(0, most)
      .map(({ row, similarity }) => ({ chapterId: chapters[row]!, pid: this.pids[row]!, similarity }))
  }

  private grow(rows: number): void {
    if (rows * this.dimensions <= this.matrix.length) return
    const capacity = Math.max(firstCapacity, Math.ceil(rows * 1.5))
    const grown = new Float32Array(capacity * this.dimensions)
    grown.set(this.matrix)
    this.matrix = grown
  }
}
