import { ApiError } from '../../api/error'
import type { runProgram } from '../../features/code-cell/run-program'
import { callStaff } from '../api/client'

/**
 * Runs a program of a preview on the server. Its place in the queue is not shown, because only students may call for
 * it.
 */
export const runAsStaff: typeof runProgram = async (program, signal, onRunning) => {
  onRunning({ place: 'server', run: '' })
  try {
    return { result: await callStaff('POST /staff/v1/studio_run', program, { signal }), place: 'server' }
  } catch (error) {
    if (error instanceof ApiError && error.name === 'timeout')
      throw new ApiError('timeout', -1, '等了一分钟还没有结果：编译器还在准备，或者运行的人太多，请稍后再运行')
    throw error
  }
}
