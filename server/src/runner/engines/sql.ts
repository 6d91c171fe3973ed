import { randomFillSync } from 'node:crypto'
import { compileFunction } from 'node:vm'
import type { Diagnostic, ResultTable } from '@dxx/contract/calls/runcode'
import type { Database, InitSqlJsStatic, SqlValue, Statement } from 'sql.js'
import { limits } from '../limits'
import { type Output, OutputCut } from '../output'
import type { Outcome } from '../program'
import { tableText } from './sql-table'

export interface SqlRuntime {
  module: WebAssembly.Module
  /** sql.js keeps the one instance it made; running its text anew gives another. */
  loader: string
}

interface LowLevel {
  cwrap(name: string, result: string, args: string[]): (...args: unknown[]) => number
  _malloc(bytes: number): number
}

type Loader = (exports: object, module: object, require: (name: string) => object, folder: string) => void
let loader: Loader | undefined

/** A database of its own in memory, with no way to any file. */
async function freshDatabase(runtime: SqlRuntime): Promise<{ database: Database; memory: WebAssembly.Memory }> {
  loader ??= compileFunction(runtime.loader, ['exports', 'module', 'require', '__dirname']) as Loader
  const module = { exports: {} as InitSqlJsStatic }
  loader(module.exports, module, onlyRandomness, '')
  let memory: WebAssembly.Memory | undefined
  const files = { allowed: true }
  const sql = await module.exports({
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(runtime.module, withoutFiles(imports, files))
      memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory)
      done(instance)
      return instance.exports
    },
    print: () => {},
    printErr: () => {},
  } as Parameters<InitSqlJsStatic>[0])
  const low = sql as unknown as LowLevel
  const database = new sql.Database()
  // The library's own database is a file in its file system, which knows no quota. This one counts as memory.
  const pointer = low._malloc(4)
  low.cwrap('sqlite3_open', 'number', ['string', 'number'])(':memory:', pointer)
  const handle = new DataView(memory!.buffer).getInt32(pointer, true)
  low.cwrap('RegisterExtensionFunctions', 'number', ['number'])(handle)
  Object.assign(database, { db: handle })
  files.allowed = false
  database.exec(
    `pragma hard_heap_limit = ${limits.memoryBytes / 2}; pragma temp_store = memory; pragma foreign_keys = on`,
  )
  return { database, memory: memory! }
}

/** Of Node's modules the library gets this much. */
function onlyRandomness(name: string): object {
  return name === 'node:crypto' ? { randomFillSync } : {}
}

/** Opening a file fails from the moment the program starts: no ATTACH, no VACUUM INTO, no device of the process. */
function withoutFiles(imports: WebAssembly.Imports, files: { allowed: boolean }): WebAssembly.Imports {
  const notPermitted = -63
  const [from, calls] = Object.entries(imports)[0] as [string, Record<string, (...args: unknown[]) => unknown>]
  const opening = Object.keys(calls).filter((name) => /return \w+\([\w,]+\)\.fd\}catch/.test(String(calls[name])))
  if (opening.length !== 1) throw new Error('sql.js opens files in a way that is not known here')
  const [name] = opening as [string]
  const open = calls[name]!
  return {
    [from]: { ...calls, [name]: (...args: unknown[]) => (files.allowed ? open(...args) : notPermitted) },
  } as WebAssembly.Imports
}

export async function runSql(runtime: SqlRuntime, program: { source: string; setup: string }, output: Output) {
  const { database, memory } = await freshDatabase(runtime)
  const tables: ResultTable[] = []
  const end = execute(database, program, tables, output)
  return { ...end, tables, memoryBytes: memory.buffer.byteLength } satisfies Outcome
}

function execute(
  database: Database,
  { source, setup }: { source: string; setup: string },
  tables: ResultTable[],
  output: Output,
): Pick<Outcome, 'exitCode' | 'reason' | 'diagnostics'> {
  let remaining = () => source
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
      const columns = statement.getColumnNames()
      const table: ResultTable = { columns, rows: [], cut: false }
      while (statement.step()) {
        if (table.rows.length < limits.tableRows) table.rows.push(exactValues(statement).map(cellText))
        else table.cut = true
      }
      if (columns.length > 0) {
        // Printed first: a table too long to print would be too long to send as well.
        output.print(1, `${tables.length > 0 ? '\n' : ''}${tableText(table)}`)
        // The last is always kept, since a program is judged by it.
        if (tables.length === limits.tables) tables.pop()
        tables.push(table)
      }
      remaining = () => statements.getRemainingSQL()
    }
    return { exitCode: 0, reason: 'ok' }
  } catch (error) {
    if (error instanceof OutputCut) return { exitCode: null, reason: 'output-cut' }
    const message = error instanceof Error ? error.message : String(error)
    const diagnostic = sqlDiagnostic(source, remaining(), message)
    try {
      output.print(2, `第 ${diagnostic.line} 行出错：${message}\n`)
    } catch (cut) {
      if (!(cut instanceof OutputCut)) throw cut
    }
    return {
      exitCode: 1,
      reason: /out of memory/.test(message) ? 'memory' : 'error',
      diagnostics: [diagnostic],
    }
  }
}

/** Whole numbers as bigint: SQLite's have 64 bits. The option is missing in the library's types. */
function exactValues(statement: Statement): (SqlValue | bigint)[] {
  return (statement as unknown as { get(bind: null, options: object): (SqlValue | bigint)[] }).get(null, {
    useBigInt: true,
  })
}

function cellText(value: SqlValue | bigint): string | null {
  if (value === null) return null
  if (value instanceof Uint8Array) return `x'${Buffer.from(value.subarray(0, limits.tableCellChars)).toString('hex')}'`
  const text = String(value)
  return text.length > limits.tableCellChars ? `${text.slice(0, limits.tableCellChars)}…` : text
}

/** SQLite names the word it stumbled over, or nothing: then it is the statement's beginning. */
export function sqlDiagnostic(source: string, remaining: string, message: string): Diagnostic {
  const statementAt = source.length - remaining.length + (/^\s*/.exec(remaining)?.[0].length ?? 0)
  const word = /near "([\s\S]*)": syntax error/.exec(message)?.[1] ?? /no such \w+: (?:\w+\.)?(\S+)/.exec(message)?.[1]
  const wordAt = word ? source.indexOf(word, statementAt) : -1
  const before = source.slice(0, wordAt >= 0 ? wordAt : statementAt)
  const lines = before.split('\n')
  return { line: lines.length, column: lines.at(-1)!.length + 1, message, severity: 'error' }
}
