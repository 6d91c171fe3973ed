interface Section {
  title: string
  count: number
  points: number
}

/** Splits the questions of a paper into its sections; `from` is the number of questions before a section. */
export function splitSections<T>(items: readonly T[], sections: readonly Section[]) {
  let from = 0
  return sections.flatMap(({ title, count, points }) => {
    const start = from
    from += count
    return count === 0 ? [] : [{ title, points, from: start, items: items.slice(start, from) }]
  })
}
