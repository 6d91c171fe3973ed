interface Section {
  title: string
  count: number
  points: number
  /** Number of questions that each student gets; absent if all. */
  draw?: number
}

/** Splits the questions of a paper into its sections; `from` is the number of questions before a section. */
export function splitSections<T>(items: readonly T[], sections: readonly Section[]) {
  let from = 0
  return sections.flatMap(({ title, count, points, draw }) => {
    const start = from
    from += count
    return count === 0 ? [] : [{ title, points, draw, from: start, items: items.slice(start, from) }]
  })
}

const hundredths = (points: number) => Math.round(points * 100) / 100

/** Number of questions and points of one student. */
export function studentTotals(sections: readonly Section[]): { count: number; points: number } {
  const own = sections.filter(({ count }) => count > 0).map(({ count, points, draw = count }) => [draw, count, points])
  return {
    count: own.reduce((sum, [draw]) => sum + draw!, 0),
    points: hundredths(own.reduce((sum, [draw, count, points]) => sum + (points! * draw!) / count!, 0)),
  }
}

/** Text of a section: 4 题，8 分; with questions to draw, 备选 20 题，每人 8 题，16 分. */
export function sectionText({ items, points, draw }: { items: readonly unknown[]; points: number; draw?: number }) {
  const count = items.length
  if (draw === undefined) return `${count} 题，${points} 分`
  return `备选 ${count} 题，每人 ${draw} 题，${hundredths((points * draw) / count)} 分`
}
