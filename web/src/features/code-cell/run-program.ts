import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import { runsLocally } from './languages'
import { prepareLocally, runLocally } from './local/run-locally'

export interface Program {
  language: CodeLanguage
  source: string
  stdin: string
  setup: string
}

export type RunPlace = 'server' | 'local'

export interface Finished {
  result: RunResult
  place: RunPlace
}

/**
 * Runs a program on the server; without a network in the browser, where the language allows it. Tells where before it
 * starts, and again when it had to change its mind.
 */
export async function runProgram(
  program: Program,
  signal: AbortSignal,
  onPlace: (place: RunPlace) => void,
): Promise<Finished> {
  const { language } = program
  const local = runsLocally(language)
  if (navigator.onLine) {
    onPlace('server')
    try {
      const result = await callApi('POST /v1/runcode', program, { signal })
      // The next run may come without a network: what it would need is fetched while there is one.
      if (local) void prepareLocally(language)
      return { result, place: 'server' }
    } catch (error) {
      if (error instanceof ApiError && error.name === 'timeout')
        throw new ApiError('timeout', -1, '等了一分钟还没有结果：编译器还在准备，或者运行的人太多，请稍后再运行')
      if (signal.aborted || !local || !(error instanceof ApiError) || error.name !== 'network') throw error
    }
  }
  if (!local) throw new ApiError('network', -1, '没有网络，这种语言要联网才能运行，代码已保存在本机')
  onPlace('local')
  return { result: await runLocally({ ...program, language }, signal), place: 'local' }
}
