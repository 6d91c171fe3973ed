import type { Diagnostic } from '../calls/runcode'

type SqlValue = number | string | Uint8Array | null | bigint

/** Returns the row's integers as bigint, since SQLite's have 64 bits. The option is missing in the types of sql.js. */
export function exactValues(statement: object): SqlValue[] {
  return (statement as { get(bind: null, options: object): SqlValue[] }).get(null, { useBigInt: true })
}

/** Returns the text of a cell, at most so many characters or bytes; bytes as a blob literal. */
export function cellText(value: SqlValue, most: number): string | null {
  if (value === null) return null
  if (value instanceof Uint8Array) {
    const bytes = [...value.subarray(0, most)]
    return `x'${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}'`
  }
  const text = String(value)
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** The statements of a program, as sql.js iterates them. */
interface Statements<S> extends Iterable<S> {
  getRemainingSQL(): string
}

/**
 * Runs a program statement by statement. Returns undefined, or the error of the statement that failed and its place in the
 * source. `prepare` runs before the first statement.
 */
export function runStatements<S>(
  source: string,
  prepare: () => Statements<S>,
  run: (statement: S) => void,
): { error: unknown; diagnostic: Diagnostic } | undefined {
  let remaining = () => source
  try {
    const statements = prepare()
    remaining = () => statements.getRemainingSQL()
    let next = source
    for (const statement of statements) {
      // While a statement runs, the iterator is already behind it.
      const current = next
      remaining = () => current
      next = statements.getRemainingSQL()
      run(statement)
      remaining = () => statements.getRemainingSQL()
    }
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { error, diagnostic: sqlDiagnostic(source, remaining(), message) }
  }
}

/** Why a program ended with this error. */
export const reasonOf = ({ message }: Diagnostic): 'memory' | 'error' =>
  /out of memory/.test(message) ? 'memory' : 'error'

/** Locates the token named by SQLite's message; if none is named, the beginning of the statement. */
function sqlDiagnostic(source: string, remaining: string, message: string): Diagnostic {
  const statementAt = source.length - remaining.length + (/^\s*/.exec(remaining)?.[0].length ?? 0)
  const word = /near "([\s\S]*)": syntax error/.exec(message)?.[1] ?? /no such \w+: (?:\w+\.)?(\S+)/.exec(message)?.[1]
  const wordAt = word ? source.indexOf(word, statementAt) : -1
  const before = source.slice(0, wordAt >= 0 ? wordAt : statementAt)
  const lines = before.split('\n')
  return { line: lines.length, column: lines[lines.length - 1]!.length + 1, message, severity: 'error' }
}
