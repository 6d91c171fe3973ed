import { timing } from '@dxx/contract/rules/constants'
import { timeoutError } from './error'

/**
 * Runs a transfer, and aborts it with a time-out error 60 s after its start or its last call of `onByte`, or if the
 * caller aborts. Other errors are rethrown.
 */
export async function withTimeLimit<T>(
  caller: AbortSignal | undefined,
  transfer: (signal: AbortSignal, onByte: () => void) => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  let isLate = false
  const stop = () => abort.abort()
  const expire = () => {
    isLate = true
    stop()
  }
  let timer = setTimeout(expire, timing.request)
  const onByte = () => {
    clearTimeout(timer)
    if (!abort.signal.aborted) timer = setTimeout(expire, timing.request)
  }
  caller?.addEventListener('abort', stop)
  if (caller?.aborted) stop()
  try {
    return await transfer(abort.signal, onByte)
  } catch (error) {
    throw isLate && !caller?.aborted ? timeoutError() : error
  } finally {
    clearTimeout(timer)
    // A byte that arrives after the end must not start another timer.
    stop()
    caller?.removeEventListener('abort', stop)
  }
}
