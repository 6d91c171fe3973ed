import { formatPageUrl } from './page-url'
import { currentPage, type Step } from './stack'

/** State object of our entries in the browser's history. */
export interface HistoryMark {
  key: string
  index: number
  /** Extra entry after a guarded page: going back first reaches this entry, so that the router can ask. */
  guard?: true
}

/** Milliseconds after which a history step counts as failed; its event usually comes within milliseconds. */
const walkLimit = 1000

let waiting: ((event: PopStateEvent) => void) | null = null
let queue: Promise<unknown> | null = null

export function readMark(state: unknown): HistoryMark | null {
  const { key, index, guard } = (state ?? {}) as Partial<HistoryMark>
  if (typeof key !== 'string' || typeof index !== 'number' || !Number.isInteger(index) || index < 0) return null
  return guard && index > 0 ? { key, index, guard: true } : { key, index }
}

/** Consumes an event caused by `walk`. Returns false for an event caused by the user. */
export function endsWalk(event: PopStateEvent): boolean {
  waiting?.(event)
  return waiting !== null
}

export function isWalking(): boolean {
  return queue !== null
}

/** Moves through the history. Resolves with the popstate event, or null if there was none. */
export function walkHistory(delta: number): Promise<PopStateEvent | null> {
  return inTurn(() => {
    if (delta === 0) return Promise.resolve(null)
    return new Promise((resolve) => {
      const arrive = (event: PopStateEvent | null) => {
        clearTimeout(timer)
        // Deferred, so that the event's other listeners still see `waiting`.
        queueMicrotask(() => {
          waiting = null
          resolve(event)
        })
      }
      const timer = setTimeout(() => arrive(null), walkLimit)
      waiting = arrive
      history.go(delta)
    })
  })
}

/** Writes a step of the stack to the browser's history, after the history steps that are still in progress. */
export function recordHistoryStep({ stack, back, write }: Step): void {
  const page = currentPage(stack)
  const mark: HistoryMark = { key: page.key, index: stack.position }
  if (stack.position > page.at) mark.guard = true
  if (back > 0) void walkHistory(-back)
  if (write === null) return
  const put = () => {
    try {
      history[write === 'push' ? 'pushState' : 'replaceState'](mark, '', `#${formatPageUrl(page)}`)
    } catch {
      // Ignored: Safari allows 100 entries in 30 seconds. The page is shown; only the URL is not updated.
    }
  }
  if (queue) void inTurn(async () => put())
  else put()
}

function inTurn<T>(task: () => Promise<T>): Promise<T> {
  const turn = queue ? queue.then(task) : task()
  const settled = turn.finally(() => {
    if (queue === settled) queue = null
  })
  queue = settled
  return turn
}
