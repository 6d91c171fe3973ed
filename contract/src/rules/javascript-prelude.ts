import { preludeSections } from './javascript-prelude/sections'

/**
 * Defines the globals that Node 20 adds to JavaScript: console, timers, process, `require`. Runs inside the sandbox
 * before the program and hides the host functions from it. Contains only what nearly every program uses; the other
 * sections are evaluated on first use, because evaluating everything would take longer than most programs run.
 */
export const preludeSource = String.raw`
(() => {
  const { write: writeText, exit, input, load, peek, iterator, now } = globalThis.__host
  delete globalThis.__host

  // Half of a surrogate pair is printed as one replacement character, as in Node.
  const { toWellFormed } = String.prototype
  const { apply } = Reflect
  const write = (stream, text) => writeText(stream, apply(toWellFormed, text, []))
  const loaded = new Map()
  const kit = { write, exit, peek, iterator, now, part }
  function part(name) {
    if (!loaded.has(name)) loaded.set(name, load(name)(kit))
    return loaded.get(name)
  }
  const setGlobal = (name, value) =>
    Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true })
  const lazyGlobal = (name, make) =>
    Object.defineProperty(globalThis, name, {
      enumerable: false,
      configurable: true,
      get() {
        const value = make()
        setGlobal(name, value)
        return value
      },
      set: (value) => setGlobal(name, value),
    })

  const isPlain = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')
  const plainText = (value) => (typeof value === 'bigint' ? value + 'n' : Object.is(value, -0) ? '-0' : String(value))
  kit.format = (values) => {
    if (values.length === 1 && typeof values[0] === 'string') return values[0]
    if (values.every(isPlain) && !(typeof values[0] === 'string' && values[0].includes('%'))) return values.map(plainText).join(' ')
    return part('format').format(...values)
  }
  kit.indent = ''
  const printer = (stream) => (...values) => {
    const text = kit.format(values)
    write(stream, (kit.indent === '' ? text : text.replace(/^/gm, kit.indent)) + '\n')
  }
  const log = printer(1)
  const complain = printer(2)
  const console = { log, info: log, debug: log, warn: complain, error: complain }
  for (const name of ['dir', 'trace', 'assert', 'count', 'countReset', 'time', 'timeLog', 'timeEnd', 'group', 'groupCollapsed', 'groupEnd', 'table', 'clear', 'dirxml'])
    console[name] = (...values) => part('console')(console)[name](...values)
  setGlobal('console', console)

  let timers = []
  let immediates = []
  let ticks = []
  let lastTimer = 0
  class Timeout {
    constructor(id) {
      this.id = id
    }
    ref() { return this }
    unref() { return this }
    hasRef() { return true }
    refresh() { return this }
    close() { removeTimer(this); return this }
    [Symbol.toPrimitive]() { return this.id }
  }
  const idOf = (handle) => (handle instanceof Timeout ? handle.id : Number(handle))
  const needsFunction = (callback) => {
    if (typeof callback === 'function') return
    const error = new TypeError('The "callback" argument must be of type function. Received ' + part('inspect').inspect(callback))
    error.code = 'ERR_INVALID_ARG_TYPE'
    throw error
  }
  const addTimer = (every) => (callback, delay, ...values) => {
    needsFunction(callback)
    const ms = Number(delay) >= 1 && Number(delay) <= 2147483647 ? Math.trunc(Number(delay)) : 1
    timers.push({ id: ++lastTimer, at: Date.now() + ms, every: every ? ms : 0, call: () => callback(...values) })
    return new Timeout(lastTimer)
  }
  const removeTimer = (handle) => {
    const id = idOf(handle)
    timers = timers.filter((timer) => timer.id !== id)
    immediates = immediates.filter((immediate) => immediate.id !== id)
  }
  const nextTimer = () => timers.reduce((first, timer) => (!first || timer.at < first.at ? timer : first), undefined)
  setGlobal('setTimeout', addTimer(false))
  setGlobal('setInterval', addTimer(true))
  setGlobal('setImmediate', (callback, ...values) => {
    needsFunction(callback)
    immediates.push({ id: ++lastTimer, call: () => callback(...values) })
    return new Timeout(lastTimer)
  })
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) setGlobal(name, removeTimer)
  setGlobal('queueMicrotask', (callback) => {
    needsFunction(callback)
    Promise.resolve().then(callback)
  })

  let unread = input
  kit.readline = () => {
    if (unread === '') return null
    const end = unread.indexOf('\n')
    const line = end < 0 ? unread : unread.slice(0, end)
    unread = end < 0 ? '' : unread.slice(end + 1)
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }
  kit.readAll = () => {
    const text = unread
    unread = ''
    return text
  }
  setGlobal('readline', kit.readline)
  setGlobal('prompt', (question = '') => {
    if (question) write(1, String(question))
    return kit.readline()
  })

  kit.require = (name) => {
    const plain = String(name).replace(/^node:/, '')
    const modules = part('modules')
    if (Object.hasOwn(modules, plain)) return modules[plain]
    const error = new Error("Cannot find module '" + name + "'：这里没有这个模块，可以用的有 " + Object.keys(modules).join('、'))
    error.code = 'MODULE_NOT_FOUND'
    throw error
  }
  setGlobal('require', kit.require)
  lazyGlobal('process', () => part('process'))
  kit.nextTick = (callback, ...values) => {
    needsFunction(callback)
    ticks.push(() => callback(...values))
  }
  setGlobal('global', globalThis)
  for (const name of ['Buffer', 'TextEncoder', 'TextDecoder', 'atob', 'btoa']) lazyGlobal(name, () => part('buffer')[name])
  for (const name of ['Event', 'EventTarget', 'AbortController', 'AbortSignal']) lazyGlobal(name, () => part('events')[name])
  for (const name of ['structuredClone', 'performance']) lazyGlobal(name, () => part('globals')[name])
  for (const name of ['URL', 'URLSearchParams']) lazyGlobal(name, () => part('url')[name])

  // English formats, because the sandbox has no ICU tables.
  const localise = (prototype, name) =>
    Object.defineProperty(prototype, name, {
      value: function (...values) { return part('locale')[name].apply(this, values) }, writable: true, enumerable: false, configurable: true,
    })
  localise(String.prototype, 'localeCompare')
  Object.defineProperty(Number.prototype, 'toLocaleString', { value: function (...values) { return part('locale').numberText.apply(this, values) }, writable: true, configurable: true })
  Object.defineProperty(BigInt.prototype, 'toLocaleString', { value: function (...values) { return part('locale').numberText.apply(this, values) }, writable: true, configurable: true })
  for (const name of ['toLocaleDateString', 'toLocaleTimeString']) localise(Date.prototype, name)
  Object.defineProperty(Date.prototype, 'toLocaleString', { value: function (...values) { return part('locale').dateText.apply(this, values) }, writable: true, configurable: true })

  const exports = {}
  const module = { exports, id: '.', filename: '/main.js', loaded: false, children: [], paths: [] }
  kit.require.main = module
  kit.shift = 0

  // Interface for the host: the program's module variables, the queue run before promises, timers, and the formatter of
  // uncaught errors.
  return {
    names: () => [exports, kit.require, module, '/main.js', '/'],
    shift: (columns) => { kit.shift = columns },
    unhandledRejection: (reason, promise) => loaded.has('process') && part('process').emit('unhandledRejection', reason, promise),
    ticks: () => {
      const due = ticks
      ticks = []
      for (const tick of due) tick()
      return ticks.length + due.length
    },
    wait: () => {
      const timer = nextTimer()
      if (immediates.length > 0) return 0
      return timer ? Math.max(0, timer.at - Date.now()) : -1
    },
    fire: () => {
      const timer = nextTimer()
      if (immediates.length > 0 && !(timer && timer.at <= Date.now())) return immediates.shift().call()
      if (timer.every > 0) timer.at = Date.now() + timer.every
      else timers = timers.filter(({ id }) => id !== timer.id)
      timer.call()
    },
    moduleSource: (name) => {
      const names = Object.keys(kit.require(name)).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default')
      return 'const it = globalThis.require(' + JSON.stringify(name) + ');export default it;' + names.map((key) => 'const _' + key + ' = it.' + key + ';export { _' + key + ' as ' + key + ' };').join('')
    },
    show: (error) => {
      if (error instanceof Error) return part('inspect').inspect(error).replace(/^\[([^]*)\]$/, '$1')
      return 'Uncaught ' + part('inspect').inspect(error)
    },
    ending: () => {
      const code = loaded.has('process') ? part('process').exitCode : undefined
      if (loaded.has('process')) part('process').emit('exit', Number(code) || 0)
      return Number(loaded.has('process') ? part('process').exitCode : 0) || 0
    },
  }
})()
`

/** Returns the source of a prelude section; the host's `load` evaluates it. */
export function preludeSection(name: string): string {
  const source = preludeSections.get(name)
  if (source === undefined) throw new Error(`the prelude has no part ${name}`)
  return source
}

export interface ProgramForm {
  code: string
  type: 'function' | 'module' | 'script'
}

const parameters = '(exports, require, module, __filename, __dirname) {'

/**
 * Returns the forms in which to run a program; the first one that parses is used. A program with `import` or `export`
 * is a module. Otherwise: the body of a function, as in CommonJS, so that it may return and has its own `module`; of an
 * async function if it contains `await`; and unchanged, so that a syntax error has the right position.
 */
export function programForms(source: string): ProgramForm[] {
  const plain: ProgramForm = { code: source, type: 'script' }
  const isModule = /^\s*(import\s*[\w{*'"]|export\s*[\w{*])/m.test(source)
  if (isModule) return [{ code: source, type: 'module' }]
  const body = `${source.replace(/^#!/, '//')}\n})`
  const functions = [
    `(function ${parameters}${body}`,
    ...(/\bawait\b/.test(source) ? [`(async function ${parameters}${body}`] : []),
  ]
  return [...functions.map((code): ProgramForm => ({ code, type: 'function' })), plain]
}

/** Number of columns by which the wrapper shifts the first line of a program to the right. */
export function firstLineShift({ code, type }: ProgramForm): number {
  return type === 'function' ? code.indexOf('{') + 1 : 0
}
