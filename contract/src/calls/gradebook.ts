import * as z from 'zod'
import { call, calls } from '../call'
import { allGradeCategories } from '../rules/gradebook'
import { Id, UnixSeconds } from '../shapes'

export const GradeCategoryName = z.enum(allGradeCategories)

const CategorySettings = z.object({
  weight: z.int().min(0).max(100, { error: '权重是 0 到 100' }),
  drop: z.int().min(0).max(20, { error: '最多去掉 20 个' }),
})
export const GradebookSettings = z.object({
  homework: CategorySettings,
  test: CategorySettings,
  exam: CategorySettings,
})

/** A term by its id, or `all`; without it the current term. Teaching classes have no terms to choose from. */
export const GradeTermChoice = z.union([Id, z.literal('all')]).optional()

/** Terms that a gradebook can show. */
export const GradeTerms = {
  /** Terms that have begun, latest first; empty for teaching classes. */
  terms: z.array(z.object({ id: Id, name: z.string() })),
  /** Term that is shown; null: all terms. */
  term: Id.nullable(),
}

/** A column of a gradebook: an assignment or an exam. */
export const GradeColumn = z.object({
  id: Id,
  category: GradeCategoryName,
  title: z.string(),
  dueAt: UnixSeconds,
})
export type GradeColumn = z.infer<typeof GradeColumn>

export const Grade = z.object({
  /** Percent, 0 to 100; null if there is no score yet. */
  percent: z.number().nullable(),
  /** Reason of a score that the teacher set; null if it was computed. */
  override: z.string().nullable(),
})
export type Grade = z.infer<typeof Grade>

/** Grades of a student. Totals are computed by rules/gradebook, also for what-if scores. */
export const gradebook = calls({
  'GET /v1/my_grades': call({
    access: 'user',
    source: 'added',
    summary: '我在一个班的成绩：各项得分和权重；总评在页面上算，可以试算',
    input: z.object({ class: Id, term: GradeTermChoice }),
    data: z.object({
      className: z.string(),
      ...GradeTerms,
      settings: GradebookSettings,
      columns: z.array(GradeColumn),
      /** By column, in order. */
      grades: z.array(Grade),
    }),
    errors: ['class-not-found', 'term-not-found'],
  }),
})
