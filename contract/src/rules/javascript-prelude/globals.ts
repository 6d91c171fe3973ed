/** `structuredClone`, `performance`, `URL`, and the locale functions of numbers, dates and texts in English format. */
export const globalsSource = `(kit) => {
  function cloneError(message) {
    const error = new Error(message)
    error.name = 'DataCloneError'
    return error
  }
  function structuredClone(value, seen = new Map()) {
    if (typeof value === 'function' || typeof value === 'symbol') throw cloneError(String(value) + ' could not be cloned.')
    if (value === null || typeof value !== 'object') return value
    if (!(seen instanceof Map)) seen = new Map()
    if (seen.has(value)) return seen.get(value)
    const keep = (copy) => {
      seen.set(value, copy)
      return copy
    }
    if (value instanceof Date) return keep(new Date(value.getTime()))
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags))
    if (value instanceof Map) {
      const copy = keep(new Map())
      for (const [key, item] of value) copy.set(structuredClone(key, seen), structuredClone(item, seen))
      return copy
    }
    if (value instanceof Set) {
      const copy = keep(new Set())
      for (const item of value) copy.add(structuredClone(item, seen))
      return copy
    }
    if (value instanceof ArrayBuffer) return keep(value.slice(0))
    if (ArrayBuffer.isView(value)) return keep(value instanceof DataView ? new DataView(value.buffer.slice(0)) : Uint8Array.prototype.slice.call(value))
    if (value instanceof Number || value instanceof String || value instanceof Boolean) return keep(Object(value.valueOf()))
    if (value instanceof Error) {
      const copy = keep(Object.create(Object.getPrototypeOf(value)))
      for (const key of ['message', 'stack', 'cause']) if (Object.hasOwn(value, key)) Object.defineProperty(copy, key, { value: structuredClone(value[key], seen), writable: true, configurable: true })
      return copy
    }
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) throw cloneError('#<' + value.constructor.name + '> could not be cloned.')
    const copy = keep(Array.isArray(value) ? new Array(value.length) : {})
    for (const key of Object.keys(value)) copy[key] = structuredClone(value[key], seen)
    return copy
  }
  const start = Date.now()
  const marks = new Map()
  const performance = {
    timeOrigin: start,
    now: () => kit.now(),
    mark: (name) => { marks.set(name, kit.now()); return { name, entryType: 'mark', startTime: marks.get(name), duration: 0 } },
    measure: (name, from, to) => ({ name, entryType: 'measure', startTime: marks.get(from) ?? 0, duration: (marks.get(to) ?? kit.now()) - (marks.get(from) ?? 0) }),
    toJSON: () => ({ timeOrigin: start }),
  }
  return { structuredClone: (value) => structuredClone(value), performance }
}`

export const urlSource = String.raw`() => {
  const encode = (text) => encodeURIComponent(text).replace(/%20/g, '+').replace(/[!'()~]/g, (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase())
  const decode = (text) => { try { return decodeURIComponent(text.replace(/\+/g, ' ')) } catch { return text } }
  const update = Symbol('update')
  class URLSearchParams {
    #list = []
    constructor(init = '') {
      if (typeof init === 'object' && init !== null) {
        for (const [name, value] of Symbol.iterator in init ? init : Object.entries(init)) this.#list.push([String(name), String(value)])
        return
      }
      for (const pair of String(init).replace(/^\?/, '').split('&')) {
        if (pair === '') continue
        const at = pair.indexOf('=')
        this.#list.push(at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))])
      }
    }
    #changed() { this[update]?.(this.toString()) }
    append(name, value) { this.#list.push([String(name), String(value)]); this.#changed() }
    delete(name) { this.#list = this.#list.filter(([other]) => other !== name); this.#changed() }
    get(name) { return this.#list.find(([other]) => other === name)?.[1] ?? null }
    getAll(name) { return this.#list.filter(([other]) => other === name).map(([, value]) => value) }
    has(name) { return this.#list.some(([other]) => other === name) }
    set(name, value) {
      const at = this.#list.findIndex(([other]) => other === name)
      if (at < 0) this.#list.push([String(name), String(value)])
      else this.#list = this.#list.filter(([other], index) => other !== name || index <= at).map((pair, index) => (index === at ? [String(name), String(value)] : pair))
      this.#changed()
    }
    sort() { this.#list.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)); this.#changed() }
    forEach(callback) { for (const [name, value] of this.#list) callback(value, name, this) }
    *keys() { for (const [name] of this.#list) yield name }
    *values() { for (const [, value] of this.#list) yield value }
    *entries() { yield* this.#list.map((pair) => [...pair]) }
    [Symbol.iterator]() { return this.entries() }
    get size() { return this.#list.length }
    toString() { return this.#list.map(([name, value]) => encode(name) + '=' + encode(value)).join('&') }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
      if (this.#list.length === 0) return 'URLSearchParams {}'
      return 'URLSearchParams { ' + this.#list.map(([name, value]) => inspect(name) + ' => ' + inspect(value)).join(', ') + ' }'
    }
  }
  const ports = { 'http:': '80', 'https:': '443', 'ftp:': '21', 'ws:': '80', 'wss:': '443' }
  const escape = (text, pattern) => text.replace(pattern, (char) => encodeURIComponent(char))
  class URL {
    #parts
    #params
    constructor(text, base) {
      const match = /^\s*([a-z][a-z0-9+.-]*:)(?:\/\/(?:([^:@\/?#]*)(?::([^@\/?#]*))?@)?([^:\/?#]*|\[[^\]]*\])(?::([0-9]*))?)?([^?#]*)(\?[^#]*)?(#.*)?\s*$/i.exec(String(text))
      if (!match) {
        if (base === undefined) {
          const error = new TypeError('Invalid URL')
          error.code = 'ERR_INVALID_URL'
          error.input = String(text)
          throw error
        }
        const from = new URL(base)
        const [, path, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(String(text))
        const joined = path === '' ? from.pathname : path.startsWith('/') ? path : from.pathname.replace(/[^\/]*$/, '') + path
        return new URL(path.startsWith('//') ? from.protocol + text : from.protocol + '//' + from.host + joined + (path === '' && search === '' ? from.search : search) + hash)
      }
      const [, protocol, username = '', password = '', host = '', port = '', path, search = '', hash = ''] = match
      const lower = protocol.toLowerCase()
      const special = Object.hasOwn(ports, lower)
      let pathname = escape(path, /[^\x21-\x7e]|["<>\x60{}]/gu)
      if (special) {
        const kept = []
        for (const piece of pathname.replace(/\\/g, '/').split('/').slice(pathname.startsWith('/') ? 1 : 0)) {
          if (piece === '..') kept.pop()
          else if (piece !== '.') kept.push(piece)
        }
        if (/(^|\/)\.\.?$/.test(pathname)) kept.push('')
        pathname = '/' + kept.join('/')
      }
      this.#parts = { protocol: lower, username, password, hostname: host.toLowerCase(), port: port === ports[lower] ? '' : port, pathname, search: search === '?' ? '' : escape(search, /[^\x21-\x7e]|["<>']/gu), hash: hash === '#' ? '' : escape(hash, /[^\x21-\x7e]|["<>\x60]/gu) }
    }
    get searchParams() {
      if (!this.#params) {
        this.#params = new URLSearchParams(this.search)
        this.#params[update] = (text) => { this.#parts.search = text === '' ? '' : '?' + text }
        Object.defineProperty(this.#params, update, { enumerable: false })
      }
      return this.#params
    }
    get host() { return this.hostname + (this.port === '' ? '' : ':' + this.port) }
    get origin() { return Object.hasOwn(ports, this.protocol) ? this.protocol + '//' + this.host : 'null' }
    get href() {
      const user = this.username === '' ? '' : this.username + (this.password === '' ? '' : ':' + this.password) + '@'
      return this.protocol + (this.hostname !== '' || Object.hasOwn(ports, this.protocol) || this.protocol === 'file:' ? '//' : '') + user + this.host + this.pathname + this.search + this.hash
    }
    toString() { return this.href }
    toJSON() { return this.href }
    static canParse(text, base) { try { return Boolean(new URL(text, base)) } catch { return false } }
    static {
      for (const name of ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'])
        Object.defineProperty(URL.prototype, name, { get() { return this.#parts[name] }, set(value) {
          this.#parts[name] = name === 'search' && value !== '' ? '?' + String(value).replace(/^\?/, '') : name === 'hash' && value !== '' ? '#' + String(value).replace(/^#/, '') : String(value)
          if (name === 'search') this.#params = undefined
        }, enumerable: true, configurable: true })
    }
    [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
      const shown = {}
      for (const name of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'searchParams', 'hash']) shown[name] = this[name]
      return 'URL ' + inspect(shown)
    }
  }
  return { URL, URLSearchParams }
}`

export const localeSource = String.raw`() => {
  const rank = (char) => {
    const code = char.codePointAt(0)
    if (/[0-9]/.test(char)) return 0x1000 + code
    if (/[a-z]/i.test(char)) return 0x2000 + char.toLowerCase().charCodeAt(0)
    return code < 128 ? (/\s/.test(char) ? code : '_-,;:!?.\'"()[]{}@*/\\&#%\x60^+<=>|~$'.indexOf(char) + 64) : 0x3000 + code
  }
  const bare = (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  function localeCompare(other, locales, options) {
    const mine = String(this).normalize('NFC')
    const theirs = String(other).normalize('NFC')
    const [a, b] = [[...bare(mine)], [...bare(theirs)]]
    if (options?.numeric) {
      const split = (text) => text.match(/\d+|\D+/g) ?? []
      const [left, right] = [split(mine), split(theirs)]
      for (let at = 0; at < Math.min(left.length, right.length); at++) {
        const numbers = /^\d/.test(left[at]) && /^\d/.test(right[at])
        const order = numbers ? Math.sign(Number(left[at]) - Number(right[at])) : localeCompare.call(left[at], right[at], locales, { ...options, numeric: false })
        if (order !== 0) return order
      }
      return Math.sign(left.length - right.length)
    }
    for (let at = 0; at < Math.min(a.length, b.length); at++) {
      const order = rank(a[at]) - rank(b[at])
      if (order !== 0) return Math.sign(order)
    }
    if (a.length !== b.length) return a.length < b.length ? -1 : 1
    if (options?.sensitivity === 'base') return 0
    const [x, y] = [mine.toLowerCase(), theirs.toLowerCase()]
    if (x !== y) return x < y ? -1 : 1
    if (options?.sensitivity === 'accent') return 0
    for (let at = 0; at < mine.length; at++) if (mine[at] !== theirs[at]) return mine[at] === mine[at].toLowerCase() ? -1 : 1
    return 0
  }
  const symbols = { CNY: 'CN¥', USD: '$', EUR: '€', GBP: '£', JPY: '¥' }
  function numberText(locales, options = {}) {
    if (typeof this === 'bigint' || typeof this.valueOf() === 'bigint') return String(this).replace(/\B(?=(\d{3})+$)/g, ',')
    let value = Number(this)
    if (Number.isNaN(value)) return 'NaN'
    if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞'
    const percent = options.style === 'percent'
    const currency = options.style === 'currency' ? options.currency : undefined
    if (percent) value *= 100
    const usual = currency ? (currency === 'JPY' ? 0 : 2) : 0
    const least = options.minimumFractionDigits ?? usual
    const most = Math.max(least, options.maximumFractionDigits ?? (currency ? usual : percent ? 0 : 3))
    let [whole, part = ''] = Math.abs(value).toFixed(most).split('.')
    while (part.length > least && part.endsWith('0')) part = part.slice(0, -1)
    if (options.minimumIntegerDigits) whole = whole.padStart(options.minimumIntegerDigits, '0')
    if (options.useGrouping !== false) whole = whole.replace(/\B(?=(\d{3})+$)/g, ',')
    const sign = value < 0 || Object.is(value, -0) ? '-' : ''
    const money = currency ? (/^zh/.test(String(locales)) && currency === 'CNY' ? '¥' : symbols[currency] ?? currency + '\u00a0') : ''
    return sign + money + whole + (part === '' ? '' : '.' + part) + (percent ? '%' : '')
  }
  const two = (value) => String(value).padStart(2, '0')
  const isChinese = (locales) => /^zh/.test(String(locales ?? ''))
  function toLocaleDateString(locales, options) {
    if (Number.isNaN(this.getTime())) return 'Invalid Date'
    const [year, month, day] = [this.getFullYear(), this.getMonth() + 1, this.getDate()]
    return isChinese(locales) ? year + '/' + month + '/' + day : month + '/' + day + '/' + year
  }
  function toLocaleTimeString(locales) {
    if (Number.isNaN(this.getTime())) return 'Invalid Date'
    const [hours, rest] = [this.getHours(), ':' + two(this.getMinutes()) + ':' + two(this.getSeconds())]
    return isChinese(locales) ? two(hours) + rest : (hours % 12 || 12) + rest + (hours < 12 ? ' AM' : ' PM')
  }
  function dateText(locales) {
    if (Number.isNaN(this.getTime())) return 'Invalid Date'
    return toLocaleDateString.call(this, locales) + (isChinese(locales) ? ' ' : ', ') + toLocaleTimeString.call(this, locales)
  }
  return { localeCompare, numberText, toLocaleDateString, toLocaleTimeString, dateText }
}`
