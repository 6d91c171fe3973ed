import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import { randomUuid } from '../../api/random-uuid'
import { runsLocally } from './languages'
import { prepareLocally, runLocally } from './local/run-locally'

export interface Program {
  language: CodeLanguage
  source: string
  stdin: string
  setup: string
}

type RunPlace = 'server' | 'local'

/** Where a program runs; `run` is its id on the server, or empty if its place in the queue is not shown. */
export interface Running {
  place: RunPlace
  run: string
}

export interface FinishedRun {
  result: RunResult
  place: RunPlace
}

/**
 * Runs a program on the server, or in the browser when offline and the language supports it. Calls `onRunning` before
 * the run starts, and again if the run falls back to the browser.
 */
export async function runProgram(
  program: Program,
  signal: AbortSignal,
  onRunning: (running: Running) => void,
): Promise<FinishedRun> {
  const { language } = program
  const local = runsLocally(language)
  const run = randomUuid()
  if (navigator.onLine) {
    onRunning({ place: 'server', run })
    try {
      const result = await callApi('POST /v1/runcode', { ...program, run }, { signal })
      // Preloads the local engine while online, in case the next run is offline.
      if (local) void prepareLocally(language)
      return { result, place: 'server' }
    } catch (error) {
      if (error instanceof ApiError && error.name === 'timeout')
        throw new ApiError('timeout', -1, '等了一分钟还没有结果：编译器还在准备，或者运行的人太多，请稍后再运行')
      if (signal.aborted || !local || !(error instanceof ApiError) || error.name !== 'network') throw error
    }
  }
  if (!local) throw new ApiError('network', -1, '没有网络，这种语言要联网才能运行，代码已保存在本机')
  onRunning({ place: 'local', run })
  return { result: await runLocally({ ...program, language }, signal), place: 'local' }
}
