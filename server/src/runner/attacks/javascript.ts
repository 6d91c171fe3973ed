import type { Attack } from './attack'

/** Attacks in JavaScript and TypeScript; suites.ts removes the types for JavaScript. */
export const javascriptAttacks: Attack[] = [
  {
    title: 'change Object.prototype',
    source: '(Object.prototype as any).compileOnly = 1; (Object.prototype as any).toString = null',
  },
  {
    title: 'change every prototype',
    source:
      'for (const name of Object.getOwnPropertyNames(globalThis)) { const p = (globalThis as any)[name]?.prototype; if (p) for (const key of Reflect.ownKeys(p)) try { p[key] = null } catch {} }',
  },
  {
    title: 'delete all globals',
    source: 'for (const name of Reflect.ownKeys(globalThis)) try { delete (globalThis as any)[name] } catch {}',
  },
  {
    title: 'setters on Object.prototype',
    source:
      "for (const key of ['value', 'get', 'then', 'error', 'type', '0', 'length']) Object.defineProperty(Object.prototype, key, { set(v) { throw key }, get() { throw key }, configurable: true }); console.log([1, { a: 1 }])",
  },
  {
    title: 'then on Object.prototype',
    source: '(Object.prototype as any).then = function (done: any) { for (;;) done(this) }; await {}',
    slow: true,
  },
  {
    title: 'reach the host by constructors',
    source:
      'const g = (function () {}).constructor(\'return typeof process === "object" && process.binding ? "ESCAPED" : 1\')(); console.log(g)',
    reason: 'ok',
  },
  {
    title: 'reach the host by errors',
    source:
      "(Error as any).prepareStackTrace = (e: any, s: any) => s; const s: any = new Error('x').stack; console.log(s?.[0]?.getThis?.()?.process ? 'ESCAPED' : 1)",
  },
  {
    title: 'imports',
    source:
      "for (const name of ['fs', 'node:fs', 'child_process', '/etc/passwd', '__proto__', 'constructor']) try { const m: any = await import(name); console.log(m.spawn ? 'ESCAPED' : 'module') } catch { console.log('none') }",
  },
  {
    title: 'require',
    source:
      "for (const name of ['child_process', 'net', 'worker_threads', '__proto__', 'constructor', 'vm']) try { console.log((globalThis as any).require(name).spawn ? 'ESCAPED' : 'module') } catch { console.log('none') }",
  },
  {
    title: 'SharedArrayBuffer and Atomics.wait',
    source:
      'const a = new Int32Array(new SharedArrayBuffer(8)); try { Atomics.wait(a, 0, 0, 100) } catch (e) { console.log(String(e)) }',
  },
  {
    title: 'Atomics.wait without end',
    source: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)',
    slow: true,
  },
  {
    title: 'huge SharedArrayBuffer',
    source: 'const all: any[] = []; for (;;) all.push(new SharedArrayBuffer(1 << 26))',
  },
  { title: 'huge array', source: 'const a = new Array(2 ** 32 - 1); a.fill(0)', slow: true },
  { title: 'huge typed array', source: 'new Float64Array(2 ** 30)' },
  { title: 'huge string', source: "let s = 'x'; for (;;) s += s" },
  { title: 'huge bigint', source: 'let n = 2n; for (;;) n = n ** 1000n', slow: true },
  {
    title: 'regular expression that backtracks',
    source: "/(a+)+$/.test('a'.repeat(40) + 'b')",
    reason: 'timeout',
    slow: true,
  },
  { title: 'regular expression of great depth', source: "new RegExp('('.repeat(50000) + ')'.repeat(50000))" },
  { title: 'deep recursion', source: 'function f(n: number): number { return f(n + 1) + 1 } f(0)', reason: 'error' },
  { title: 'deep recursion that catches', source: 'function f() { try { f() } catch { f() } } f()', slow: true },
  { title: 'deep nesting of JSON', source: "JSON.parse('['.repeat(200000))" },
  {
    title: 'deep nesting of data',
    source: 'let a: any = []; for (let i = 0; i < 200000; i++) a = [a]; console.log(a); JSON.stringify(a)',
  },
  {
    title: 'proxies in what is printed',
    source: 'console.log(new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 }, getPrototypeOf() { throw 3 } }))',
  },
  {
    title: 'getters in what is thrown',
    source:
      'throw { get name() { throw 1 }, get message() { throw 2 }, get stack() { throw 3 }, toString() { throw 4 } }',
  },
  { title: 'long message of an error', source: "throw new Error('\\u0001'.repeat(20000000))" },
  {
    title: 'error whose stack is a program',
    source:
      "const e: any = new Error('x'); Object.defineProperty(e, 'stack', { value: 'main.js:99999999999999999999:1' + 'x'.repeat(1000000) }); throw e",
  },
  { title: 'promises without end', source: 'const again = () => Promise.resolve().then(again); again()', slow: true },
  { title: 'timers without end', source: 'setInterval(() => {}, 0)', slow: true },
  { title: 'a million timers', source: 'for (let i = 0; i < 300000; i++) setTimeout(() => {}, 1); process.exit(0)' },
  {
    title: 'output of control characters',
    source: "for (;;) console.log('\\u0001'.repeat(1000))",
    reason: 'output-cut',
  },
  { title: 'lone surrogates', source: "console.log('\\ud800'.repeat(100000))" },
  { title: 'exit code that is none', source: 'process.exit({ valueOf() { throw 1 } } as any)' },
  {
    title: 'finalizers and weak references',
    source:
      'new FinalizationRegistry(() => { for (;;); }).register({}, 1); console.log(typeof new WeakRef({}).deref())',
  },
  {
    title: 'generator that never ends',
    source: 'function* g() { for (;;) yield* g() } try { [...g()] } catch (e) { console.log(1) }',
  },
]
