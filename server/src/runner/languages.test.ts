import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedTestRunner } from '../testing/runner'
import { embeddedLanguages } from './languages'

// Long, because compiling is slow while other tests run.
vi.setConfig({ testTimeout: 120_000 })

let server: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await sharedTestRunner()
})

const run = (language: CodeLanguage, source: string, { stdin = '', setup = '' } = {}) =>
  server.runner.run({ language, source, stdin, setup })

describe('all languages', () => {
  const programs: Record<string, { hello: string; exits3: string }> = {
    python: { hello: 'print("你好，" + input())', exits3: 'import sys; sys.exit(3)' },
    javascript: { hello: 'console.log("你好，" + readline())', exits3: 'process.exit(3)' },
    typescript: {
      hello: 'const name: string = readline()!\nconsole.log("你好，" + name)',
      exits3: 'process.exit(3 as number)',
    },
    c: {
      hello: '#include <stdio.h>\nint main() { char name[99]; scanf("%98s", name); printf("你好，%s\\n", name); }',
      exits3: 'int main() { return 3; }',
    },
    cpp: {
      hello:
        '#include <iostream>\nint main() { std::string name; std::cin >> name; std::cout << "你好，" << name << "\\n"; }',
      exits3: 'int main() { return 3; }',
    },
  }

  it.each(Object.entries(programs))(
    'a %s program reads input, prints Chinese and returns its exit code',
    async (language, { hello, exits3 }) => {
      const greeted = await run(language as CodeLanguage, hello, { stdin: '小明\n' })
      expect(greeted).toMatchObject({ stdout: '你好，小明\n', stderr: '', exitCode: 0, reason: 'ok', diagnostics: [] })
      expect(greeted.memoryKb).toBeGreaterThan(0)
      expect(await run(language as CodeLanguage, exits3)).toMatchObject({ exitCode: 3, reason: 'error' })
    },
  )

  it('the programs of this group and the SQL group cover all offered languages', () => {
    expect(embeddedLanguages.map(({ language }) => language).sort()).toEqual([...Object.keys(programs), 'sql'].sort())
  })
})

describe('Python', () => {
  it('prints a traceback like the interpreter, without stack frames of the runner', async () => {
    const { stdout, stderr, exitCode, diagnostics } = await run(
      'python',
      'import json\nprint("before")\ndef load(text):\n    return json.loads(text)\nload("{")',
    )
    expect([stdout, exitCode]).toEqual(['before\n', 1])
    expect(stderr).toMatch(/^Traceback \(most recent call last\):\n {2}File "main.py", line 5, in <module>\n {4}load/)
    expect(stderr).toContain('File "json/decoder.py", line')
    expect(stderr).not.toMatch(/_program|<string>|\/wlr|python312/)
    expect(diagnostics).toEqual([
      { line: 4, column: 1, severity: 'error', message: expect.stringMatching(/JSONDecodeError/) },
    ])
  })

  it('reports the position of a syntax error', async () => {
    const { stderr, diagnostics } = await run('python', 'if True:\n    x = = 1\n')
    expect(stderr).toBe('  File "main.py", line 2\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n')
    expect(diagnostics).toMatchObject([{ line: 2, column: 9, message: 'SyntaxError: invalid syntax' }])
  })

  it('ignores a byte order mark at the beginning', async () => {
    expect(await run('python', '\ufeffprint(1)')).toMatchObject({ stdout: '1\n', stderr: '' })
  })

  it('a Python program has a clean main module, and random numbers differ between runs', async () => {
    const source =
      'import random\nprint(sorted(n for n in dir() if n[0] != "_"), __name__, __file__)\nprint(random.random())'
    const [first, second] = [await run('python', source), await run('python', source)]
    expect(first.stdout.split('\n')[0]).toBe("['random'] __main__ main.py")
    expect(first.stdout).not.toBe(second.stdout)
  })

  it('a program can write files, which the next program does not find', async () => {
    const source =
      'import os\nprint(os.listdir("."))\nwith open("笔记.txt", "w") as f: f.write("内容")\nprint(open("笔记.txt").read(), os.listdir("/"))'
    const expected = "[]\n内容 ['笔记.txt']\n"
    expect((await run('python', source)).stdout).toBe(expected)
    expect((await run('python', source)).stdout).toBe(expected)
  })

  it('a program that changes the interpreter does not affect the next program', async () => {
    await run(
      'python',
      'import builtins, random, sys\nbuiltins.print = None\nrandom.random = None\nsys.modules.clear()',
    )
    expect(await run('python', 'import random\nprint(random.random() < 1)')).toMatchObject({
      stdout: 'True\n',
      exitCode: 0,
    })
  })

  it('a program can sleep and register exit functions, and a missing module is explained', async () => {
    const { stdout, stderr } = await run(
      'python',
      'import atexit, time\natexit.register(print, "bye")\nstart = time.monotonic()\ntime.sleep(0.05)\nprint(time.monotonic() - start >= 0.05)\nimport numpy',
    )
    expect(stdout).toBe('True\nbye\n')
    expect(stderr).toMatch(
      /^Traceback .*\n {2}File "main.py", line 6, in <module>\n {4}import numpy\nModuleNotFoundError: .*/,
    )
    expect(stderr).toContain("No module named 'numpy'：这里只有 Python 标准库，没有 numpy")
  })
})

describe('JavaScript and TypeScript', () => {
  it('JavaScript and TypeScript print values like Node', async () => {
    const { stdout, stderr, reason } = await run(
      'javascript',
      `class Point { constructor() { this.x = 1 } }
       console.log('text', 1, -0, 10n, null, undefined, true, Symbol('s'))
       console.log([1, 'a', [2, { b: [3, { c: [4] }] }]], { 名字: '小明', 'a-b': () => 1 }, new Point())
       console.log(new Map([['a', 1]]), new Set([1]), [undefined], /x/g, class A {})
       const loop = {}; loop.self = loop; console.log(loop)
       console.log('%s 有 %d 个', '我', 3, '!')`,
    )
    expect({ reason, stderr }).toEqual({ reason: 'ok', stderr: '' })
    expect(stdout).toBe(
      [
        'text 1 -0 10n null undefined true Symbol(s)',
        "[ 1, 'a', [ 2, { b: [Array] } ] ] { '名字': '小明', 'a-b': [Function: a-b] } Point { x: 1 }",
        "Map(1) { 'a' => 1 } Set(1) { 1 } [ undefined ] /x/g [class A]",
        '<ref *1> { self: [Circular *1] }',
        '我 有 3 个 !',
        '',
      ].join('\n'),
    )
  })

  it('JavaScript and TypeScript print the remaining items of map and set iterators without advancing them', async () => {
    const source = `
      const map = new Map([['a', 1], ['b', { c: 2 }], ['d', 3]])
      console.log(map.keys(), map.values(), map.entries(), map[Symbol.iterator]())
      console.log(new Set([1, 'x']).values(), new Set([1]).entries(), new Map().keys())
      const moved = map.entries()
      moved.next()
      map.delete('d')
      console.log(moved, { deep: [moved] })
      console.log(moved.next().value, moved, moved.next().done, moved)
      console.log({ [Symbol.toStringTag]: 'Map Iterator' }, Object.create(map.keys()), [1][Symbol.iterator]())`
    expect(await run('javascript', source)).toMatchObject({
      stderr: '',
      stdout: [
        "[Map Iterator] { 'a', 'b', 'd' } [Map Iterator] { 1, { c: 2 }, 3 } [Map Entries] { [ 'a', 1 ], [ 'b', { c: 2 } ], [ 'd', 3 ] } [Map Entries] { [ 'a', 1 ], [ 'b', { c: 2 } ], [ 'd', 3 ] }",
        "[Set Iterator] { 1, 'x' } [Set Entries] { [ 1, 1 ] } [Map Iterator] {  }",
        "[Map Entries] { [ 'b', { c: 2 } ] } { deep: [ [Map Entries] { [ 'b', [Object] ] } ] }",
        "[ 'b', { c: 2 } ] [Map Entries] {  } true [Map Entries] {  }",
        "{ [Symbol(Symbol.toStringTag)]: 'Map Iterator' } Object [Map Iterator] {} Object [Array Iterator] {}",
        '',
      ].join('\n'),
    })
  })

  it('JavaScript and TypeScript report an undefined variable with the same message as Node', async () => {
    const source = 'try { missing } catch (e) { console.log(e.name, e.message) }\nother.x'
    expect(await run('javascript', source)).toMatchObject({
      stdout: 'ReferenceError missing is not defined\n',
      stderr: expect.stringMatching(/^ReferenceError: other is not defined\n {4}at .*main\.js:2:1\)\n$/),
      diagnostics: [{ line: 2, message: 'ReferenceError: other is not defined' }],
    })
  })

  it('JavaScript and TypeScript report `throw null` as an error of the program', async () => {
    const uncaught = { reason: 'error', stderr: 'Uncaught null\n' }
    expect(await run('javascript', 'throw null')).toMatchObject(uncaught)
    const full = 'try { const all = []; while (true) all.push({ a: 1 }) } catch {}\n'
    expect(await run('javascript', `${full}throw null`)).toMatchObject(uncaught)
    expect(await run('javascript', `${full}await Promise.reject(null)`)).toMatchObject(uncaught)
  })

  it('JavaScript and TypeScript read input in the ways taught in courses', async () => {
    const source = `
      const rl = require('readline').createInterface({ input: process.stdin })
      const lines = []
      rl.on('line', (line) => lines.push(line)).on('close', () => console.log(lines))`
    expect((await run('javascript', source, { stdin: '一\n二\n' })).stdout).toBe("[ '一', '二' ]\n")
    const all = "console.log(require('fs').readFileSync(0, 'utf8').trim().split('\\n').map(Number))"
    expect((await run('javascript', all, { stdin: '1\n2\n' })).stdout).toBe('[ 1, 2 ]\n')
  })

  it('JavaScript and TypeScript run timers, promises and top-level await in order', async () => {
    const source = `
      setTimeout(() => console.log('later'), 20)
      const id = setInterval(() => { console.log('tick'); clearInterval(id) }, 1)
      Promise.resolve().then(() => console.log('job'))
      console.log(await new Promise((done) => setTimeout(() => done('awaited'), 5)))`
    expect((await run('javascript', source)).stdout).toBe('job\ntick\nawaited\nlater\n')
  })

  it.each([
    ['let a = 1\nfunction f() { throw new TypeError("坏了") }\nf()', 2, /^TypeError: 坏了\n {4}at f \(main\.js:2/],
    ['let a =\n', 2, /^SyntaxError/],
    ['await Promise.reject(new Error("没有"))', 1, /^Error: 没有/],
    ['setTimeout(() => { null.x }, 1)', 1, /^TypeError/],
  ])('JavaScript and TypeScript report the line of an error: %j', async (source, line, stderr) => {
    const result = await run('javascript', source)
    expect(result).toMatchObject({ exitCode: 1, reason: 'error', diagnostics: [{ line }] })
    expect(result.stderr).toMatch(stderr)
  })

  it('JavaScript and TypeScript report an unhandled rejection of an async function', async () => {
    const source = "async function main() {\n  await null\n  throw new Error('没有处理')\n}\nmain()\n"
    expect(await run('javascript', source)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('Error: 没有处理'),
      diagnostics: [{ line: 3 }],
    })
  })

  it.each([
    ['Promise.resolve().then(() => { console.log(1); foo })', '1\n', /foo/],
    ['async function m() { await null; foo } m()', '', /foo/],
    ["setTimeout(async () => { throw new Error('定时') }, 5)", '', /^Error: 定时/],
    ["async function main() { throw 1 }\nconst p =\nmain()\np.catch(() => console.log('好'))", '好\n', /^$/],
    ['async function main() {}\nconst usage = `\nmain()\n`\nconsole.log(usage)', '\nmain()\n\n', /^$/],
  ])(
    'JavaScript and TypeScript report only rejections without a handler, and leave the source unchanged: %j',
    async (source, stdout, stderr) => {
      const result = await run('javascript', source)
      expect(result).toMatchObject({ stdout, exitCode: result.stderr === '' ? 0 : 1 })
      expect(result.stderr).toMatch(stderr)
    },
  )

  it('JavaScript and TypeScript import built-in modules, and list the available ones if a module is missing', async () => {
    const source = "import { readFileSync } from 'node:fs'\nconsole.log(readFileSync(0, 'utf8').length, await 3)"
    expect((await run('javascript', source, { stdin: '一二\n' })).stdout).toBe('3 3\n')
    expect((await run('javascript', "require('http')")).stderr).toContain("Cannot find module 'http'：这里没有这个模块")
  })

  it('JavaScript and TypeScript run a program only once, even if it has await and throws a SyntaxError', async () => {
    const source = "console.log('once')\n// await\nJSON.parse('{')"
    expect(await run('javascript', source)).toMatchObject({ stdout: 'once\n', exitCode: 1 })
  })

  it('TypeScript types are removed without changing line numbers', async () => {
    const source =
      'enum Colour { Red, Green }\ninterface A {\n  x: number\n}\nconst a = { x: 1 } satisfies A\nconsole.log(Colour.Green, a.x)\nthrow new Error("第七行")'
    expect(await run('typescript', source)).toMatchObject({ stdout: '1 1\n', diagnostics: [{ line: 7 }] })
    expect(await run('typescript', 'const a: = 1')).toMatchObject({
      reason: 'compile-error',
      diagnostics: [{ line: 1, column: 10 }],
    })
  })
})

describe('SQL', () => {
  const setup =
    "create table 学生(id integer primary key, 姓名 text, 分数 real); insert into 学生 values (1,'张三',90.5),(2,'李四',null);"

  it('returns the result tables as text and as values', async () => {
    const { stdout, tables, exitCode } = await run('sql', 'select * from 学生; select count(*) as 人数 from 学生;', {
      setup,
    })
    expect(exitCode).toBe(0)
    expect(stdout).toBe('id | 姓名 | 分数\n---+------+-----\n1  | 张三 | 90.5\n2  | 李四 | NULL\n\n人数\n----\n2\n')
    expect(tables).toEqual([
      {
        columns: ['id', '姓名', '分数'],
        rows: [
          ['1', '张三', '90.5'],
          ['2', '李四', null],
        ],
        cut: false,
      },
      { columns: ['人数'], rows: [['2']], cut: false },
    ])
  })

  it.each([
    ['select 1;\nselect * form 学生', 2, 10],
    ['select 1;\n\n  select nothing from 学生', 3, 10],
    ["select 1;\ninsert into 学生 values (1, '重复', 0);", 2, 1],
  ])('reports the position of an error: %j', async (source, line, column) => {
    expect(await run('sql', source, { setup })).toMatchObject({
      exitCode: 1,
      reason: 'error',
      stderr: expect.stringContaining(`第 ${line} 行出错`),
      diagnostics: [{ line, column }],
      tables: [{ rows: [['1']] }],
    })
  })

  it('preserves 64-bit integers, and truncates a table to 500 rows', async () => {
    const { tables } = await run(
      'sql',
      "select 9223372036854775807 as n, x'00ff' as b; with recursive c(x) as (select 1 union all select x+1 from c limit 600) select x from c",
    )
    expect(tables[0]!.rows).toEqual([['9223372036854775807', "x'00ff'"]])
    expect([tables[1]!.rows.length, tables[1]!.cut]).toEqual([500, true])
  })

  it('returns at most 20 tables including the last, and omits a table that exceeds the output limit', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `select ${i} as n;`).join('')
    const { tables } = await run('sql', many)
    expect([tables.length, tables.at(-1)!.rows]).toEqual([20, [['29']]])
    const wide = Array.from(
      { length: 12 },
      (_, i) => `substr(replace(hex(zeroblob(500)), '00', char(1, 1)), 1, 1000) c${i}`,
    )
    const rows = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)'
    const result = await run('sql', `select 1 as fits; ${rows} select ${wide.join(', ')} from n`)
    expect(result).toMatchObject({ reason: 'output-cut', tables: [{ rows: [['1']] }] })
  })

  it('an SQL program starts from its setup, without changes of earlier programs', async () => {
    await run('sql', 'drop table 学生', { setup })
    expect((await run('sql', 'select count(*) from 学生', { setup })).tables[0]!.rows).toEqual([['2']])
  })
})
