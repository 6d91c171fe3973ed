import type { Diagnostic } from '../calls/runcode'

type SqlValue = number | string | Uint8Array | null | bigint

/** Reads a row with integers as bigint, because SQLite's have 64 bits. The types of sql.js lack this option. */
export function exactValues(statement: object): SqlValue[] {
  return (statement as { get(bind: null, options: object): SqlValue[] }).get(null, { useBigInt: true })
}

/** Returns the text of a cell: at most `most` characters, or a blob literal of at most `most` bytes. */
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
 * Runs a program statement by statement. Returns undefined, or the error of the statement that failed and its position
 * in the source. `prepare` splits the program into statements.
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
      // If a statement fails, its position is needed, but the iterator has already moved past it.
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

/** Returns the run result for an error: out of memory, or any other error. */
export const reasonOf = ({ message }: Diagnostic): 'memory' | 'error' =>
  /out of memory/.test(message) ? 'memory' : 'error'

/** Returns the position of the token named in SQLite's message, or of the statement if none is named. */
function sqlDiagnostic(source: string, remaining: string, message: string): Diagnostic {
  const statementAt = source.length - remaining.length + (/^\s*/.exec(remaining)?.[0].length ?? 0)
  const word = /near "([\s\S]*)": syntax error/.exec(message)?.[1] ?? /no such \w+: (?:\w+\.)?(\S+)/.exec(message)?.[1]
  const wordAt = word ? source.indexOf(word, statementAt) : -1
  const before = source.slice(0, wordAt >= 0 ? wordAt : statementAt)
  const lines = before.split('\n')
  return { line: lines.length, column: lines[lines.length - 1]!.length + 1, message, severity: 'error' }
}
