import { useRef, useState } from 'react'
import { ApiError } from '../../api/error'
import { type Finished, type Program, type RunPlace, runProgram } from './run-program'

export type RunState =
  | { phase: 'idle' }
  | { phase: 'running'; place: RunPlace }
  | ({ phase: 'done' } & Finished)
  | { phase: 'cancelled' }
  /** `retryAt`: until then (in milliseconds) the server takes no more programs. */
  | { phase: 'failed'; msg: string; retryAt: number | null }

const defaultRetrySeconds = 5

/** What to show when no result came. */
export function failure(error: unknown, now: number): RunState {
  if (!(error instanceof ApiError)) return { phase: 'failed', msg: '没有运行成功，请再试一次', retryAt: null }
  if (error.name !== 'too-many') return { phase: 'failed', msg: error.msg, retryAt: null }
  const { retryAfter } = error.data
  const seconds = typeof retryAfter === 'number' && retryAfter > 0 ? retryAfter : defaultRetrySeconds
  return { phase: 'failed', msg: error.msg, retryAt: now + seconds * 1000 }
}

/** One program at a time: a second run while one is under way is ignored, and what was cancelled never shows up. */
export function useRun() {
  const [state, setState] = useState<RunState>({ phase: 'idle' })
  const current = useRef<AbortController | null>(null)

  async function run(program: Program): Promise<void> {
    if (current.current) return
    const abort = new AbortController()
    current.current = abort
    const show = (next: RunState) => {
      if (current.current === abort) setState(next)
    }
    try {
      const finished = await runProgram(program, abort.signal, (place) => show({ phase: 'running', place }))
      show({ phase: 'done', ...finished })
    } catch (error) {
      show(failure(error, Date.now()))
    } finally {
      if (current.current === abort) current.current = null
    }
  }

  function cancel(): void {
    const abort = current.current
    if (!abort) return
    current.current = null
    abort.abort()
    setState({ phase: 'cancelled' })
  }

  return { state, run, cancel, clear: () => current.current || setState({ phase: 'idle' }) }
}
