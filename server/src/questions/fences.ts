/** Returns a fence that is longer than any run of backticks in the text. */
export function fenceFor(text: string, sign: '`', least: number): string {
  const runs = text.match(/`+/g) ?? []
  return sign.repeat(Math.max(least, ...runs.map(({ length }) => length + 1)))
}

/** Yields lines outside fenced code, with their indexes. */
export function* outsideFences(lines: string[]): Generator<{ line: string; index: number }> {
  let fence: string | null = null
  for (const [index, line] of lines.entries()) {
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence) {
      if (marks?.startsWith(fence) && line.trim() === marks) fence = null
    } else if (marks) fence = marks
    else yield { line, index }
  }
}
