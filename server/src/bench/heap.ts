import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What the main thread really holds: the heap after collecting, looked at often; answers the highest in MB. */
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
