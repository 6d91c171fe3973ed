import type { Diagnostic, ResultTable } from '@dxx/contract/calls/runcode'
import initSqlJs, { type Database, type SqlValue, type Statement } from 'sql.js'
import { type LocalEnd, type LocalProgram, localLimits, type Report } from './messages'

/** The database that the server runs SQL with. Results come as tables only: nobody reads them as text here. */
export async function loadSql(wasmBinary: ArrayBuffer) {
  const sql = await initSqlJs({ wasmBinary })
  return ({ source, setup }: LocalProgram, report: Report): LocalEnd => {
    const database = new sql.Database()
    database.exec(
      `pragma hard_heap_limit = ${localLimits.memoryBytes / 2}; pragma temp_store = memory; pragma foreign_keys = on`,
    )
    // The library keeps its memory to itself: nothing is said about it.
    return { ...execute(database, source, setup, report), memoryKb: 0 }
  }
}

function execute(database: Database, source: string, setup: string, report: Report): Omit<LocalEnd, 'memoryKb'> {
  let remaining = () => source
  let tables = 0
  try {
    database.exec(setup)
    const statements = database.iterateStatements(source)
    remaining = () => statements.getRemainingSQL()
    let before = source
    for (const statement of statements) {
      // While a statement runs, the iterator already stands behind it.
      const here = before
      remaining = () => here
      before = statements.getRemainingSQL()
      const table = tableOf(statement)
      if (table.columns.length > 0 && tables++ < localLimits.tables) report.table(table)
      remaining = () => statements.getRemainingSQL()
    }
    return { exitCode: 0, reason: 'ok', diagnostics: [] }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const diagnostic = sqlDiagnostic(source, remaining(), message)
    report.print(2, `第 ${diagnostic.line} 行出错：${message}\n`)
    const reason = /out of memory/.test(message) ? 'memory' : 'error'
    return { exitCode: 1, reason, diagnostics: [diagnostic] }
  }
}

function tableOf(statement: Statement): ResultTable {
  const table: ResultTable = { columns: statement.getColumnNames(), rows: [], cut: false }
  while (statement.step()) {
    if (table.rows.length < localLimits.tableRows) table.rows.push(exactValues(statement).map(cellText))
    else table.cut = true
  }
  return table
}

/** Whole numbers as bigint: SQLite's have 64 bits. The option is missing in the library's types. */
function exactValues(statement: Statement): (SqlValue | bigint)[] {
  return (statement as unknown as { get(bind: null, options: object): (SqlValue | bigint)[] }).get(null, {
    useBigInt: true,
  })
}

function cellText(value: SqlValue | bigint): string | null {
  if (value === null) return null
  if (value instanceof Uint8Array) {
    const bytes = [...value.subarray(0, localLimits.tableCellChars)]
    return `x'${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}'`
  }
  const text = String(value)
  return text.length > localLimits.tableCellChars ? `${text.slice(0, localLimits.tableCellChars)}…` : text
}

/** SQLite names the word it stumbled over, or nothing: then it is the statement's beginning. */
function sqlDiagnostic(source: string, remaining: string, message: string): Diagnostic {
  const statementAt = source.length - remaining.length + (/^\s*/.exec(remaining)?.[0].length ?? 0)
  const word = /near "([\s\S]*)": syntax error/.exec(message)?.[1] ?? /no such \w+: (?:\w+\.)?(\S+)/.exec(message)?.[1]
  const wordAt = word ? source.indexOf(word, statementAt) : -1
  const before = source.slice(0, wordAt >= 0 ? wordAt : statementAt)
  const lines = before.split('\n')
  return { line: lines.length, column: lines[lines.length - 1]!.length + 1, message, severity: 'error' }
}
