// @vitest-environment node
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ResultTable } from '@dxx/contract/calls/runcode'
import { describe, expect, it } from 'vitest'
import { loadJavascript } from './javascript'
import { localLimits, type Report } from './messages'
import { loadSql } from './sql'

const require = createRequire(import.meta.url)
function bytes(file: string): ArrayBuffer {
  const read = readFileSync(require.resolve(file))
  return read.buffer.slice(read.byteOffset, read.byteOffset + read.byteLength) as ArrayBuffer
}

async function run(load: typeof loadJavascript | typeof loadSql, wasm: string, source: string, stdin = '', setup = '') {
  const printed = { 1: '', 2: '' }
  const tables: ResultTable[] = []
  const report: Report = {
    print: (stream, text) => {
      printed[stream] += text
    },
    table: (table) => tables.push(table),
    pulse: () => {},
  }
  const end = await (await load(bytes(wasm)))({ source, stdin, setup }, report)
  return { ...end, stdout: printed[1], stderr: printed[2], tables }
}
const javascript = (source: string, stdin = '') =>
  run(loadJavascript, '@jitl/quickjs-wasmfile-release-sync/wasm', source, stdin)
const sql = (source: string, setup = '') => run(loadSql, 'sql.js/dist/sql-wasm-browser.wasm', source, '', setup)

describe('JavaScript in the browser', () => {
  it('prints, reads its input, waits for timers and promises, and exits', async () => {
    const source = `
      const name = readline()
      setTimeout(() => { console.log('后'); process.exit(3) }, 5)
      await Promise.resolve()
      console.log('你好', name, [1, { a: null }])
      console.error('小心')`
    expect(await javascript(source, '小林\n')).toMatchObject({
      stdout: '你好 小林 [ 1, { a: null } ]\n后\n',
      stderr: '小心\n',
      exitCode: 3,
      reason: 'error',
    })
  })

  it('says where an error lies', async () => {
    const end = await javascript('const a = 1\nnothing()\n')
    expect(end).toMatchObject({ exitCode: 1, reason: 'error', diagnostics: [{ line: 2, severity: 'error' }] })
    expect(end.stderr).toContain('ReferenceError')
  })

  it('stops at too much output, memory and depth', async () => {
    const endless = await javascript("for (;;) { try { console.log('x'.repeat(999)) } catch {} }")
    expect(endless).toMatchObject({ reason: 'output-cut', exitCode: null })
    expect(endless.stdout.length).toBeLessThan(localLimits.outputChars + 100)
    expect(await javascript("const a = []; for (;;) a.push('x'.repeat(1e6) + a.length)")).toMatchObject({
      reason: 'memory',
    })
    expect(await javascript('const f = () => f() + 1; f()')).toMatchObject({ reason: 'error' })
  })

  it('cannot see what is outside', async () => {
    const source = 'console.log(typeof fetch, typeof self, typeof postMessage, typeof WebAssembly, typeof __host)'
    expect((await javascript(source)).stdout).toBe('undefined undefined undefined undefined undefined\n')
  })
})

describe('SQL in the browser', () => {
  const setup = "create table t (id integer, name text); insert into t values (9007199254740993, '甲'), (2, null)"

  it('answers tables of a database made by the setup, with exact numbers', async () => {
    expect(await sql('select * from t; select 1 as x where 0', setup)).toMatchObject({
      reason: 'ok',
      exitCode: 0,
      tables: [
        {
          columns: ['id', 'name'],
          rows: [
            ['9007199254740993', '甲'],
            ['2', null],
          ],
          cut: false,
        },
        { columns: ['x'], rows: [], cut: false },
      ],
    })
  })

  it('says where an error lies and keeps what came before', async () => {
    const end = await sql('select 1;\nselect nothing from t', setup)
    expect(end).toMatchObject({ reason: 'error', tables: [{ rows: [['1']] }], diagnostics: [{ line: 2, column: 8 }] })
    expect(end.stderr).toContain('第 2 行出错')
  })

  it('cuts long results', async () => {
    const end = await sql('with recursive n(i) as (select 1 union all select i + 1 from n limit 2000) select i from n')
    expect(end.tables[0]).toMatchObject({ cut: true })
    expect(end.tables[0]!.rows).toHaveLength(localLimits.tableRows)
  })
})
