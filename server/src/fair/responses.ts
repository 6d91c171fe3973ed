/** Answers of persons to items, sorted by person: the answers of person p are at starts[p] to starts[p + 1] − 1. */
export interface Responses {
  persons: number
  items: number
  starts: Uint32Array
  item: Uint32Array
  /** Share of the points, 0 to 1. */
  share: Float64Array
  /** Number of persons with exactly these answers; null if every row is one person. */
  weights: Float64Array | null
  /**
   * Group of each person, from 0; each group has its own distribution of abilities. Absent: all persons are one group.
   */
  groups?: Uint8Array
}

interface Response {
  item: number
  share: number
}

/** Builds the table from one list of answers per person. */
export function responsesOf(items: number, rows: Response[][], weights: number[] | null = null): Responses {
  const count = rows.reduce((sum, row) => sum + row.length, 0)
  const starts = new Uint32Array(rows.length + 1)
  const item = new Uint32Array(count)
  const share = new Float64Array(count)
  let at = 0
  for (const [person, row] of rows.entries()) {
    starts[person] = at
    for (const answer of row) {
      if (!(answer.item >= 0 && answer.item < items)) throw new RangeError(`no item ${answer.item}`)
      if (!(answer.share >= 0 && answer.share <= 1)) throw new RangeError(`share ${answer.share} is not in [0, 1]`)
      item[at] = answer.item
      share[at++] = answer.share
    }
  }
  starts[rows.length] = at
  return { persons: rows.length, items, starts, item, share, weights: weights && Float64Array.from(weights) }
}
