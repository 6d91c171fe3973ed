/**
 * Merges the order of `named` into the list `before`: entries that are not named keep their positions, named entries
 * are permuted among their positions, and new entries follow the entry that precedes them in `named`.
 */
export function mergeOrder<T>(before: readonly T[], named: readonly T[]): T[] {
  const known = new Set(before)
  const isNamed = new Set(named)
  const common = named.filter((entry) => known.has(entry))
  let next = 0
  const merged = before.map((entry) => (isNamed.has(entry) ? common[next++]! : entry))
  for (const [i, entry] of named.entries()) {
    if (known.has(entry)) continue
    const first = common.length > 0 ? merged.indexOf(common[0]!) : merged.length
    merged.splice(i === 0 ? first : merged.indexOf(named[i - 1]!) + 1, 0, entry)
  }
  return merged
}
