import type { RunResult } from '@dxx/contract/calls/runcode'

/** What a program has done before it has done anything. */
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
