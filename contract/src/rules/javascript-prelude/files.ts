/** `path`, `fs` for the program's own in-memory files, and `readline` for its input. */
export const pathSource = String.raw`() => {
  const normalizeParts = (parts, absolute) => {
    const kept = []
    for (const part of parts) {
      if (part === '' || part === '.') continue
      if (part !== '..') kept.push(part)
      else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop()
      else if (!absolute) kept.push('..')
    }
    return kept
  }
  const normalize = (path) => {
    if (path === '') return '.'
    const absolute = path.startsWith('/')
    const text = normalizeParts(path.split('/'), absolute).join('/')
    const end = path.endsWith('/') && text !== '' ? '/' : ''
    return (absolute ? '/' : '') + text + end || '.'
  }
  const resolve = (...paths) => {
    let all = ''
    for (const path of paths.reverse()) {
      if (path === '') continue
      all = all === '' ? path : path + '/' + all
      if (path.startsWith('/')) break
    }
    return '/' + normalizeParts(all.split('/'), true).join('/')
  }
  const trimmed = (path) => (path.length > 1 ? path.replace(/\/+$/, '') : path)
  const basename = (path, ending = '') => {
    const name = trimmed(path).split('/').at(-1)
    return ending !== '' && name.endsWith(ending) && name !== ending ? name.slice(0, -ending.length) : name
  }
  const dirname = (path) => {
    const at = trimmed(path).lastIndexOf('/')
    return at < 0 ? '.' : at === 0 ? '/' : trimmed(path).slice(0, at)
  }
  const extname = (path) => /[^/.][^/]*?(\.[^/.]*)\/*$/.exec(path)?.[1] ?? (/[^/]\.$/.test(path) && basename(path) !== '..' ? '.' : '')
  const path = {
    sep: '/', delimiter: ':', normalize, resolve, basename, dirname, extname,
    join: (...parts) => normalize(parts.filter((part) => part !== '').join('/')),
    isAbsolute: (path) => path.startsWith('/'),
    relative(from, to) {
      const [a, b] = [resolve(from), resolve(to)].map((path) => path.split('/').filter(Boolean))
      let same = 0
      while (same < a.length && same < b.length && a[same] === b[same]) same++
      return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/')
    },
    parse: (path) => {
      const base = basename(path)
      const ext = extname(base)
      const dir = dirname(path)
      return { root: path.startsWith('/') ? '/' : '', dir: dir === '.' && !path.startsWith('.') ? '' : dir, base, ext, name: ext === '' ? base : base.slice(0, -ext.length) }
    },
    format: ({ dir, root = '', base, name = '', ext = '' }) => (dir ? (dir === root ? dir : dir + '/') : root) + (base ?? name + ext),
  }
  path.posix = path
  return path
}`

export const filesSource = `(kit) => {
  const { resolve, dirname, basename } = kit.part('path')
  const { Buffer } = kit.part('buffer')
  const files = new Map()
  const folders = new Set(['/', '/tmp'])
  const open = new Map()
  let lastFd = 2
  const problem = (code, text, call, path) => {
    const error = new Error(code + ': ' + text + ', ' + call + " '" + path + "'")
    return Object.assign(error, { errno: -2, code, syscall: call, path })
  }
  const missing = (call, path) => problem('ENOENT', 'no such file or directory', call, path)
  const encodingOf = (options) => (typeof options === 'string' ? options : options?.encoding)
  const bytesOf = (data, options) => (typeof data === 'string' ? Buffer.from(data, encodingOf(options)) : Buffer.from(data))
  const shown = (bytes, options) => (encodingOf(options) ? bytes.toString(encodingOf(options)) : bytes)
  const nameOf = (path) => resolve(String(path))
  const put = (path, bytes, call) => {
    const name = nameOf(path)
    if (folders.has(name)) throw problem('EISDIR', 'illegal operation on a directory', call, path)
    if (!folders.has(dirname(name))) throw missing(call, path)
    files.set(name, bytes)
  }
  const entries = (path) => [...files.keys(), ...folders].filter((name) => name !== '/' && dirname(name) === path).map((name) => basename(name)).sort()
  const stat = (path, call) => {
    const name = nameOf(path)
    if (!files.has(name) && !folders.has(name)) throw missing(call, path)
    const isFolder = folders.has(name)
    return { size: isFolder ? 0 : files.get(name).length, mode: isFolder ? 16877 : 33188, isFile: () => !isFolder, isDirectory: () => isFolder, isSymbolicLink: () => false, mtime: new Date(0), mtimeMs: 0 }
  }
  const isInput = (path) => path === 0 || path === '/dev/stdin' || open.get(path)?.input
  const sync = {
    readFile(path, options) {
      if (isInput(path)) return shown(Buffer.from(kit.readAll()), options)
      const name = open.has(path) ? open.get(path).name : nameOf(path)
      if (folders.has(name)) throw problem('EISDIR', 'illegal operation on a directory', 'read', path)
      if (!files.has(name)) throw missing('open', path)
      return shown(Buffer.from(files.get(name)), options)
    },
    writeFile(path, data, options) {
      if (path === 1 || path === 2 || path === '/dev/stdout') return void kit.write(path === 2 ? 2 : 1, bytesOf(data, options).toString())
      if (options?.flag === 'a') return sync.appendFile(path, data, options)
      put(open.has(path) ? open.get(path).name : path, bytesOf(data, options), 'open')
    },
    appendFile(path, data, options) {
      const before = files.get(nameOf(path)) ?? Buffer.alloc(0)
      put(path, Buffer.concat([before, bytesOf(data, options)]), 'open')
    },
    unlink(path) { if (!files.delete(nameOf(path))) throw missing('unlink', path) },
    mkdir(path, options) {
      const name = nameOf(path)
      if (options?.recursive) {
        for (let at = name; !folders.has(at); at = dirname(at)) folders.add(at)
        return
      }
      if (folders.has(name) || files.has(name)) throw problem('EEXIST', 'file already exists', 'mkdir', path)
      if (!folders.has(dirname(name))) throw missing('mkdir', path)
      folders.add(name)
    },
    rmdir(path) {
      const name = nameOf(path)
      if (!folders.has(name)) throw missing('rmdir', path)
      if (entries(name).length > 0) throw problem('ENOTEMPTY', 'directory not empty', 'rmdir', path)
      folders.delete(name)
    },
    rm(path, options) {
      const name = nameOf(path)
      if (!files.has(name) && !folders.has(name)) {
        if (options?.force) return
        throw missing('rm', path)
      }
      for (const at of [...files.keys(), ...folders]) if (at === name || at.startsWith(name + '/')) { files.delete(at); folders.delete(at) }
    },
    readdir(path, options) {
      const name = nameOf(path)
      if (!folders.has(name)) throw missing('scandir', path)
      const names = entries(name)
      return options?.withFileTypes ? names.map((entry) => ({ name: entry, ...stat(name + '/' + entry, 'stat') })) : names
    },
    stat: (path) => stat(path, 'stat'),
    lstat: (path) => stat(path, 'lstat'),
    access: (path) => void stat(path, 'access'),
    rename(from, to) {
      if (!files.has(nameOf(from))) throw missing('rename', from)
      put(to, files.get(nameOf(from)), 'rename')
      files.delete(nameOf(from))
    },
    copyFile: (from, to) => put(to, sync.readFile(from), 'copyfile'),
    open(path, flags = 'r') {
      const name = nameOf(path)
      const input = path === '/dev/stdin'
      if (!input) {
        if (String(flags).startsWith('r') && !files.has(name)) throw missing('open', path)
        if (String(flags).startsWith('w')) put(path, Buffer.alloc(0), 'open')
        if (String(flags).startsWith('a') && !files.has(name)) put(path, Buffer.alloc(0), 'open')
      }
      open.set(++lastFd, { name, position: 0, input })
      return lastFd
    },
    close: (fd) => void open.delete(fd),
    write(fd, data) {
      const bytes = bytesOf(data)
      if (fd === 1 || fd === 2) kit.write(fd, bytes.toString())
      else sync.appendFile(open.get(fd).name, bytes)
      return bytes.length
    },
    read(fd, buffer, offset = 0, length = buffer.length - offset, position = null) {
      if (isInput(fd)) {
        inputBytes ??= Buffer.from(kit.readAll())
        const part = inputBytes.subarray(0, length)
        buffer.set(part, offset)
        inputBytes = inputBytes.subarray(part.length)
        return part.length
      }
      const entry = open.get(fd)
      const part = files.get(entry.name).subarray(position ?? entry.position, (position ?? entry.position) + length)
      buffer.set(part, offset)
      if (position === null) entry.position += part.length
      return part.length
    },
  }
  let inputBytes
  const fs = { promises: {}, constants: { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 } }
  for (const [name, call] of Object.entries(sync)) {
    fs[name + 'Sync'] = call
    fs[name] = (...values) => {
      const done = values.pop()
      let error = null
      let result
      try {
        result = call(...values)
      } catch (caught) {
        error = caught
      }
      setImmediate(() => (error ? done(error) : done(null, result)))
    }
    // Settles after promises that are already settled, as with real files.
    fs.promises[name] = (...values) => new Promise((resolve, reject) => fs[name](...values, (error, value) => (error ? reject(error) : resolve(value))))
  }
  fs.existsSync = (path) => files.has(nameOf(path)) || folders.has(nameOf(path))
  fs.createReadStream = (path, options) => {
    const stream = new (kit.part('events').EventEmitter)()
    stream.lines = () => sync.readFile(path, 'utf8')
    stream.pipe = (target) => { stream.on('data', (data) => target.write(data)); return target }
    stream.setEncoding = (encoding) => { options = encoding; return stream }
    stream[Symbol.asyncIterator] = async function* () { yield sync.readFile(path, options) }
    setImmediate(() => {
      try {
        if (stream.listenerCount('data') > 0) stream.emit('data', sync.readFile(path, options))
        stream.emit('end')
        stream.emit('close')
      } catch (error) {
        stream.emit('error', error)
      }
    })
    return stream
  }
  fs.createWriteStream = (path, options) => {
    const stream = new (kit.part('events').EventEmitter)()
    if (options?.flags !== 'a') sync.writeFile(path, '')
    stream.write = (data) => { sync.appendFile(path, data); return true }
    stream.end = (data) => {
      if (data !== undefined) stream.write(data)
      setImmediate(() => { stream.emit('finish'); stream.emit('close') })
    }
    return stream
  }
  return fs
}`

export const readlineSource = String.raw`(kit) => {
  const { EventEmitter } = kit.part('events')
  class Interface extends EventEmitter {
    #open = true
    #pumping = false
    #asked = 0
    #prompt = '> '
    #output
    #read = kit.readline
    constructor(options = {}) {
      super()
      this.#output = options.output
      if (options.prompt !== undefined) this.#prompt = options.prompt
      if (options.input?.lines) {
        let rest
        this.#read = () => {
          rest ??= options.input.lines().replace(/\n$/, '').split('\n')
          return rest.length > 0 ? rest.shift().replace(/\r$/, '') : null
        }
      }
      this.#pump()
    }
    #write(text) { this.#output?.write(text) }
    /** Emits one line per turn of the event loop while there are listeners and no question is pending. */
    #pump() {
      if (this.#pumping || !this.#open) return
      this.#pumping = true
      setImmediate(() => {
        this.#pumping = false
        if (!this.#open || this.#asked > 0) return
        if (this.listenerCount('line') === 0 && this.listenerCount('close') === 0) return
        const line = this.#read()
        if (line === null) return this.close()
        this.emit('line', line)
        this.#pump()
      })
    }
    on(name, listener) {
      super.on(name, listener)
      if (name === 'line' || name === 'close') this.#pump()
      return this
    }
    once(name, listener) {
      super.once(name, listener)
      if (name === 'line' || name === 'close') this.#pump()
      return this
    }
    question(text, options, answer = options) {
      this.#write(text)
      this.#asked++
      setImmediate(() => {
        this.#asked--
        const line = this.#open ? this.#read() : null
        if (line === null) return this.close()
        answer(line)
        this.#pump()
      })
    }
    setPrompt(text) { this.#prompt = text }
    getPrompt() { return this.#prompt }
    prompt() { this.#write(this.#prompt); this.#pump() }
    write() {}
    pause() { return this }
    resume() { return this }
    close() {
      if (!this.#open) return
      this.#open = false
      this.emit('close')
    }
    async *[Symbol.asyncIterator]() {
      for (let line = this.#open ? this.#read() : null; line !== null; line = this.#open ? this.#read() : null) {
        yield line
        await new Promise((resolve) => setImmediate(resolve))
      }
      this.close()
    }
  }
  class PromiseInterface extends Interface {
    question(text) { return new Promise((resolve) => super.question(text, resolve)) }
  }
  const options = (input, output) => (input?.input || input?.output ? input : { input, output })
  return {
    Interface,
    createInterface: (input, output) => new Interface(options(input, output)),
    clearLine: () => true, cursorTo: () => true, moveCursor: () => true,
    promises: { Interface: PromiseInterface, createInterface: (input, output) => new PromiseInterface(options(input, output)) },
  }
}`
