/** `Buffer`, `TextEncoder`, `TextDecoder`, `StringDecoder`, `atob` and `btoa`, which QuickJS lacks. */
export const bufferSource = String.raw`(kit) => {
  const utf8 = (text) => {
    const bytes = []
    for (const char of String(text)) {
      let code = char.codePointAt(0)
      if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd
      if (code < 0x80) bytes.push(code)
      else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
      else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
      else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    }
    return bytes
  }
  /** Decodes UTF-8. Each invalid sequence that could be the beginning of a character becomes one U+FFFD. */
  function fromUtf8(bytes) {
    const parts = []
    for (let at = 0; at < bytes.length; ) {
      const first = bytes[at++]
      if (first < 0x80) {
        parts.push(String.fromCharCode(first))
        continue
      }
      const count = first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : 0
      let code = first & (0x3f >> count)
      let taken = 0
      while (taken < count && at < bytes.length) {
        const next = bytes[at]
        const low = taken === 0 && first === 0xe0 ? 0xa0 : taken === 0 && first === 0xf0 ? 0x90 : 0x80
        const high = taken === 0 && first === 0xed ? 0x9f : taken === 0 && first === 0xf4 ? 0x8f : 0xbf
        if (next < low || next > high) break
        code = (code << 6) | (next & 63)
        at++
        taken++
      }
      parts.push(count > 0 && taken === count ? String.fromCodePoint(code) : '\ufffd')
    }
    return parts.join('')
  }
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  function toBase64(bytes) {
    let text = ''
    for (let at = 0; at < bytes.length; at += 3) {
      const group = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
      text += alphabet[group >> 18] + alphabet[(group >> 12) & 63]
      text += at + 1 < bytes.length ? alphabet[(group >> 6) & 63] : '='
      text += at + 2 < bytes.length ? alphabet[group & 63] : '='
    }
    return text
  }
  function fromBase64(text) {
    const bytes = []
    let bits = 0
    let count = 0
    for (const char of text.replace(/-/g, '+').replace(/_/g, '/')) {
      const value = alphabet.indexOf(char)
      if (value < 0) continue
      bits = ((bits << 6) | value) & 0xffffff
      count += 6
      if (count >= 8) {
        count -= 8
        bytes.push((bits >> count) & 255)
      }
    }
    return bytes
  }
  const nameOf = (encoding = 'utf8') => {
    const name = String(encoding).toLowerCase().replace('-', '')
    const known = { utf8: 'utf8', hex: 'hex', base64: 'base64', base64url: 'base64url', ascii: 'ascii', latin1: 'latin1', binary: 'latin1', utf16le: 'utf16le', ucs2: 'utf16le' }
    if (Object.hasOwn(known, name)) return known[name]
    const error = new TypeError('Unknown encoding: ' + encoding)
    error.code = 'ERR_UNKNOWN_ENCODING'
    throw error
  }
  function encode(text, encoding) {
    switch (nameOf(encoding)) {
      case 'hex': return (text.match(/^(?:[0-9a-f]{2})*/i)[0].match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
      case 'base64': case 'base64url': return fromBase64(text.split('=')[0])
      case 'ascii': case 'latin1': return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at) & 255)
      case 'utf16le': return Array.from({ length: text.length }, (_, at) => [text.charCodeAt(at) & 255, text.charCodeAt(at) >> 8]).flat()
      default: return utf8(text)
    }
  }
  function decode(bytes, encoding) {
    switch (nameOf(encoding)) {
      case 'hex': return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
      case 'base64': return toBase64(bytes)
      case 'base64url': return toBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
      case 'ascii': return Array.from(bytes, (byte) => String.fromCharCode(byte & 127)).join('')
      case 'latin1': return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
      case 'utf16le': return Array.from({ length: bytes.length >> 1 }, (_, at) => String.fromCharCode(bytes[2 * at] | (bytes[2 * at + 1] << 8))).join('')
      default: return fromUtf8(bytes)
    }
  }

  class BufferClass extends Uint8Array {
    toString(encoding, start = 0, end = this.length) { return decode(this.subarray(start, end), encoding) }
    toJSON() { return { type: 'Buffer', data: Array.from(this) } }
    equals(other) { return this.compare(other) === 0 }
    compare(other) {
      const length = Math.min(this.length, other.length)
      for (let at = 0; at < length; at++) if (this[at] !== other[at]) return this[at] < other[at] ? -1 : 1
      return Math.sign(this.length - other.length)
    }
    copy(target, to = 0, start = 0, end = this.length) {
      const part = this.subarray(start, Math.min(end, start + target.length - to))
      target.set(part, to)
      return part.length
    }
    write(text, offset = 0, length, encoding) {
      const bytes = encode(String(text), typeof offset === 'string' ? offset : typeof length === 'string' ? length : encoding)
      const at = typeof offset === 'number' ? offset : 0
      const part = bytes.slice(0, Math.min(typeof length === 'number' ? length : Infinity, this.length - at))
      this.set(part, at)
      return part.length
    }
    fill(value, start = 0, end = this.length, encoding) {
      if (typeof value === 'number') return super.fill(value & 255, start, end)
      const bytes = typeof value === 'string' ? encode(value, typeof start === 'string' ? start : encoding) : value
      for (let at = Number(start) || 0; at < end; at++) this[at] = bytes.length === 0 ? 0 : bytes[(at - (Number(start) || 0)) % bytes.length]
      return this
    }
    slice(start, end) { return this.subarray(start, end) }
    indexOf(value, from = 0, encoding) {
      if (typeof value === 'number') return super.indexOf(value & 255, from)
      const bytes = typeof value === 'string' ? encode(value, encoding) : value
      for (let at = from; at + bytes.length <= this.length; at++) if (bytes.every((byte, index) => this[at + index] === byte)) return at
      return -1
    }
    includes(value, from, encoding) { return this.indexOf(value, from, encoding) >= 0 }
    [Symbol.for('nodejs.util.inspect.custom')]() {
      const shown = Array.from(this.subarray(0, 50), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
      const rest = this.length > 50 ? ' ... ' + (this.length - 50) + ' more byte' + (this.length > 51 ? 's' : '') : ''
      return '<Buffer' + (shown === '' ? '' : ' ' + shown) + rest + '>'
    }
    readUIntBE(at, count) { let value = 0; for (let i = 0; i < count; i++) value = value * 256 + this[at + i]; return value }
    readUIntLE(at, count) { let value = 0; for (let i = count - 1; i >= 0; i--) value = value * 256 + this[at + i]; return value }
  }
  const view = (buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
  for (const [name, type, bytes] of [['UInt8', 'Uint8', 1], ['Int8', 'Int8', 1], ['UInt16', 'Uint16', 2], ['Int16', 'Int16', 2], ['UInt32', 'Uint32', 4], ['Int32', 'Int32', 4], ['Float', 'Float32', 4], ['Double', 'Float64', 8], ['BigInt64', 'BigInt64', 8], ['BigUInt64', 'BigUint64', 8]]) {
    for (const ending of bytes === 1 ? [''] : ['LE', 'BE']) {
      BufferClass.prototype['read' + name + ending] = function (at = 0) { return view(this)['get' + type](at, ending === 'LE') }
      BufferClass.prototype['write' + name + ending] = function (value, at = 0) { view(this)['set' + type](at, value, ending === 'LE'); return at + bytes }
      if (name.startsWith('UInt')) for (const verb of ['read', 'write']) BufferClass.prototype[verb + name.replace('UInt', 'Uint') + ending] = BufferClass.prototype[verb + name + ending]
    }
  }
  for (const name of Object.keys(BufferClass.prototype)) Object.defineProperty(BufferClass.prototype, name, { enumerable: false })
  const of = (bytes) => {
    const buffer = new BufferClass(bytes.length)
    buffer.set(bytes)
    return buffer
  }
  function Buffer(value, encoding, length) { return typeof value === "number" ? Buffer.alloc(value) : Buffer.from(value, encoding, length) }
  Buffer.prototype = BufferClass.prototype
  Object.defineProperty(BufferClass.prototype, 'constructor', { value: Buffer, enumerable: false, configurable: true, writable: true })
  Object.defineProperty(BufferClass, Symbol.species, { value: BufferClass })
  Object.setPrototypeOf(Buffer, Uint8Array)
  Object.assign(Buffer, {
    from(value, encoding, length) {
      if (typeof value === 'string') return of(encode(value, encoding))
      if (value instanceof ArrayBuffer) return new BufferClass(value, encoding ?? 0, length ?? value.byteLength - (encoding ?? 0))
      if (value?.type === 'Buffer' && Array.isArray(value.data)) return of(value.data)
      if (value !== null && typeof value === 'object') return of(Array.from(value, (byte) => byte & 255))
      const error = new TypeError('The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received ' + kit.part('inspect').inspect(value))
      error.code = 'ERR_INVALID_ARG_TYPE'
      throw error
    },
    alloc: (size, fill = 0, encoding) => new BufferClass(size).fill(fill, 0, size, encoding),
    allocUnsafe: (size) => new BufferClass(size),
    concat(list, length) {
      const all = of(list.flatMap((part) => Array.from(part)))
      return length === undefined ? all : Buffer.alloc(length).fill(0) && (() => { const out = Buffer.alloc(length); all.copy(out); return out })()
    },
    isBuffer: (value) => value instanceof BufferClass,
    byteLength: (value, encoding) => (typeof value === 'string' ? encode(value, encoding).length : value.byteLength),
    compare: (a, b) => BufferClass.prototype.compare.call(a, b),
    isEncoding: (name) => { try { nameOf(name); return true } catch { return false } },
  })
  class TextEncoder {
    encoding = 'utf-8'
    encode(text = '') { return new Uint8Array(utf8(text)) }
  }
  class TextDecoder {
    #encoding
    constructor(encoding = 'utf-8') { this.#encoding = encoding }
    get encoding() { return this.#encoding }
    decode(bytes = new Uint8Array()) {
      const view = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      return decode(view, this.#encoding).replace(/^\ufeff/, '')
    }
  }
  class StringDecoder {
    #rest = []
    constructor(encoding = 'utf8') { this.encoding = nameOf(encoding) }
    write(bytes) {
      const all = [...this.#rest, ...bytes]
      let end = all.length
      if (this.encoding === 'utf8') {
        for (let back = 1; back <= Math.min(3, all.length); back++) {
          const byte = all[all.length - back]
          if ((byte & 0xc0) === 0x80) continue
          const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
          if (needed > back) end = all.length - back
          break
        }
      }
      this.#rest = all.slice(end)
      return decode(all.slice(0, end), this.encoding)
    }
    end(bytes = []) {
      const text = this.write(bytes) + decode(this.#rest, this.encoding)
      this.#rest = []
      return text
    }
  }
  return {
    Buffer, TextEncoder, TextDecoder, StringDecoder,
    btoa: (text) => toBase64(encode(String(text), 'latin1')),
    atob: (text) => decode(fromBase64(String(text)), 'latin1'),
  }
}`
