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

describe('JavaScript engine in the browser', () => {
  it('runs a program that prints, reads stdin, waits for timers and promises, and exits with a code', async () => {
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

  it('reports the line of a runtime error', async () => {
    const end = await javascript('const a = 1\nnothing()\n')
    expect(end).toMatchObject({ exitCode: 1, reason: 'error', diagnostics: [{ line: 2, severity: 'error' }] })
    expect(end.stderr).toContain('ReferenceError')
  })

  it('stops at the limits of output, memory and stack depth', async () => {
    const endless = await javascript("for (;;) { try { console.log('x'.repeat(999)) } catch {} }")
    expect(endless).toMatchObject({ reason: 'output-cut', exitCode: null })
    expect(endless.stdout.length).toBeLessThan(localLimits.outputChars + 100)
    expect(await javascript("const a = []; for (;;) a.push('x'.repeat(1e6) + a.length)")).toMatchObject({
      reason: 'memory',
    })
    expect(await javascript('const f = () => f() + 1; f()')).toMatchObject({ reason: 'error' })
  })

  it.each([
    ['Promise.resolve().then(() => { console.log(1); foo })', '1\n', /foo/],
    ["Promise.reject(new Error('未处理'))", '', /^Error: 未处理/],
    ['async function m() { await null; console.log(1); foo } m()', '1\n', /foo/],
    ['async function m() { foo } m()', '', /foo/],
    ["async function m() {} m().then(() => { throw new Error('后') })", '', /^Error: 后/],
    ["setTimeout(async () => { throw new Error('定时') }, 1)", '', /^Error: 定时/],
    [
      "const p = Promise.reject(new Error('迟')); setTimeout(() => p.catch(() => console.log('no')), 1)",
      '',
      /^Error: 迟/,
    ],
    ['new Promise((_, reject) => setTimeout(() => reject(7), 1))', '', /^Uncaught 7/],
    ["Promise.all([Promise.reject(new Error('全'))])", '', /^Error: 全/],
    ["class P extends Promise {} P.reject(new Error('子类'))", '', /^Error: 子类/],
    [
      "(async () => { for await (const x of [Promise.reject(new Error('迭代'))]) console.log(x) })()",
      '',
      /^Error: 迭代/,
    ],
    ["import 'fs'\nawait null\nPromise.reject(new Error('模块'))", '', /^Error: 模块/],
  ])('an unhandled rejection ends the program with exit code 1, as in Node: %j', async (source, stdout, stderr) => {
    expect(await javascript(source)).toMatchObject({
      stdout,
      stderr: expect.stringMatching(stderr),
      exitCode: 1,
      reason: 'error',
    })
  })

  it.each([
    "const p =\nmain()\nasync function main() { throw new Error() }\np.catch(() => console.log('好'))",
    "Promise.reject(1).catch(() => console.log('好'))",
    "const p = Promise.reject(1); queueMicrotask(() => p.then(null, () => console.log('好')))",
    "const p = Promise.reject(1); process.nextTick(() => p.catch(() => console.log('好')))",
    "(async () => { try { await Promise.reject(1) } catch { console.log('好') } })()",
    "try { await (async () => { throw 1 })() } catch { console.log('好') }",
    "Promise.allSettled([Promise.reject(1)]).then(() => console.log('好'))",
    "Promise.race([Promise.resolve(1), Promise.reject(2)]).then(() => console.log('好'))",
    "Promise.any([Promise.reject(1), Promise.resolve(2)]).then(() => console.log('好'))",
    "(async () => { for await (const x of (async function* () { throw 1 })()) ; })().catch(() => console.log('好'))",
    "process.on('unhandledRejection', (reason) => console.log(reason))\nPromise.reject('好')",
    "import 'fs'\nawait Promise.reject(1).catch(() => console.log('好'))",
  ])('a handled rejection does not end the program: %j', async (source) => {
    expect(await javascript(source)).toMatchObject({ stdout: '好\n', stderr: '', exitCode: 0, reason: 'ok' })
  })

  it('runs the source without changing its text', async () => {
    const source = 'async function main() {}\nconst usage = `\nmain()\n`\nconsole.log(usage, main.toString())'
    expect((await javascript(source)).stdout).toBe('\nmain()\n async function main() {}\n')
  })

  it('prints half of a surrogate pair as one replacement character', async () => {
    expect((await javascript("console.log('a\\ud800b', '😀')")).stdout).toBe('a\ufffdb 😀\n')
  })

  it('a program cannot access globals outside the sandbox', async () => {
    const source = 'console.log(typeof fetch, typeof self, typeof postMessage, typeof WebAssembly, typeof __host)'
    expect((await javascript(source)).stdout).toBe('undefined undefined undefined undefined undefined\n')
  })
})

describe('SQL engine in the browser', () => {
  const setup = "create table t (id integer, name text); insert into t values (9007199254740993, '甲'), (2, null)"

  it('returns rows of the tables that the setup created, with 64-bit integers unchanged', async () => {
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

  it('reports the position of an error and keeps earlier results', async () => {
    const end = await sql('select 1;\nselect nothing from t', setup)
    expect(end).toMatchObject({ reason: 'error', tables: [{ rows: [['1']] }], diagnostics: [{ line: 2, column: 8 }] })
    expect(end.stderr).toContain('第 2 行出错')
  })

  it('truncates a result table at the row limit', async () => {
    const end = await sql('with recursive n(i) as (select 1 union all select i + 1 from n limit 2000) select i from n')
    expect(end.tables[0]).toMatchObject({ cut: true })
    expect(end.tables[0]!.rows).toHaveLength(localLimits.tableRows)
  })
})
