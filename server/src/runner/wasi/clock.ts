import { engineLimits } from '../limits'
import { errno } from './errno'
import type { GuestMemory } from './memory'

const realtime = 0
const subscriptionBytes = 48
const eventBytes = 32
const kindClock = 0
const absolute = 1

/**
 * All clocks except the wall clock count from the program's start; counted from the thread's start, they would reveal
 * how long the thread has existed.
 */
export class ProgramClock {
  private readonly startedAt = performance.now()

  constructor(
    readonly sleep: (ms: number) => void,
    private readonly isStopped = false,
  ) {}

  /** Returns the time in nanoseconds. */
  now(id: number): bigint {
    const ms = id === realtime ? performance.timeOrigin + performance.now() : this.sinceStart()
    return BigInt(Math.round(ms * 1_000)) * 1_000n
  }

  private sinceStart(): number {
    return this.isStopped ? 0 : performance.now() - this.startedAt
  }
}

/**
 * Implements `poll_oneoff`: sleeps, or waits for files, which are always ready. The thread really sleeps; the host
 * enforces its time limit.
 */
export function pollOneoff(
  memory: GuestMemory,
  clock: ProgramClock,
  { input, output, count, events }: { input: number; output: number; count: number; events: number },
): number {
  if (count === 0 || count >>> 0 > engineLimits.listItems) return errno.inval
  let soonest = Number.POSITIVE_INFINITY
  const ready: { userdata: bigint; kind: number }[] = []
  let sleeping: { userdata: bigint; kind: number } | undefined
  for (let index = 0; index < count; index++) {
    const at = (input >>> 0) + subscriptionBytes * index
    const { view } = memory
    const userdata = view.getBigUint64(at, true)
    const kind = view.getUint8(at + 8)
    if (kind !== kindClock) {
      ready.push({ userdata, kind })
      continue
    }
    const timeout = view.getBigUint64(at + 24, true)
    const relative =
      view.getUint16(at + 40, true) & absolute ? timeout - clock.now(view.getUint32(at + 16, true)) : timeout
    const ms = Math.max(0, Number(relative) / 1e6)
    if (ms < soonest) {
      soonest = ms
      sleeping = { userdata, kind }
    }
  }
  if (ready.length === 0 && sleeping) {
    clock.sleep(soonest)
    ready.push(sleeping)
  }
  for (const [index, { userdata, kind }] of ready.entries()) {
    const at = (output >>> 0) + eventBytes * index
    memory.slice(at, eventBytes).fill(0)
    memory.setU64(at, userdata)
    memory.view.setUint8(at + 10, kind)
  }
  memory.setU32(events, ready.length)
  return errno.success
}
