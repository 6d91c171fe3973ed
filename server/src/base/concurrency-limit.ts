import { fail } from './refusal'

/** Limits concurrency and queue length; rejects with `overloaded` beyond both. */
export function concurrencyLimit({ running: maxRunning, waiting: maxWaiting }: { running: number; waiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < maxRunning) running++
    else if (waiting.length < maxWaiting) await new Promise<void>((start) => waiting.push(start))
    else fail('overloaded')
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot passes directly to the next caller, so that no other caller can take it.
      if (next) next()
      else running--
    }
  }
}
