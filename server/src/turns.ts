import { fail } from './http/errors'

/** Lets so many work at once and so many wait; whoever comes on top of that is told to try again. */
export function turns({ running: maxRunning, waiting: maxWaiting }: { running: number; waiting: number }) {
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
      // The place is handed on without being given back, so that nobody slips in between.
      if (next) next()
      else running--
    }
  }
}
