import type { DataOf, InputOf } from '@dxx/contract/call'
import type { StudentCallName, StudentCalls } from '@dxx/contract/calls'
import { isGuestCall, writeModeOf } from '@dxx/contract/meta'
import { use, useCallback, useDeferredValue, useSyncExternalStore } from 'react'
import { PageContext } from '../router/page-context'
import { sessionScope } from '../state/owner'
import { subscribeToken } from '../state/token'
import type { ApiError } from './error'
import * as query from './query'
import { readCall } from './read-call'

export type GetName = Extract<StudentCallName, `GET ${string}`>
export type CallInput<N extends StudentCallName> = InputOf<StudentCalls[N]>
export type CallData<N extends StudentCallName> = DataOf<StudentCalls[N]>

/** Cache key of a call's response for the current session. */
export function answerKey<N extends GetName>(name: N, input: CallInput<N>): query.ResponseKey {
  return [sessionScope(), name, input]
}

/** Marks the responses of these calls as stale: visible ones are refetched now, the others when next shown. */
export async function invalidateCalls(...names: GetName[]): Promise<void> {
  await Promise.all(names.map((name) => query.invalidate(name)))
}

/**
 * Applies an action's expected result to all cached responses of a call, for lists page by page. Returns a function to
 * undo the change if the action fails. After success, call `invalidateCalls` to load the server's state.
 */
export function changeAnswers<N extends GetName>(
  name: N,
  change: (data: CallData<N>, input: CallInput<N>) => CallData<N>,
): () => void {
  return query.changeAnswers(name, change as (data: unknown, input: unknown) => unknown)
}

/** Milliseconds for which a response is reused without a request. */
export const staleTimeDefault = 30_000

export interface UseCallOptions {
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number | false
  refetchOnWindowFocus?: boolean
  /** Never shows a cached response, because a decision depends on it, such as a permission or a payment state. */
  fresh?: boolean
  /** For counts, settings and filters beside the page's content: the offline banner ignores their age. */
  supporting?: boolean
}

export interface CallResult<T> {
  /** The last data, also during a refetch and after a failed one. */
  data: T | undefined
  error: ApiError | null
  /** Neither data nor error yet. */
  isPending: boolean
  isFetching: boolean
  /** Resolves with whether the refetch succeeded. */
  refetch(): Promise<boolean>
}

/** Hook for the response of a read-only call. A call that requires a login is sent once the user has logged in. */
export function useCall<N extends GetName>(
  name: N,
  input: CallInput<N>,
  {
    enabled = true,
    fresh = false,
    supporting,
    staleTime,
    refetchInterval = false,
    refetchOnWindowFocus = false,
  }: UseCallOptions = {},
): CallResult<CallData<N>> {
  const scope = useScope()
  const key: query.ResponseKey = fresh ? [scope, name, input, 'fresh'] : [scope, name, input]
  const load: query.Load = (signal) => readCall(name, input, signal)
  const { data, error, fetching } = useAnswer<CallData<N>>(key, {
    load,
    enabled: enabled && canSendCall(name, scope),
    staleTime: fresh ? 0 : (staleTime ?? staleTimeDefault),
    interval: refetchInterval,
    onFocus: refetchOnWindowFocus,
    supporting,
  })
  return {
    data,
    error,
    isPending: data === undefined && error === null,
    isFetching: fetching !== null,
    refetch: () => query.requestResponse(key, load, 'load', data !== undefined),
  }
}

type AnswerOptions = Omit<query.Watcher, 'changed' | 'page'> & Pick<UseCallOptions, 'supporting'>

/** Hook for the cached response of a key, which is kept up to date while the component is mounted. */
export function useAnswer<T>(
  key: query.ResponseKey,
  { supporting, ...options }: AnswerOptions,
): query.ResponseState<T> {
  const hash = query.hashOf(key)
  const here = use(PageContext)?.key
  const page = supporting ? undefined : here
  const { enabled, staleTime, interval, onFocus } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash identifies the key and its load function
  const subscribe = useCallback(
    (changed: () => void) => query.watchResponse(key, { ...options, page, changed }),
    [hash, enabled, staleTime, interval, onFocus, page],
  )
  const newest = useSyncExternalStore(subscribe, () => query.stateOf(hash)) as query.ResponseState<T>
  const late = useDeferredValue(newest)
  // Renders the first content in slices, because rendering a whole page at once blocks a slow phone. Later content, and
  // content that is in memory already, is rendered at once.
  const isFirst = newest.data !== undefined && late.data === undefined && late.error === null
  const answer = isFirst ? late : newest
  // Reports the request as started, although it starts right after this render, so that the page does not flicker.
  const starting = enabled && answer.data === undefined && answer.error === null
  return starting && !answer.fetching ? { ...answer, fetching: 'load' } : answer
}

export function useScope(): string {
  return useSyncExternalStore(subscribeToken, sessionScope)
}

/** Returns whether the call may be sent in this scope. Throws for a GET that writes, which must not be cached. */
export function canSendCall(name: StudentCallName, scope: string): boolean {
  if (writeModeOf(name)) throw new Error(`${name} writes: use useAction`)
  return isGuestCall(name) || scope !== 'guest'
}
