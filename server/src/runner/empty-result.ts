import type { RunResult } from '@dxx/contract/calls/runcode'

/** Result of a program that has not run. */
export const emptyResult: RunResult = {
  stdout: '',
  stderr: '',
  exitCode: null,
  reason: 'ok',
  diagnostics: [],
  tables: [],
  timeMs: 0,
  memoryKb: 0,
  cached: false,
}
