export interface VirtualWindow {
  /** First rendered row, and one past the last. */
  from: number
  to: number
  /** Total heights of the rows that are not rendered, above and below. */
  before: number
  after: number
}

/** Returns the rows that lie between the pixels `top` and `bottom` of the list. */
export function virtualWindow(
  count: number,
  height: (index: number) => number,
  top: number,
  bottom: number,
): VirtualWindow {
  let offset = 0
  let [from, to, before, after] = [-1, count, 0, 0]
  for (let index = 0; index < count; index++) {
    const next = offset + height(index)
    if (from < 0 && next > top) {
      from = index
      before = offset
    }
    if (from >= 0 && to === count && offset >= bottom) {
      to = index
      after = offset
    }
    offset = next
  }
  // If the list is scrolled past its end, for example because it shrank, returns the last row.
  if (from < 0)
    return { from: Math.max(0, count - 1), to: count, before: offset - (count ? height(count - 1) : 0), after: 0 }
  return { from, to, before, after: to === count ? 0 : offset - after }
}
