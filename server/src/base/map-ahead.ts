/**
 * Maps items in chunks: while the caller uses the results of one chunk, the next chunk is computed. Yields the results
 * in the order of the items. `weigh` bounds a chunk in addition to `size`: a chunk ends when its weights exceed 1.
 */
export async function* mapAhead<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  size: number,
  work: (item: T) => Promise<R>,
  weigh: (item: T) => number = () => 0,
): AsyncGenerator<R> {
  let before: Promise<R[]> = Promise.resolve([])
  let running: Promise<R>[] = []
  let weight = 0
  const next = () => {
    const all = Promise.all(running)
    // The rejection is reported when the results are used.
    all.catch(() => {})
    ;[running, weight] = [[], 0]
    return all
  }
  for await (const item of items) {
    const started = work(item)
    started.catch(() => {})
    running.push(started)
    weight += weigh(item)
    if (running.length < size && weight <= 1) continue
    const ready = before
    before = next()
    yield* await ready
  }
  const last = next()
  yield* await before
  yield* await last
}
