/** A message for the author. An error prevents all database writes; a warning reports lost or doubtful content. */
export interface Problem {
  /** Relative to the imported folder. */
  file: string
  /** From 1; 0 for the file as a whole. */
  line: number
  level: 'error' | 'warning'
  text: string
}

export class Problems {
  readonly list: Problem[] = []

  error(file: string, line: number, text: string): void {
    this.list.push({ file, line, level: 'error', text })
  }

  warning(file: string, line: number, text: string): void {
    this.list.push({ file, line, level: 'warning', text })
  }

  /** Sorts by file in order of occurrence, then by line. */
  sorted(): Problem[] {
    const files = new Map<string, Problem[]>()
    for (const problem of this.list) files.set(problem.file, [...(files.get(problem.file) ?? []), problem])
    return [...files.values()].flatMap((problems) => problems.sort((a, b) => a.line - b.line))
  }
}

/** `文件:行 级别 说明` */
export function formatProblem({ file, line, level, text }: Problem): string {
  return `${line > 0 ? `${file}:${line}` : file} ${level === 'error' ? '错误' : '提醒'} ${text}`
}
