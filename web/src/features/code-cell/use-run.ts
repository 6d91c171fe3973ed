import { useContext, useRef, useState } from 'react'
import { ApiError } from '../../api/error'
import { ProgramRunner } from './program-runner'
import type { FinishedRun, Program, Running, runProgram } from './run-program'

export type RunState =
  | { phase: 'idle' }
  | ({ phase: 'running' } & Running)
  /** Rejected for a short time; resent automatically at `retryAt` (milliseconds). */
  | { phase: 'retrying'; retryAt: number }
  | ({ phase: 'done' } & FinishedRun)
  | { phase: 'cancelled' }
  /** `retryAt`: time in milliseconds before which the server accepts no programs. */
  | { phase: 'failed'; msg: string; retryAt: number | null }

const defaultRetrySeconds = 5

/** Limits of automatic retries. Longer refusals are shown: the user may want to edit the program meanwhile. */
const automatic = { seconds: 15, times: 3 }

export const isUnderWay = ({ phase }: RunState) => phase === 'running' || phase === 'retrying'

/** State to show for a failed run. */
export function failure(error: unknown, now: number): RunState {
  if (!(error instanceof ApiError)) return { phase: 'failed', msg: '没有运行成功，请再试一次', retryAt: null }
  if (error.name !== 'too-many') return { phase: 'failed', msg: error.msg, retryAt: null }
  const { retryAfter } = error.data
  const seconds = typeof retryAfter === 'number' && retryAfter > 0 ? retryAfter : defaultRetrySeconds
  return { phase: 'failed', msg: error.msg, retryAt: now + seconds * 1000 }
}

type Runner = typeof runProgram

async function runOnce(
  runner: Runner,
  program: Program,
  signal: AbortSignal,
  show: (state: RunState) => void,
): Promise<RunState> {
  try {
    return {
      phase: 'done',
      ...(await runner(program, signal, (running) => show({ phase: 'running', ...running }))),
    }
  } catch (error) {
    return failure(error, Date.now())
  }
}

const until = (time: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, time - Date.now()))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Runs one program at a time: a second run is ignored while one is in progress, and cancelled results are dropped.
 * `onDone` is called with the result of each program that ended.
 */
export function useRun(onDone?: (program: Program, finished: FinishedRun) => void) {
  const [state, setState] = useState<RunState>({ phase: 'idle' })
  const current = useRef<AbortController | null>(null)
  const runner = useContext(ProgramRunner)

  async function run(program: Program): Promise<void> {
    if (current.current) return
    const abort = new AbortController()
    current.current = abort
    const show = (next: RunState) => {
      if (current.current === abort) setState(next)
    }
    for (let tries = 0; current.current === abort; tries++) {
      const next = await runOnce(runner, program, abort.signal, show)
      const retryAt = next.phase === 'failed' ? next.retryAt : null
      const soon = retryAt !== null && retryAt - Date.now() <= automatic.seconds * 1000
      if (!soon || tries === automatic.times) {
        show(next)
        if (next.phase === 'done' && current.current === abort) onDone?.(program, next)
        break
      }
      show({ phase: 'retrying', retryAt })
      await until(retryAt, abort.signal)
    }
    if (current.current === abort) current.current = null
  }

  function cancel(): void {
    const abort = current.current
    if (!abort) return
    current.current = null
    abort.abort()
    setState({ phase: 'cancelled' })
  }

  return {
    state,
    run,
    cancel,
    clear: () => current.current || setState({ phase: 'idle' }),
    /** Shows an earlier result, unless a program was run meanwhile. */
    restore: (finished: FinishedRun) =>
      setState((now) => (now.phase === 'idle' ? { phase: 'done', ...finished } : now)),
  }
}
