/** `events` of Node and the small event classes of the web. */
export const eventsSource = `(kit) => {
  // A function instead of a class, because older programs call EventEmitter.call(this).
  function EventEmitter() {}
  const stores = new WeakMap()
  const storeOf = (emitter) => {
    if (!stores.has(emitter)) stores.set(emitter, new Map())
    return stores.get(emitter)
  }
  const add = (emitter, name, listener, once, first) => {
    if (typeof listener !== 'function') {
      const error = new TypeError('The "listener" argument must be of type function. Received ' + kit.part('inspect').inspect(listener))
      error.code = 'ERR_INVALID_ARG_TYPE'
      throw error
    }
    const store = storeOf(emitter)
    if (store.has('newListener')) emitter.emit('newListener', name, listener)
    const list = store.get(name) ?? []
    store.set(name, first ? [{ listener, once }, ...list] : [...list, { listener, once }])
    return emitter
  }
  const remove = (emitter, name, entry) => {
    const store = storeOf(emitter)
    const list = (store.get(name) ?? []).filter((other) => other !== entry)
    if (list.length > 0) store.set(name, list)
    else store.delete(name)
    if (store.has('removeListener')) emitter.emit('removeListener', name, entry.listener)
  }
  const methods = {
    on(name, listener) { return add(this, name, listener, false, false) },
    addListener(name, listener) { return add(this, name, listener, false, false) },
    once(name, listener) { return add(this, name, listener, true, false) },
    prependListener(name, listener) { return add(this, name, listener, false, true) },
    prependOnceListener(name, listener) { return add(this, name, listener, true, true) },
    off(name, listener) {
      const entry = (storeOf(this).get(name) ?? []).findLast((other) => other.listener === listener)
      if (entry) remove(this, name, entry)
      return this
    },
    removeListener(name, listener) { return this.off(name, listener) },
    removeAllListeners(name) {
      if (name === undefined) storeOf(this).clear()
      else storeOf(this).delete(name)
      return this
    },
    emit(name, ...values) {
      const list = storeOf(this).get(name)
      if (!list) {
        if (name !== 'error') return false
        if (values[0] instanceof Error) throw values[0]
        const error = new Error('Unhandled error. (' + kit.part('inspect').inspect(values[0]) + ')')
        error.code = 'ERR_UNHANDLED_ERROR'
        error.context = values[0]
        throw error
      }
      for (const entry of list) {
        if (entry.once) remove(this, name, entry)
        entry.listener.apply(this, values)
      }
      return true
    },
    listenerCount(name) { return storeOf(this).get(name)?.length ?? 0 },
    listeners(name) { return (storeOf(this).get(name) ?? []).map(({ listener }) => listener) },
    rawListeners(name) { return this.listeners(name) },
    eventNames() { return [...storeOf(this).keys()] },
    setMaxListeners() { return this },
    getMaxListeners() { return 10 },
  }
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(EventEmitter.prototype, name, { value, writable: true, enumerable: false, configurable: true })
  EventEmitter.EventEmitter = EventEmitter
  EventEmitter.defaultMaxListeners = 10
  EventEmitter.once = async (emitter, name) => new Promise((resolve, reject) => {
    emitter.once(name, (...values) => resolve(values))
    if (name !== 'error') emitter.once('error', reject)
  })

  class Event {
    constructor(type, { cancelable = false } = {}) { this.type = String(type); this.cancelable = cancelable; this.defaultPrevented = false; this.target = null }
    preventDefault() { if (this.cancelable) this.defaultPrevented = true }
    stopImmediatePropagation() { this.stopped = true }
  }
  class EventTarget {
    #emitter = new EventEmitter()
    addEventListener(type, listener, options) { this.#emitter[options?.once ? 'once' : 'on'](type, typeof listener === 'function' ? listener : (event) => listener.handleEvent(event)) }
    removeEventListener(type, listener) { this.#emitter.off(type, listener) }
    dispatchEvent(event) { event.target = this; this.#emitter.emit(event.type, event); return !event.defaultPrevented }
  }
  class AbortSignal extends EventTarget {
    aborted = false
    reason = undefined
    throwIfAborted() { if (this.aborted) throw this.reason }
  }
  class AbortController {
    signal = new AbortSignal()
    abort(reason) {
      if (this.signal.aborted) return
      this.signal.aborted = true
      const error = new Error('This operation was aborted')
      error.name = 'AbortError'
      this.signal.reason = reason ?? error
      this.signal.dispatchEvent(new Event('abort'))
      this.signal.onabort?.(new Event('abort'))
    }
  }
  return { EventEmitter, Event, EventTarget, AbortController, AbortSignal }
}`
