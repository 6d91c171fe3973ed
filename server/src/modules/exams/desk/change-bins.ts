interface Bin {
  /** Range of score changes in hundredths of a point; both ends are inclusive. */
  from: number
  to: number
  students: number
}

/** With more distinct changes than this, changes are grouped into ranges. */
const mostBins = 9
/** Possible widths of a range, in hundredths of a point. */
const widths = [50, 100, 200, 500, 1000, 2000, 5000, 10_000]

/** Counts students by the change of their total. Students with an unchanged total have a bin of their own. */
export function changeBins(changes: readonly number[]): Bin[] {
  const distinct = new Set(changes)
  if (distinct.size <= mostBins) return counted(changes, (change) => [change, change])
  const fits = (width: number) => new Set([...distinct].map((change) => rangeOf(change, width)[0])).size <= mostBins
  const width = widths.find(fits) ?? widths.at(-1)!
  return counted(changes, (change) => rangeOf(change, width))
}

/** Ranges lie symmetrically around zero: …, −200 to −1, 0, 1 to 200, … */
function rangeOf(change: number, width: number): [from: number, to: number] {
  if (change === 0) return [0, 0]
  const outer = Math.ceil(Math.abs(change) / width) * width
  const inner = outer - width + 1
  return change > 0 ? [inner, outer] : [-outer, -inner]
}

function counted(changes: readonly number[], range: (change: number) => [number, number]): Bin[] {
  const bins = new Map<number, Bin>()
  for (const change of changes) {
    const [from, to] = range(change)
    const bin = bins.get(from) ?? { from, to, students: 0 }
    bins.set(from, { ...bin, students: bin.students + 1 })
  }
  return [...bins.values()].sort((a, b) => a.from - b.from)
}
