/** Categories of a gradebook, with their Chinese names. */
export const gradeCategories = { homework: '作业', test: '测验', exam: '考试' } as const

export type GradeCategory = keyof typeof gradeCategories

export const allGradeCategories = Object.keys(gradeCategories) as [GradeCategory, ...GradeCategory[]]

interface CategorySettings {
  /** Share of the total; categories without scores do not count. */
  weight: number
  /** Number of lowest scores that do not count; at least one score always counts. */
  drop: number
}

export type GradebookSettings = Record<GradeCategory, CategorySettings>

export const defaultGradebook: GradebookSettings = {
  homework: { weight: 30, drop: 0 },
  test: { weight: 20, drop: 0 },
  exam: { weight: 50, drop: 0 },
}

export interface GradeCell {
  category: GradeCategory
  /** Percent, 0 to 100; null if there is no score yet. */
  percent: number | null
}

interface GradeTotal {
  /** Percent; null if no category has a score. */
  total: number | null
  /** Average by category; null without scores. */
  categories: Record<GradeCategory, number | null>
  /** Indexes of the cells that were dropped. */
  dropped: number[]
}

/** Computes a total: the weighted average of the categories, each without its lowest scores. */
export function gradeTotal(cells: readonly GradeCell[], settings: GradebookSettings): GradeTotal {
  const dropped: number[] = []
  const average = (category: GradeCategory): number | null => {
    const scored = cells
      .flatMap(({ category: of, percent }, at) => (of === category && percent !== null ? [{ at, percent }] : []))
      .sort((a, b) => a.percent - b.percent || a.at - b.at)
    const skipped = Math.min(settings[category].drop, Math.max(0, scored.length - 1))
    dropped.push(...scored.slice(0, skipped).map(({ at }) => at))
    const counted = scored.slice(skipped)
    if (counted.length === 0) return null
    return counted.reduce((sum, { percent }) => sum + percent, 0) / counted.length
  }
  const categories = { homework: average('homework'), test: average('test'), exam: average('exam') }
  const weighted = allGradeCategories.filter((name) => categories[name] !== null && settings[name].weight > 0)
  const weight = weighted.reduce((sum, name) => sum + settings[name].weight, 0)
  const total =
    weight === 0 ? null : weighted.reduce((sum, name) => sum + categories[name]! * settings[name].weight, 0) / weight
  return {
    total: total === null ? null : Math.round(total * 10) / 10,
    categories,
    dropped: dropped.sort((a, b) => a - b),
  }
}
