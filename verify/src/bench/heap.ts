import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Samples the heap after garbage collection. Returns a function that stops and returns the maximum in MB. */
export function watchHeap(): () => number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let peak = 0
  const look = () => {
    collect()
    peak = Math.max(peak, process.memoryUsage().heapUsed)
  }
  const timer = setInterval(look, 250)
  return () => {
    clearInterval(timer)
    look()
    return peak / 1024 / 1024
  }
}
