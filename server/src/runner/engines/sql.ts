import { randomFillSync } from 'node:crypto'
import { compileFunction } from 'node:vm'
import type { ResultTable } from '@dxx/contract/calls/runcode'
import { cellText, exactValues, reasonOf, runStatements } from '@dxx/contract/rules/sql-result'
import type { Database, InitSqlJsStatic } from 'sql.js'
import { engineLimits } from '../limits'
import { type Output, OutputCut } from '../output'
import type { Outcome } from '../program'
import { tableText } from './sql-table'

export interface SqlRuntime {
  module: WebAssembly.Module
  /** Source of sql.js, evaluated for each program, because sql.js caches its only instance. */
  loader: string
}

interface LowLevel {
  cwrap(name: string, result: string, args: string[]): (...args: unknown[]) => number
  _malloc(bytes: number): number
}

type Loader = (exports: object, module: object, require: (name: string) => object, folder: string) => void
let loader: Loader | undefined

/** Creates a separate in-memory database without access to files. */
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
  // Replaces the library's database, a file in a file system without quota, by one that counts as memory.
  const pointer = low._malloc(4)
  low.cwrap('sqlite3_open', 'number', ['string', 'number'])(':memory:', pointer)
  const handle = new DataView(memory!.buffer).getInt32(pointer, true)
  low.cwrap('RegisterExtensionFunctions', 'number', ['number'])(handle)
  Object.assign(database, { db: handle })
  files.allowed = false
  database.exec(
    `pragma hard_heap_limit = ${engineLimits.memoryBytes / 2}; pragma temp_store = memory; pragma foreign_keys = on`,
  )
  return { database, memory: memory! }
}

/** The `require` of sql.js: provides only `randomFillSync` of all Node modules. */
function onlyRandomness(name: string): object {
  return name === 'node:crypto' ? { randomFillSync } : {}
}

/** Makes opening files fail once the program starts: blocks ATTACH, VACUUM INTO and devices of the process. */
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
  let room: number = engineLimits.encodedTableBytes
  // Limits the JSON size of tables, because invisible characters may be long in JSON.
  const take = (row: (string | null)[]) => {
    room -= Buffer.byteLength(JSON.stringify(row)) + 1
    if (room < 0) output.stop()
  }
  const prepare = () => {
    database.run(setup)
    return database.iterateStatements(source)
  }
  const failed = runStatements(source, prepare, (statement) => {
    const columns = statement.getColumnNames()
    const table: ResultTable = { columns, rows: [], cut: false }
    take(columns)
    while (statement.step()) {
      if (table.rows.length === engineLimits.tableRows) {
        table.cut = true
        continue
      }
      const row = exactValues(statement).map((value) => cellText(value, engineLimits.tableCellChars))
      take(row)
      table.rows.push(row)
    }
    if (columns.length === 0) return
    output.print(1, `${tables.length > 0 ? '\n' : ''}${tableText(table)}`)
    // If there are too many tables, the new one replaces the last, because grading uses the last table.
    if (tables.length === engineLimits.tables) tables.pop()
    tables.push(table)
  })
  if (!failed) return { exitCode: 0, reason: 'ok' }
  if (failed.error instanceof OutputCut) return { exitCode: null, reason: 'output-cut' }
  const { diagnostic } = failed
  try {
    output.print(2, `第 ${diagnostic.line} 行出错：${diagnostic.message}\n`)
  } catch (cut) {
    if (!(cut instanceof OutputCut)) throw cut
  }
  return { exitCode: 1, reason: reasonOf(diagnostic), diagnostics: [diagnostic] }
}
