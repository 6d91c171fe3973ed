import type { StudentCallName } from '@dxx/contract/calls'
import { writeModeOf } from '@dxx/contract/meta'
import { useRef, useState } from 'react'
import { toast } from '../state/flash'
import { showModal } from '../state/store'
import { actionKey, forgetActionKey } from './action-keys'
import { callApi } from './client'
import { ApiError, needsPurchase } from './error'
import type { CallData, CallInput } from './use-call'

export interface UseActionOptions<N extends StudentCallName> {
  onDone?(data: CallData<N>, input: CallInput<N>): void
  /** Handles the error instead of the toast that shows its msg. */
  onError?(error: ApiError, input: CallInput<N>): void
}

export interface Action<N extends StudentCallName> {
  /** Resolves with the data, or with undefined if the call failed or another run is in progress. */
  run(input: CallInput<N>): Promise<CallData<N> | undefined>
  running: boolean
}

/** Hook for a call that a user triggers. A retry after a network error sends the same idempotency key. */
export function useAction<N extends StudentCallName>(name: N, options: UseActionOptions<N> = {}): Action<N> {
  const [running, setRunning] = useState(false)
  const busy = useRef(false)
  const latest = useRef(options)
  latest.current = options

  async function run(input: CallInput<N>): Promise<CallData<N> | undefined> {
    // A ref, because the state changes only with the next render, which is too late for a double click.
    if (busy.current) return undefined
    busy.current = true
    setRunning(true)
    try {
      const keyed = writeModeOf(name) === 'keyed'
      const data = await callApi(name, input, keyed ? { idempotencyKey: actionKey(name, input) } : {})
      forgetActionKey(name, input)
      latest.current.onDone?.(data, input)
      return data
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.decided) forgetActionKey(name, input)
      if (latest.current.onError) latest.current.onError(error, input)
      else if (needsPurchase(error)) void showModal({ content: error.msg, showCancel: false })
      else if (!error.shown) toast(error.msg)
      return undefined
    } finally {
      busy.current = false
      setRunning(false)
    }
  }

  return { run, running }
}
