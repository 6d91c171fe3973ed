/** Properties that programs commonly set on objects whose frozen prototype has the same property. */
const overridden = ['constructor', 'name', 'message', 'toString', 'valueOf', 'toLocaleString', 'hasOwnProperty', 'then']

/**
 * Freezes the intrinsics in this thread, so that a program that escapes the sandbox cannot affect the next one. Called
 * once, after the libraries are loaded. (Node's --frozen-intrinsics would freeze earlier, but the compiler's library
 * adds a missing function to Promise.)
 */
export function freezeIntrinsics(): void {
  addMissing()
  const found = new Set<object>()
  for (const root of roots()) collect(root, found)
  for (const item of found) {
    for (const name of overridden) allowOverride(item, name)
    Object.freeze(item)
  }
}

function addMissing(): void {
  const target = Promise as unknown as { withResolvers?: () => object }
  target.withResolvers ??= () => {
    let settle = {}
    const promise = new Promise((resolve, reject) => {
      settle = { resolve, reject }
    })
    return { promise, ...settle }
  }
}

function roots(): unknown[] {
  const names = [
    'Object Function Array String Number Boolean Symbol BigInt Date RegExp Math JSON Reflect Proxy Promise Intl Atomics',
    'Map Set WeakMap WeakSet WeakRef FinalizationRegistry ArrayBuffer SharedArrayBuffer DataView WebAssembly',
    'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError Uint8ClampedArray',
    'Int8Array Uint8Array Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array',
    'BigUint64Array TextEncoder TextDecoder eval parseInt parseFloat isNaN isFinite',
  ].flatMap((line) => line.split(' '))
  const iterators = [
    [][Symbol.iterator](),
    ''[Symbol.iterator](),
    new Map().keys(),
    new Set().keys(),
    'a'.matchAll(/a/g),
  ]
  const functions = [function* () {}, async () => {}, async function* () {}]
  return [
    ...names.map((name) => (globalThis as Record<string, unknown>)[name]),
    ...iterators.map(protoOf),
    ...functions,
  ]
}

function protoOf(item: object): object | null {
  return Object.getPrototypeOf(item)
}

function collect(item: unknown, found: Set<object>): void {
  if ((typeof item !== 'object' && typeof item !== 'function') || item === null || found.has(item)) return
  found.add(item)
  collect(protoOf(item), found)
  for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(item)) as PropertyDescriptor[])
    for (const part of [descriptor.value, descriptor.get, descriptor.set]) collect(part, found)
  for (const symbol of Object.getOwnPropertySymbols(item)) {
    const descriptor = Object.getOwnPropertyDescriptor(item, symbol)!
    for (const part of [descriptor.value, descriptor.get, descriptor.set]) collect(part, found)
  }
}

/** Replaces a property by an accessor that can be set on inheriting objects, which a frozen property would prevent. */
function allowOverride(item: object, name: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(item, name)
  if (!descriptor?.configurable || !('value' in descriptor) || typeof item === 'function') return
  const { value } = descriptor
  Object.defineProperty(item, name, {
    get: () => value,
    set(this: object, changed: unknown) {
      if (this === item) throw new TypeError(`${name} is frozen`)
      Object.defineProperty(this, name, { value: changed, writable: true, enumerable: true, configurable: true })
    },
    enumerable: descriptor.enumerable ?? false,
    configurable: true,
  })
}
