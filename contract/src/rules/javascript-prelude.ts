/**
 * What a JavaScript program finds besides the language: console, timers, its input in the ways that courses teach. It
 * runs inside the sandbox before the program and takes the three functions of the host out of reach.
 */
export const preludeSource = String.raw`
(() => {
  const { write, exit, input } = globalThis.__host
  delete globalThis.__host

  const isName = /^[A-Za-z_$][\w$]*$/
  const quote = (text) => "'" + text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n') + "'"

  function inspect(value, depth = 0, seen = []) {
    if (typeof value === 'string') return quote(value)
    if (typeof value === 'bigint') return value + 'n'
    if (Object.is(value, -0)) return '-0'
    if (typeof value === 'symbol') return value.toString()
    if (typeof value === 'function') return inspectFunction(value)
    if (value === null || typeof value !== 'object') return String(value)
    if (seen.includes(value)) return '[Circular]'
    if (value instanceof Error) return errorText(value)
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
    if (value instanceof RegExp) return String(value)
    if (value instanceof Promise) return 'Promise { … }'
    const name = Object.getPrototypeOf(value)?.constructor?.name ?? '[Object: null prototype]'
    if (depth > 2) return Array.isArray(value) ? '[Array]' : '[' + name + ']'
    const inner = (item) => inspect(item, depth + 1, [...seen, value])
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
      const items = Array.from(value).slice(0, 100).map(inner)
      if (value.length > 100) items.push('… 还有 ' + (value.length - 100) + ' 项')
      return wrap(Array.isArray(value) ? '' : name + '(' + value.length + ') ', '[', items, ']')
    }
    if (value instanceof Map)
      return wrap('Map(' + value.size + ') ', '{', [...value].map(([k, v]) => inner(k) + ' => ' + inner(v)), '}')
    if (value instanceof Set) return wrap('Set(' + value.size + ') ', '{', [...value].map(inner), '}')
    if (value instanceof Number || value instanceof String || value instanceof Boolean)
      return '[' + name + ': ' + inspect(value.valueOf()) + ']'
    const fields = Reflect.ownKeys(value).flatMap((key) => {
      const own = Object.getOwnPropertyDescriptor(value, key)
      if (!own.enumerable) return []
      const shown = typeof key === 'symbol' ? '[' + key.toString() + ']' : isName.test(key) ? key : quote(key)
      return [shown + ': ' + (own.get ? (own.set ? '[Getter/Setter]' : '[Getter]') : inner(own.value))]
    })
    return wrap(name === 'Object' ? '' : name + ' ', '{', fields, '}')
  }

  function inspectFunction(value) {
    const kind = /^class\b/.test(Function.prototype.toString.call(value)) ? 'class' : 'Function'
    if (kind === 'class') return '[class ' + (value.name || '(anonymous)') + ']'
    return '[Function' + (value.name ? ': ' + value.name : ' (anonymous)') + ']'
  }

  function wrap(prefix, open, items, close) {
    if (items.length === 0) return prefix + open + close
    const line = prefix + open + ' ' + items.join(', ') + ' ' + close
    if (line.length <= 76 && !line.includes('\n')) return line
    return prefix + open + '\n  ' + items.map((item) => item.replace(/\n/g, '\n  ')).join(',\n  ') + '\n' + close
  }

  /** Only the program's own lines of the stack mean something to its author. */
  function errorText(error) {
    const frames = String(error.stack ?? '').split('\n').filter((line) => line.includes('main.'))
    const cause = error.cause === undefined ? '' : '\n  [cause]: ' + inspect(error.cause)
    const more = frames.length > 10 ? ['    … 还有 ' + (frames.length - 10) + ' 层'] : []
    return [error.name + ': ' + error.message, ...frames.slice(0, 10), ...more].join('\n') + cause
  }

  function format(values) {
    const rest = [...values]
    let text = ''
    if (typeof rest[0] === 'string' && rest.length > 1) {
      const template = rest.shift()
      text = template.replace(/%[sdifjoOc%]/g, (mark) => {
        if (mark === '%%') return '%'
        if (rest.length === 0) return mark
        const value = rest.shift()
        if (mark === '%s') return typeof value === 'string' ? value : inspect(value, 2)
        if (mark === '%d') return String(Number(value))
        if (mark === '%i') return String(Number.parseInt(value, 10))
        if (mark === '%f') return String(Number.parseFloat(value))
        if (mark === '%j') return JSON.stringify(value)
        return mark === '%c' ? '' : inspect(value)
      })
      if (rest.length > 0) text += ' '
    }
    return text + rest.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ')
  }

  let indent = ''
  const printer = (stream) => (...values) => {
    write(stream, format(values).replace(/^/gm, indent) + '\n')
  }
  const counts = new Map()
  const times = new Map()
  const log = printer(1)
  const complain = printer(2)
  globalThis.console = {
    log, info: log, debug: log, warn: complain, error: complain,
    dir: (value) => log(value),
    trace: (...values) => complain('Trace:', ...values),
    assert: (condition, ...values) => {
      if (!condition) complain('Assertion failed' + (values.length > 0 ? ':' : ''), ...values)
    },
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1)
      log(label + ': ' + counts.get(label))
    },
    time: (label = 'default') => { times.set(label, Date.now()) },
    timeEnd: (label = 'default') => {
      if (times.has(label)) log(label + ': ' + (Date.now() - times.get(label)) + 'ms')
      times.delete(label)
    },
    group: (...values) => {
      if (values.length > 0) log(...values)
      indent += '  '
    },
    groupEnd: () => { indent = indent.slice(2) },
    table: (rows) => {
      if (rows === null || typeof rows !== 'object') return log(rows)
      const entries = Object.entries(rows)
      const columns = [...new Set(entries.flatMap(([, row]) => (row && typeof row === 'object' ? Object.keys(row) : [])))]
      const lines = [['', ...columns], ...entries.map(([key, row]) =>
        [key, ...columns.map((column) => (row?.[column] === undefined ? '' : inspect(row[column])))]
          .concat(row !== null && typeof row === 'object' ? [] : [inspect(row)]))]
      log(lines.map((line) => line.join('\t')).join('\n'))
    },
  }

  let timers = []
  let lastTimer = 0
  const addTimer = (every) => (callback, delay, ...values) => {
    if (typeof callback !== 'function') throw new TypeError('callback must be a function')
    const ms = Math.max(1, Number(delay) || 0)
    const timer = { id: ++lastTimer, at: Date.now() + ms, every: every ? ms : 0, call: () => callback(...values) }
    timers.push(timer)
    return timer.id
  }
  const removeTimer = (id) => { timers = timers.filter((timer) => timer.id !== id) }
  const nextTimer = () => timers.reduce((first, timer) => (!first || timer.at < first.at ? timer : first), undefined)
  globalThis.setTimeout = addTimer(false)
  globalThis.setInterval = addTimer(true)
  globalThis.setImmediate = (callback, ...values) => globalThis.setTimeout(callback, 0, ...values)
  globalThis.clearTimeout = globalThis.clearInterval = globalThis.clearImmediate = removeTimer
  globalThis.queueMicrotask ??= (callback) => { Promise.resolve().then(callback) }

  let unread = input.split('\n')
  if (unread.at(-1) === '') unread.pop()
  const readline = () => (unread.length > 0 ? unread.shift().replace(/\r$/, '') : null)
  const readAll = () => {
    const text = unread.map((line) => line + '\n').join('')
    unread = []
    return text
  }
  globalThis.readline = readline
  globalThis.prompt = (question = '') => {
    if (question) write(1, String(question))
    return readline()
  }

  function createInterface() {
    const listeners = { line: [], close: [] }
    let open = true
    const emit = (name, ...values) => listeners[name].forEach((listener) => listener(...values))
    const reader = {
      on(name, listener) {
        listeners[name]?.push(listener)
        return reader
      },
      question(question, answer) {
        write(1, question)
        const line = readline()
        if (line !== null) globalThis.setTimeout(() => answer(line), 0)
      },
      setPrompt() {},
      prompt() {},
      close() {
        if (open) emit('close')
        open = false
      },
      async *[Symbol.asyncIterator]() {
        for (let line = readline(); line !== null; line = readline()) yield line
      },
    }
    reader.once = reader.on
    const pump = () => {
      if (!open) return
      if (listeners.line.length === 0 && listeners.close.length === 0) return
      const line = listeners.line.length > 0 ? readline() : null
      if (line === null) return reader.close()
      emit('line', line)
      globalThis.setTimeout(pump, 0)
    }
    globalThis.setTimeout(pump, 0)
    return reader
  }

  const modules = {
    fs: {
      readFileSync(path) {
        if (path === 0 || path === '/dev/stdin') return readAll()
        throw new Error("ENOENT: no such file or directory, open '" + path + "'")
      },
    },
    readline: { createInterface },
  }
  globalThis.require = (name) => {
    const found = modules[String(name).replace(/^node:/, '')]
    if (!found) throw new Error("Cannot find module '" + name + "'")
    return found
  }
  globalThis.process = {
    argv: ['node', 'main.js'],
    env: {},
    platform: 'sandbox',
    exitCode: undefined,
    exit: (code) => exit(code === undefined ? Number(globalThis.process.exitCode) || 0 : Number(code) || 0),
    stdin: { fd: 0 },
    stdout: { write: (text) => { write(1, String(text)); return true } },
    stderr: { write: (text) => { write(2, String(text)); return true } },
    hrtime: { bigint: () => BigInt(Date.now()) * 1000000n },
    nextTick: (callback, ...values) => { Promise.resolve().then(() => callback(...values)) },
  }
  globalThis.structuredClone ??= (value) => JSON.parse(JSON.stringify(value))

  // What the host calls: how long until the next timer, fire it, and how to show an error that nobody caught.
  return {
    wait: () => { const timer = nextTimer(); return timer ? Math.max(0, timer.at - Date.now()) : -1 },
    fire: () => {
      const timer = nextTimer()
      if (timer.every > 0) timer.at = Date.now() + timer.every
      else removeTimer(timer.id)
      timer.call()
    },
    show: (error) => (error instanceof Error ? errorText(error) : 'Uncaught ' + inspect(error)),
    exitCode: () => Number(globalThis.process?.exitCode) || 0,
  }
})()
`
