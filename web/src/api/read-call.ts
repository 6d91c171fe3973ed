import type { DataOf, InputOf } from '@dxx/contract/call'
import type { StudentCallName, StudentCalls } from '@dxx/contract/calls'
import { sessionScope } from '../state/owner'
import { callApi } from './client'
import { ApiError } from './error'

/** Milliseconds before each retry. */
export const retryPauses = [1000, 2000]

/** Makes a read-only call with retries after network errors. Fails at once while offline: going online refetches. */
export async function readCall<N extends StudentCallName>(
  name: N,
  input: InputOf<StudentCalls[N]>,
  signal: AbortSignal,
): Promise<DataOf<StudentCalls[N]>> {
  const scope = sessionScope()
  for (let failures = 0; ; failures++) {
    try {
      return await callApi(name, input, { signal })
    } catch (error) {
      const wait = retryPauses[failures]
      const lost = error instanceof ApiError && error.name === 'network' && navigator.onLine
      if (!lost || wait === undefined) throw error
      await pause(wait, signal)
      // No retry if another user has logged in meanwhile.
      if (sessionScope() !== scope) throw error
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => resolve())
  })
}
