import type { CurriculumRef } from '../../base/stable-ids'
import type { Problem } from '../problems'

/** A reference from the rendered text to a question, a resource or a dataset. */
interface Reference {
  slug: string
  line: number
}

/** Input and results of rendering one text. */
export interface Environment {
  file: string
  /** Curriculum and chapter of the text; site texts have none and cannot contain references. */
  curriculum: CurriculumRef | null
  chapter: string
  problems: Problem[]
  links: { slug: string; anchor: string | undefined; line: number }[]
  files: { path: string; line: number }[]
  questions: Reference[]
  resources: Reference[]
  datasets: Reference[]
  /** Ids of the chapter's runnable cells so far; an id that is used twice is a problem of the text. */
  cells: Set<string>
  anchors: Set<string>
  /** HTML of each different formula with its number, which the rendered text contains as a placeholder. */
  formulas: Map<string, number>
}

export function newEnvironment(file: string, curriculum: CurriculumRef | null, chapter: string): Environment {
  return {
    file,
    curriculum,
    chapter,
    problems: [],
    links: [],
    files: [],
    questions: [],
    resources: [],
    datasets: [],
    cells: new Set(),
    anchors: new Set(),
    formulas: new Map(),
  }
}

export function report(env: Environment, line: number, level: Problem['level'], text: string): void {
  env.problems.push({ file: env.file, line, level, text })
}
