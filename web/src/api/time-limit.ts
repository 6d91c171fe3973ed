import { timing } from '@dxx/contract/rules/constants'
import { timeoutError } from './error'

/**
 * Runs a transfer that ends when the caller aborts it, or with a time-out error after 60 s without `onByte`. A transfer
 * that never calls it has 60 s in total. Other failures are rethrown.
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
