/** Modules that `require` returns: those of Node that are safe in the sandbox, each created on first use. */
export const modulesSource = String.raw`(kit) => {
  const modules = {}
  const add = (name, make) =>
    Object.defineProperty(modules, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = make()
        Object.defineProperty(modules, name, { value, enumerable: true })
        return value
      },
    })
  add('assert', () => kit.part('assert'))
  add('assert/strict', () => kit.part('assert').strict)
  add('buffer', () => ({ Buffer: kit.part('buffer').Buffer, atob: kit.part('buffer').atob, btoa: kit.part('buffer').btoa }))
  add('events', () => kit.part('events').EventEmitter)
  add('fs', () => kit.part('files'))
  add('fs/promises', () => kit.part('files').promises)
  add('module', () => ({ createRequire: () => kit.require, builtinModules: Object.keys(modules) }))
  add('os', () => ({
    EOL: '\n', platform: () => 'linux', type: () => 'Linux', arch: () => 'wasm32', release: () => '', hostname: () => 'sandbox',
    homedir: () => '/', tmpdir: () => '/tmp', cpus: () => [], totalmem: () => 0, freemem: () => 0, uptime: () => kit.now() / 1000, userInfo: () => ({ username: 'student', homedir: '/' }),
  }))
  add('path', () => kit.part('path'))
  add('path/posix', () => kit.part('path'))
  add('perf_hooks', () => ({ performance: kit.part('globals').performance }))
  add('process', () => kit.part('process'))
  add('punycode', () => ({ ucs2: { decode: (text) => Array.from(text, (char) => char.codePointAt(0)), encode: (codes) => String.fromCodePoint(...codes) } }))
  add('querystring', () => ({
    parse: (text) => Object.fromEntries(new (kit.part('url').URLSearchParams)(text)),
    stringify: (value) => String(new (kit.part('url').URLSearchParams)(value)).replace(/\+/g, '%20'),
    escape: encodeURIComponent, unescape: decodeURIComponent,
  }))
  add('readline', () => kit.part('readline'))
  add('readline/promises', () => kit.part('readline').promises)
  add('string_decoder', () => ({ StringDecoder: kit.part('buffer').StringDecoder }))
  const later = (set) => (ms, value) => new Promise((resolve) => set(() => resolve(value), ms))
  add('timers', () => ({ setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate, promises: modules['timers/promises'] }))
  add('timers/promises', () => ({
    setTimeout: later(setTimeout),
    setImmediate: (value) => new Promise((resolve) => setImmediate(() => resolve(value))),
    async *setInterval(ms, value) { for (;;) { await later(setTimeout)(ms); yield value } },
    scheduler: { wait: later(setTimeout), yield: () => new Promise((resolve) => setImmediate(resolve)) },
  }))
  add('url', () => ({ ...kit.part('url'), fileURLToPath: (url) => String(url).replace(/^file:\/\//, ''), pathToFileURL: (path) => new (kit.part('url').URL)('file://' + path) }))
  add('util', () => kit.part('util'))
  add('util/types', () => kit.part('util').types)
  return modules
}`

export const processSource = String.raw`(kit) => {
  const { EventEmitter } = kit.part('events')
  const process = new EventEmitter()
  const stream = (fd) => Object.assign(new EventEmitter(), {
    fd, isTTY: false, writable: true, columns: 80,
    write(text, encoding, done) {
      kit.write(fd, typeof text === 'string' ? text : kit.part('buffer').Buffer.from(text).toString())
      const callback = typeof encoding === 'function' ? encoding : done
      if (callback) kit.nextTick(callback)
      return true
    },
    end(text) { if (text !== undefined) this.write(text) },
  })
  const stdin = Object.assign(new EventEmitter(), {
    fd: 0, isTTY: false, readable: true,
    setEncoding(encoding) { stdin.encoding = encoding; return stdin },
    resume() { start(); return stdin },
    pause() { return stdin },
    unref() { return stdin },
    read() {
      const text = kit.readAll()
      return text === '' ? null : stdin.encoding ? text : kit.part('buffer').Buffer.from(text)
    },
    pipe(target) { stdin.on('data', (data) => target.write(data)); return target },
    async *[Symbol.asyncIterator]() {
      const text = kit.readAll()
      if (text !== '') yield stdin.encoding ? text : kit.part('buffer').Buffer.from(text)
    },
  })
  let started = false
  const start = () => {
    if (started) return
    started = true
    setImmediate(() => {
      if (stdin.listenerCount('readable') > 0) {
        stdin.emit('readable')
        if (stdin.listenerCount('data') === 0) stdin.emit('readable')
      }
      const data = stdin.listenerCount('data') > 0 ? stdin.read() : null
      if (data !== null) stdin.emit('data', data)
      setImmediate(() => { stdin.emit('end'); stdin.emit('close') })
    })
  }
  const on = stdin.on
  for (const name of ['on', 'once', 'addListener'])
    stdin[name] = (event, listener) => {
      EventEmitter.prototype[name].call(stdin, event, listener)
      if (event === 'data' || event === 'readable' || event === 'end') start()
      return stdin
    }
  const hrtime = (before) => {
    const ns = kit.now() * 1e6
    const time = [Math.floor(ns / 1e9), Math.floor(ns % 1e9)]
    if (!before) return time
    const [seconds, rest] = [time[0] - before[0], time[1] - before[1]]
    return rest < 0 ? [seconds - 1, rest + 1e9] : [seconds, rest]
  }
  hrtime.bigint = () => BigInt(Math.floor(kit.now() * 1000)) * 1000n
  const zero = { rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }
  return Object.assign(process, {
    argv: ['node', '/main.js'], argv0: 'node', execArgv: [], execPath: '/node', env: {}, pid: 1, ppid: 0, title: 'node',
    platform: 'linux', arch: 'wasm32', version: 'v20.0.0', versions: { node: '20.0.0' }, release: { name: 'node' },
    exitCode: undefined, stdin, stdout: stream(1), stderr: stream(2), hrtime,
    exit(code) {
      if (code !== undefined) process.exitCode = code
      const number = Number(process.exitCode) || 0
      process.emit('exit', number)
      kit.exit(number)
    },
    abort: () => kit.exit(134),
    cwd: () => '/', chdir() {}, umask: () => 18, uptime: () => kit.now() / 1000,
    memoryUsage: Object.assign(() => ({ ...zero }), { rss: () => 0 }), cpuUsage: () => ({ user: Math.floor(kit.now() * 1000), system: 0 }),
    nextTick: kit.nextTick, emitWarning: (text) => kit.write(2, '(node:1) Warning: ' + text + '\n'),
    getBuiltinModule: (name) => { try { return kit.require(name) } catch { return undefined } },
  })
}`

export const utilSource = String.raw`(kit) => {
  const { inspect } = kit.part('inspect')
  const { format, formatWithOptions } = kit.part('format')
  const { isEqual } = kit.part('equality')
  const promised = Symbol.for('nodejs.util.promisify.custom')
  const promisify = (original) => original[promised] ?? ((...values) => new Promise((resolve, reject) => {
    original(...values, (error, value) => (error ? reject(error) : resolve(value)))
  }))
  promisify.custom = promised
  Object.defineProperty(setTimeout, promised, { value: (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value)) })
  const is = (type) => (value) => value instanceof type
  const tagged = (tag) => (value) => Object.prototype.toString.call(value) === '[object ' + tag + ']'
  const types = {
    isPromise: is(Promise), isMap: is(Map), isSet: is(Set), isDate: is(Date), isRegExp: is(RegExp), isWeakMap: is(WeakMap), isWeakSet: is(WeakSet),
    isNativeError: is(Error), isArrayBuffer: is(ArrayBuffer), isAnyArrayBuffer: is(ArrayBuffer), isTypedArray: is(Object.getPrototypeOf(Uint8Array)), isUint8Array: is(Uint8Array),
    isGeneratorFunction: tagged('GeneratorFunction'), isGeneratorObject: tagged('Generator'), isAsyncFunction: tagged('AsyncFunction'), isProxy: () => false,
    isBoxedPrimitive: (value) => [Number, String, Boolean, BigInt, Symbol].some((type) => value instanceof type),
  }
  return {
    inspect, format, formatWithOptions, promisify, types, isDeepStrictEqual: (a, b) => isEqual(a, b, true),
    callbackify: (original) => (...values) => {
      const done = values.pop()
      original(...values).then((value) => kit.nextTick(done, null, value), (error) => kit.nextTick(done, error))
    },
    inherits(child, parent) {
      Object.defineProperty(child, 'super_', { value: parent, writable: true, configurable: true })
      Object.setPrototypeOf(child.prototype, parent.prototype)
    },
    deprecate: (original) => original, debuglog: () => () => {}, stripVTControlCharacters: (text) => String(text).replace(/\x1b\[[0-9;]*[A-Za-z]/g, ''),
    isArray: Array.isArray, toUSVString: (text) => String(text).toWellFormed?.() ?? String(text),
    TextEncoder: kit.part('buffer').TextEncoder, TextDecoder: kit.part('buffer').TextDecoder,
  }
}`

export const equalitySource = `() => {
  const keysOf = (value) => [...Object.keys(value), ...Object.getOwnPropertySymbols(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key))]
  function isEqual(a, b, strict, seen = []) {
    if (strict ? Object.is(a, b) : a == b || (Number.isNaN(a) && Number.isNaN(b))) return true
    if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
    if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false
    if (Array.isArray(a) !== Array.isArray(b) || Object.prototype.toString.call(a) !== Object.prototype.toString.call(b)) return false
    if (seen.some(([x, y]) => x === a && y === b)) return true
    const inner = [...seen, [a, b]]
    if (a instanceof Date && a.getTime() !== b.getTime()) return false
    if (a instanceof RegExp && String(a) !== String(b)) return false
    if (a instanceof Error && (a.message !== b.message || a.name !== b.name)) return false
    if ((a instanceof Number || a instanceof String || a instanceof Boolean) && !Object.is(a.valueOf(), b.valueOf())) return false
    if (a instanceof Set || a instanceof Map) {
      if (a.size !== b.size) return false
      const rest = [...b]
      for (const item of a) {
        const at = rest.findIndex((other) => isEqual(item, other, strict, inner))
        if (at < 0) return false
        rest.splice(at, 1)
      }
    }
    const keys = keysOf(a)
    if (keys.length !== keysOf(b).length || (Array.isArray(a) && a.length !== b.length)) return false
    return keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key], strict, inner))
  }
  return { isEqual }
}`

export const assertSource = String.raw`(kit) => {
  const { inspect } = kit.part('inspect')
  const { isEqual } = kit.part('equality')
  class AssertionError extends Error {
    constructor({ message, actual, expected, operator }) {
      super(message)
      this.generatedMessage = false
      this.code = 'ERR_ASSERTION'
      this.actual = actual
      this.expected = expected
      this.operator = operator
    }
    get name() { return 'AssertionError' }
  }
  const fails = (message, usual, details) => {
    if (message instanceof Error) throw message
    const error = new AssertionError({ message: message ?? usual(), ...details })
    error.generatedMessage = message === undefined
    throw error
  }
  const ok = (value, message) => {
    if (!value) fails(message, () => 'The expression evaluated to a falsy value:\n\n  assert(' + inspect(value) + ')\n', { actual: value, expected: true, operator: '==' })
  }
  const compare = (operator, holds, usual) => (actual, expected, message) => {
    if (!holds(actual, expected)) fails(message, () => usual(inspect(actual), inspect(expected)), { actual, expected, operator })
  }
  const matches = (error, expected) => {
    if (expected === undefined) return true
    if (expected instanceof RegExp) return expected.test(String(error))
    if (typeof expected === 'function') {
      if (expected.prototype !== undefined && error instanceof expected) return true
      if (Error.isPrototypeOf(expected) || expected === Error) return false
      return expected.call({}, error) === true
    }
    return Object.keys(expected).every((key) => (expected[key] instanceof RegExp && typeof error[key] === 'string' ? expected[key].test(error[key]) : isEqual(error[key], expected[key], true)))
  }
  const thrown = (error, expected, message) => {
    const wanted = typeof expected === 'string' ? undefined : expected
    if (matches(error, wanted)) return
    if (typeof expected === 'function' || message === undefined) throw error
    fails(message, () => '', { actual: error, expected, operator: 'throws' })
  }
  const missing = (expected, message, operator) =>
    fails(typeof expected === 'string' ? expected : message, () => (operator === 'rejects' ? 'Missing expected rejection' : 'Missing expected exception') + (typeof expected === 'function' && expected.name ? ' (' + expected.name + ').' : '.'), { operator })
  const unequal = (title) => (a, b) => title + ':\n\n' + a + ' !== ' + b + '\n'
  const methods = {
    ok, AssertionError,
    equal: compare('==', (a, b) => a == b || (Number.isNaN(a) && Number.isNaN(b)), (a, b) => a + ' == ' + b),
    notEqual: compare('!=', (a, b) => a != b, (a, b) => a + ' != ' + b),
    strictEqual: compare('strictEqual', Object.is, unequal('Expected values to be strictly equal')),
    notStrictEqual: compare('notStrictEqual', (a, b) => !Object.is(a, b), (a) => 'Expected "actual" to be strictly unequal to: ' + a),
    deepEqual: compare('deepEqual', (a, b) => isEqual(a, b, false), (a, b) => 'Expected values to be loosely deep-equal:\n\n' + a + '\n\nshould loosely deep-equal\n\n' + b),
    notDeepEqual: compare('notDeepEqual', (a, b) => !isEqual(a, b, false), (a) => 'Expected "actual" not to be loosely deep-equal to: ' + a),
    deepStrictEqual: compare('deepStrictEqual', (a, b) => isEqual(a, b, true), (a, b) => 'Expected values to be strictly deep-equal:\n+ actual - expected\n\n+ ' + a + '\n- ' + b),
    notDeepStrictEqual: compare('notDeepStrictEqual', (a, b) => !isEqual(a, b, true), (a) => 'Expected "actual" not to be strictly deep-equal to: ' + a),
    match: compare('match', (text, pattern) => pattern.test(text), (a, b) => 'The input did not match the regular expression ' + b + '. Input:\n\n' + a + '\n'),
    doesNotMatch: compare('doesNotMatch', (text, pattern) => !pattern.test(text), (a, b) => 'The input was expected to not match the regular expression ' + b + '. Input:\n\n' + a + '\n'),
    fail: (message = 'Failed') => fails(message, () => 'Failed', { operator: 'fail' }),
    ifError: (value) => { if (value !== null && value !== undefined) throw value },
    throws(call, expected, message) {
      try {
        call()
      } catch (error) {
        return thrown(error, expected, message)
      }
      missing(expected, message, 'throws')
    },
    doesNotThrow(call, message) {
      try {
        call()
      } catch (error) {
        fails(typeof message === 'string' ? message : undefined, () => 'Got unwanted exception.\nActual message: "' + error.message + '"', { actual: error, operator: 'doesNotThrow' })
      }
    },
    async rejects(promise, expected, message) {
      try {
        await (typeof promise === 'function' ? promise() : promise)
      } catch (error) {
        return thrown(error, expected, message)
      }
      missing(expected, message, 'rejects')
    },
    async doesNotReject(promise) { await (typeof promise === 'function' ? promise() : promise) },
  }
  const assert = Object.assign((value, message) => ok(value, message), methods)
  const strict = Object.assign((value, message) => ok(value, message), methods, { equal: methods.strictEqual, notEqual: methods.notStrictEqual, deepEqual: methods.deepStrictEqual, notDeepEqual: methods.notDeepStrictEqual })
  assert.strict = strict.strict = strict
  return assert
}`
