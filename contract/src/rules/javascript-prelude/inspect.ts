/** `util.inspect` with the output of Node 20: brackets, depth, circular references and the items of each type. */
export const inspectSource = String.raw`(kit) => {
  const { peek, iterator } = kit
  const { joined } = kit.part('layout')
  const custom = Symbol.for('nodejs.util.inspect.custom')
  const defaults = {
    depth: 2, breakLength: 80, compact: 3, maxArrayLength: 100, maxStringLength: 10000,
    showHidden: false, sorted: false, getters: false, colors: false,
  }
  const shortEscapes = { 8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r', 92: '\\\\', 39: "\\'" }
  const typedArray = Object.getPrototypeOf(Uint8Array)
  const generatorFunction = Object.getPrototypeOf(function* () {}).constructor
  const asyncFunction = Object.getPrototypeOf(async () => {}).constructor
  const asyncGeneratorFunction = Object.getPrototypeOf(async function* () {}).constructor
  const isName = /^[a-zA-Z_][a-zA-Z_0-9]*$/
  const own = (value, key) => Object.prototype.hasOwnProperty.call(value, key)

  function quote(text) {
    let mark = "'"
    if (text.includes("'")) {
      if (!text.includes('"')) mark = '"'
      else if (!text.includes('\x60') && !text.includes('\x24{')) mark = '\x60'
    }
    const escaped = text.replace(/[\x00-\x1f'\\\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, (char) => {
      const code = char.charCodeAt(0)
      if (code === 39 && mark !== "'") return char
      if (shortEscapes[code]) return shortEscapes[code]
      return code < 256 ? '\\x' + code.toString(16).toUpperCase().padStart(2, '0') : '\\u' + code.toString(16).toUpperCase()
    })
    return mark + escaped + mark
  }

  function primitive(ctx, value) {
    if (typeof value === 'string') {
      let trailer = ''
      if (value.length > ctx.maxStringLength) {
        const rest = value.length - ctx.maxStringLength
        value = value.slice(0, ctx.maxStringLength)
        trailer = '... ' + rest + ' more character' + (rest > 1 ? 's' : '')
      }
      if (ctx.compact !== true && value.length > 16 && value.length > ctx.breakLength - ctx.indent - 4)
        return value.split(/(?<=\n)/).map(quote).join(' +\n' + ' '.repeat(ctx.indent + 2)) + trailer
      return quote(value) + trailer
    }
    if (typeof value === 'bigint') return value + 'n'
    return Object.is(value, -0) ? '-0' : String(value)
  }

  function constructorName(value) {
    let first
    for (let at = value; at !== null; ) {
      const found = Object.getOwnPropertyDescriptor(at, 'constructor')
      if (found && typeof found.value === 'function' && found.value.name !== '') {
        try {
          if (value instanceof found.value) return String(found.value.name)
        } catch {}
      }
      at = Object.getPrototypeOf(at)
      if (first === undefined) first = at
    }
    if (first === null) return null
    return 'Object <' + (constructorName(first) ?? '[Object: null prototype] {}') + '>'
  }

  function prefixOf(constructor, tag, fallback, size = '') {
    const shown = tag !== '' && (constructor === null ? fallback : constructor) !== tag ? '[' + tag + '] ' : ''
    return constructor === null ? '[' + fallback + size + ': null prototype] ' + shown : constructor + size + ' ' + shown
  }

  function keysOf(ctx, value, skipIndexes) {
    let names = ctx.showHidden ? Object.getOwnPropertyNames(value) : Object.keys(value)
    if (skipIndexes) names = names.filter((name) => !/^(0|[1-9][0-9]*)$/.test(name))
    const symbols = Object.getOwnPropertySymbols(value)
      .filter((key) => ctx.showHidden || Object.getOwnPropertyDescriptor(value, key)?.enumerable)
    return [...names, ...symbols]
  }

  function functionText(value, constructor, tag) {
    const source = Function.prototype.toString.call(value)
    if (/^class\b/.test(source) && source.endsWith('}')) {
      const parent = constructor === null ? '[null prototype]' : Object.getPrototypeOf(value).name
      const name = (own(value, 'name') && value.name) || '(anonymous)'
      return '[class ' + name + (parent ? ' extends ' + parent : '') + ']'
    }
    const kind = value instanceof asyncGeneratorFunction ? 'AsyncGeneratorFunction' : value instanceof generatorFunction
      ? 'GeneratorFunction' : value instanceof asyncFunction ? 'AsyncFunction' : 'Function'
    let text = '[' + kind + (constructor === null ? ' (null prototype)' : '')
    text += (value.name === '' ? ' (anonymous)' : ': ' + String(value.name)) + ']'
    if (constructor !== kind && constructor !== null) text += ' ' + constructor
    return tag !== '' && constructor !== tag ? text + ' [' + tag + ']' : text
  }

  /** Returns the stack frames of the program, without those of the prelude, which its author does not know. */
  function framesOf(error) {
    const frames = String(error.stack ?? '').split('\n').filter((line) => /^ {4}at .*main\.js/.test(line))
      .map((line) => line.replace(/main\.js:1:(\d+)/, (all, column) => 'main.js:1:' + Math.max(1, column - (kit.shift ?? 0))))
    return frames.length > 10 ? [...frames.slice(0, 10), '    … 还有 ' + (frames.length - 10) + ' 层'] : frames
  }

  function errorText(ctx, error, constructor, tag, keys) {
    const name = error.name != null ? String(error.name) : 'Error'
    const message = String(error.message ?? '')
    let title = message === '' ? name : name === '' ? message : name + ': ' + message
    for (const key of ['name', 'message', 'stack']) {
      const at = keys.indexOf(key)
      if (at >= 0 && (key === 'stack' || title.includes(error[key]))) keys.splice(at, 1)
    }
    if ('cause' in error && !keys.includes('cause')) keys.push('cause')
    if (Array.isArray(error.errors) && !keys.includes('errors')) keys.push('errors')
    if (constructor !== null && name.endsWith('Error') && title.startsWith(name)) {
      const prefix = prefixOf(constructor, tag, 'Error').slice(0, -1)
      if (name !== prefix) title = (prefix.includes(name) ? prefix : prefix + ' [' + name + ']') + title.slice(name.length)
    }
    const frames = framesOf(error)
    const text = frames.length === 0 ? '[' + title + ']' : [title, ...frames].join('\n')
    return ctx.indent === 0 ? text : text.replaceAll('\n', '\n' + ' '.repeat(ctx.indent))
  }

  const boxed = [[Number, 'Number'], [String, 'String'], [Boolean, 'Boolean'], [BigInt, 'BigInt'], [Symbol, 'Symbol']]
  const more = (count) => '... ' + count + ' more item' + (count > 1 ? 's' : '')

  function indented(ctx, value, depth) {
    ctx.indent += 2
    const text = formatValue(ctx, value, depth)
    ctx.indent -= 2
    return text
  }

  function arrayItems(ctx, value, depth) {
    const shown = Math.min(Math.max(0, ctx.maxArrayLength), value.length)
    const output = []
    let index = 0
    while (index < value.length && output.length < shown) {
      if (own(value, index)) {
        output.push(property(ctx, value, depth, String(index), true))
        index++
        continue
      }
      let end = index + 1
      if (value.length - index > 1000) {
        const next = Object.keys(value).find((key) => /^[0-9]+$/.test(key) && Number(key) > index)
        end = next === undefined ? value.length : Number(next)
      } else while (end < value.length && !own(value, end)) end++
      output.push('<' + (end - index) + ' empty item' + (end - index > 1 ? 's' : '') + '>')
      index = end
    }
    if (index < value.length) output.push(more(value.length - index))
    return output
  }

  function listItems(ctx, items, depth, show) {
    const all = [...items]
    const output = all.slice(0, ctx.maxArrayLength).map((item) => show(item, depth))
    if (all.length > ctx.maxArrayLength) output.push(more(all.length - ctx.maxArrayLength))
    return output
  }

  function iteratorItems(ctx, { source, kind, remaining }, depth) {
    if (remaining === 0) return []
    const left = [...source[kind]()].slice(-remaining)
    if (kind !== 'entries') return listItems(ctx, left, depth, (item) => indented(ctx, item, depth))
    // An entry does not count as a level of depth.
    return listItems(ctx, left, depth, (pair) => {
      ctx.indent += 2
      const text = joined(ctx, pair.map((item) => formatValue(ctx, item, depth)), '', '[', ']', true, depth)
      ctx.indent -= 2
      return text
    })
  }

  function promiseItems(ctx, value, depth) {
    const [state, result] = peek(value)
    if (state === 'pending') return ['<pending>']
    const text = indented(ctx, result, depth)
    return [state === 'rejected' ? '<rejected> ' + text : text]
  }

  /** Describes how to print an object: its brackets, its keys, its items if it is a collection, or a fixed text. */
  function describe(ctx, value, constructor, tag) {
    const plain = (base, keys = keysOf(ctx, value)) => ({ base, keys, open: '{', close: '}' })
    const list = (fallback, size, items, keys) => {
      const prefix = prefixOf(constructor, tag, fallback, '(' + size + ')')
      return { keys: keys ?? keysOf(ctx, value), open: prefix + '{', close: '}', items }
    }
    if (Array.isArray(value)) {
      const prefix = constructor !== 'Array' || tag !== '' ? prefixOf(constructor, tag, 'Array', '(' + value.length + ')') : ''
      return { keys: keysOf(ctx, value, true).filter((key) => key !== 'length' || ctx.showHidden), open: prefix + '[', close: ']', array: true, items: (depth) => arrayItems(ctx, value, depth) }
    }
    if (value instanceof Set) return list('Set', value.size, (depth) => listItems(ctx, value, depth, (item) => indented(ctx, item, depth)))
    if (value instanceof Map)
      return list('Map', value.size, (depth) => listItems(ctx, value, depth, ([key, item]) => indented(ctx, key, depth) + ' => ' + indented(ctx, item, depth)))
    if (value instanceof typedArray) {
      const prefix = prefixOf(constructor, tag, tag, '(' + value.length + ')')
      return { keys: keysOf(ctx, value, true), open: prefix + '[', close: ']', array: true, items: (depth) => listItems(ctx, value, depth, (item) => primitive(ctx, item)) }
    }
    const visits = tag === 'Map Iterator' || tag === 'Set Iterator' ? iterator(value) : undefined
    if (visits) {
      const open = '[' + (visits.kind === 'entries' ? tag.replace('Iterator', 'Entries') : tag) + '] {'
      return { keys: keysOf(ctx, value), open, close: '}', items: (depth) => iteratorItems(ctx, visits, depth) }
    }
    if (typeof value === 'function') return plain(functionText(value, constructor, tag))
    if (Object.prototype.toString.call(value) === '[object Arguments]') return { keys: keysOf(ctx, value), open: '[Arguments] {', close: '}' }
    if (constructor === 'Object') return { keys: keysOf(ctx, value), open: (tag === '' ? '' : prefixOf(constructor, tag, 'Object')) + '{', close: '}' }
    const named = (base, name) => plain((constructor === name ? '' : prefixOf(constructor, tag, name)) + base)
    if (value instanceof RegExp) return named(RegExp.prototype.toString.call(value), 'RegExp')
    if (value instanceof Date) return named(Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString(), 'Date')
    if (value instanceof Error) {
      const keys = keysOf(ctx, value)
      return plain(errorText(ctx, value, constructor, tag, keys), keys)
    }
    if (value instanceof ArrayBuffer) {
      const bytes = [...new Uint8Array(value)].slice(0, 50).map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
      const rest = value.byteLength > 50 ? ' ... ' + (value.byteLength - 50) + ' more byte' + (value.byteLength > 51 ? 's' : '') : ''
      return { keys: [], open: prefixOf(constructor, tag, 'ArrayBuffer') + '{', close: '}', items: () => ['[Uint8Contents]: <' + bytes + rest + '>', 'byteLength: ' + value.byteLength] }
    }
    if (value instanceof Promise) return { keys: keysOf(ctx, value), open: prefixOf(constructor, tag, 'Promise') + '{', close: '}', items: (depth) => promiseItems(ctx, value, depth) }
    if (value instanceof WeakSet || value instanceof WeakMap) return { keys: keysOf(ctx, value), open: prefixOf(constructor, tag, tag) + '{', close: '}', items: () => ['<items unknown>'] }
    for (const [type, name] of boxed) {
      if (!(value instanceof type)) continue
      const keys = keysOf(ctx, value, name === 'String').filter((key) => name !== 'String' || key !== 'length')
      return plain('[' + name + (constructor === name ? '' : ' (' + (constructor ?? 'null prototype') + ')') + ': ' + primitive(ctx, value.valueOf()) + ']', keys)
    }
    return { keys: keysOf(ctx, value), open: prefixOf(constructor, tag, 'Object') + '{', close: '}' }
  }

  function formatValue(ctx, value, depth) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return primitive(ctx, value)
    const own = value[custom]
    if (typeof own === 'function' && own !== inspect && !(value.constructor && value.constructor.prototype === value)) {
      const shown = own.call(value, ctx.depth === null ? null : ctx.depth - depth, { ...ctx.options, stylize: String }, inspect)
      if (shown !== value) return typeof shown === 'string' ? shown.replaceAll('\n', '\n' + ' '.repeat(ctx.indent)) : formatValue(ctx, shown, depth)
    }
    if (ctx.seen.includes(value)) {
      if (!ctx.circular.has(value)) ctx.circular.set(value, ctx.circular.size + 1)
      return '[Circular *' + ctx.circular.get(value) + ']'
    }
    return formatObject(ctx, value, depth)
  }

  function formatObject(ctx, value, depth) {
    const constructor = constructorName(value)
    let tag = value[Symbol.toStringTag]
    if (typeof tag !== 'string' || (tag !== '' && Object.prototype.propertyIsEnumerable.call(value, Symbol.toStringTag))) tag = ''
    const { base = '', keys, open, close, array = false, items } = describe(ctx, value, constructor, tag)
    const size = items && (Array.isArray(value) || value instanceof typedArray ? value.length : value.size)
    if (keys.length === 0 && (items ? size === 0 : true)) return base !== '' ? base : open + close
    if (depth > ctx.depth) {
      if (value instanceof RegExp) return base
      const name = prefixOf(constructor, tag, 'Object').slice(0, -1)
      return constructor === null ? name : '[' + (Array.isArray(value) && constructor === 'Array' ? 'Array' : name) + ']'
    }
    ctx.seen.push(value)
    ctx.currentDepth = depth + 1
    const output = items ? items(depth + 1) : []
    for (const key of keys) output.push(property(ctx, value, depth + 1, key, false))
    ctx.seen.pop()
    let before = base
    if (ctx.circular.has(value)) {
      const reference = '<ref *' + ctx.circular.get(value) + '>'
      before = base === '' ? reference : reference + ' ' + base
    }
    if (ctx.sorted) {
      const order = ctx.sorted === true ? undefined : ctx.sorted
      if (!array) output.sort(order)
      else output.push(...output.splice(output.length - keys.length).sort(order))
    }
    return joined(ctx, output, before, open, close, array, depth + 1, value)
  }

  function property(ctx, value, depth, key, itemOnly) {
    const found = Object.getOwnPropertyDescriptor(value, key) ?? { value: value[key], enumerable: true }
    let text
    if (found.value !== undefined) text = indented(ctx, found.value, depth)
    else if (found.get !== undefined) {
      text = found.set !== undefined ? '[Getter/Setter]' : '[Getter]'
      if (ctx.getters) {
        try {
          const got = found.get.call(value)
          text = got !== null && typeof got === 'object' ? text + ' ' + indented(ctx, got, depth) : text.slice(0, -1) + ': ' + primitive(ctx, got) + ']'
        } catch (error) {
          text = text.slice(0, -1) + ': <Inspection threw (' + error.message + ')>]'
        }
      }
    } else text = found.set !== undefined ? '[Setter]' : 'undefined'
    if (itemOnly) return text
    if (typeof key === 'symbol') return '[' + key.toString() + ']: ' + text
    if (key === '__proto__') return "['__proto__']: " + text
    if (found.enumerable === false) return '[' + key + ']: ' + text
    return (isName.test(key) ? key : quote(key)) + ': ' + text
  }

  function inspect(value, options, depth) {
    const given = typeof options === 'boolean' ? { showHidden: options, ...(depth !== undefined && { depth }) } : options ?? {}
    const ctx = { ...defaults, ...given, options: { ...defaults, ...given }, indent: 0, currentDepth: 0, seen: [], circular: new Map() }
    if (ctx.depth === null) ctx.depth = Infinity
    if (ctx.maxArrayLength === null) ctx.maxArrayLength = Infinity
    if (ctx.maxStringLength === null) ctx.maxStringLength = Infinity
    if (ctx.compact === false) ctx.compact = 0
    return formatValue(ctx, value, 0)
  }
  inspect.custom = custom
  inspect.defaultOptions = defaults

  return { inspect, defaults, primitive, own, framesOf }
}`
