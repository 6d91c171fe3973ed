import type { CurriculumRef } from '../ids'
import type { Problem } from '../problems'

/** Something a chapter points at, and where it does so. */
export interface Reference {
  slug: string
  line: number
}

/** What rendering one text needs to know, and what it finds out. */
export interface Environment {
  file: string
  /** The curriculum and chapter the text belongs to; site texts have none and may point at nothing. */
  curriculum: CurriculumRef | null
  chapter: string
  problems: Problem[]
  links: { slug: string; anchor: string | undefined; line: number }[]
  files: { path: string; line: number }[]
  questions: Reference[]
  resources: Reference[]
  datasets: Reference[]
  /** Runnable cells; no two of a chapter share an id. */
  cells: Set<string>
  anchors: Set<string>
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
  }
}

export function report(env: Environment, line: number, level: Problem['level'], text: string): void {
  env.problems.push({ file: env.file, line, level, text })
}
