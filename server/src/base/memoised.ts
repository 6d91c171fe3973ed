/**
 * Returns a function that computes the result for each object once, and caches it until the object is
 * garbage-collected.
 */
export function memoised<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { result: Result }>()
  return (key) => {
    const known = results.get(key) ?? { result: compute(key) }
    results.set(key, known)
    return known.result
  }
}
