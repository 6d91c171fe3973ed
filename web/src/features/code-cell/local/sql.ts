import type { ResultTable } from '@dxx/contract/calls/runcode'
import { cellText, exactValues, reasonOf, runStatements } from '@dxx/contract/rules/sql-result'
import initSqlJs, { type Database, type Statement } from 'sql.js'
import { type LocalEnd, type LocalProgram, localLimits, type Report } from './messages'

/** Loads the SQL engine that the server uses. Results are returned as tables only, never as text. */
export async function loadSql(wasmBinary: ArrayBuffer) {
  const sql = await initSqlJs({ wasmBinary })
  return ({ source, setup }: LocalProgram, report: Report): LocalEnd => {
    const database = new sql.Database()
    database.exec(
      `pragma hard_heap_limit = ${localLimits.memoryBytes / 2}; pragma temp_store = memory; pragma foreign_keys = on`,
    )
    // The library does not expose its memory use.
    return { ...execute(database, source, setup, report), memoryKb: 0 }
  }
}

function execute(database: Database, source: string, setup: string, report: Report): Omit<LocalEnd, 'memoryKb'> {
  let tables = 0
  const prepare = () => {
    database.exec(setup)
    return database.iterateStatements(source)
  }
  const failed = runStatements(source, prepare, (statement) => {
    const table = tableOf(statement)
    if (table.columns.length > 0 && tables++ < localLimits.tables) report.table(table)
  })
  if (!failed) return { exitCode: 0, reason: 'ok', diagnostics: [] }
  const { diagnostic } = failed
  report.print(2, `第 ${diagnostic.line} 行出错：${diagnostic.message}\n`)
  return { exitCode: 1, reason: reasonOf(diagnostic), diagnostics: [diagnostic] }
}

function tableOf(statement: Statement): ResultTable {
  const table: ResultTable = { columns: statement.getColumnNames(), rows: [], cut: false }
  while (statement.step()) {
    if (table.rows.length < localLimits.tableRows)
      table.rows.push(exactValues(statement).map((value) => cellText(value, localLimits.tableCellChars)))
    else table.cut = true
  }
  return table
}
