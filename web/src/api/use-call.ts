import type { DataOf, InputOf } from '@dxx/contract/call'
import type { AllCalls, Name } from '@dxx/contract/calls'
import { isOpen, writesOf } from '@dxx/contract/meta'
import { useCallback, useSyncExternalStore } from 'react'
import { sessionScope } from '../state/owner'
import { subscribeToken } from '../state/token'
import type { ApiError } from './error'
import * as query from './query'
import { readCall } from './read-call'

export type GetName = Extract<Name, `GET ${string}`>
export type Input<N extends Name> = InputOf<AllCalls[N]>
export type Data<N extends Name> = DataOf<AllCalls[N]>

/** The key that a call's answer is cached under for who is logged in now. */
export function answerKey<N extends GetName>(name: N, input: Input<N>): query.Key {
  return [sessionScope(), name, input]
}

/** Marks the answers of these calls as out of date: those on screen are fetched again, the others when next shown. */
export async function invalidateCalls(...names: GetName[]): Promise<void> {
  await Promise.all(names.map((name) => query.invalidate(name)))
}

/**
 * Shows what an action will bring about before the server has answered, in all cached answers of a call (of a list: in
 * each page). Answers the way back, for when the action fails; once it is done, `invalidateCalls` fetches the truth.
 */
export function changeAnswers<N extends GetName>(
  name: N,
  change: (data: Data<N>, input: Input<N>) => Data<N>,
): () => void {
  return query.changeAnswers(name, change as (data: unknown, input: unknown) => unknown)
}

/** Milliseconds for which an answer is shown again without being asked for again. */
export const staleTimeDefault = 30_000

export interface UseCallOptions {
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number | false
  refetchOnWindowFocus?: boolean
  /** Never shows an earlier answer first: for what is decided on, such as a permission or the state of a payment. */
  fresh?: boolean
}

export interface CallResult<T> {
  /** Stays while it is fetched again, and when that fails. */
  data: T | undefined
  error: ApiError | null
  /** Neither data nor error yet. */
  isPending: boolean
  isFetching: boolean
  /** Resolves with whether an answer came. */
  refetch(): Promise<boolean>
}

/** The answer of a call that only reads. A guest's page may use calls that need a login: they wait until there is one. */
export function useCall<N extends GetName>(
  name: N,
  input: Input<N>,
  {
    enabled = true,
    fresh = false,
    staleTime,
    refetchInterval = false,
    refetchOnWindowFocus = false,
  }: UseCallOptions = {},
): CallResult<Data<N>> {
  const scope = useScope()
  const key: query.Key = fresh ? [scope, name, input, 'fresh'] : [scope, name, input]
  const load: query.Load = (signal) => readCall(name, input, signal)
  const { data, error, fetching } = useAnswer<Data<N>>(key, {
    load,
    enabled: enabled && mayAsk(name, scope),
    staleTime: fresh ? 0 : (staleTime ?? staleTimeDefault),
    interval: refetchInterval,
    onFocus: refetchOnWindowFocus,
  })
  return {
    data,
    error,
    isPending: data === undefined && error === null,
    isFetching: fetching !== null,
    refetch: () => query.ask(key, load, 'load', data !== undefined),
  }
}

/** The cached answer under a key, kept current while somebody looks at it. */
export function useAnswer<T>(key: query.Key, options: Omit<query.Watcher, 'changed'>): query.Answer<T> {
  const hash = query.hashOf(key)
  const { enabled, staleTime, interval, onFocus } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the key and what is loaded for it
  const subscribe = useCallback(
    (changed: () => void) => query.watch(key, { ...options, changed }),
    [hash, enabled, staleTime, interval, onFocus],
  )
  const answer = useSyncExternalStore(subscribe, () => query.stateOf(hash)) as query.Answer<T>
  // It is asked for right after this render: a page must not flicker over the moment in between.
  const starting = enabled && answer.data === undefined && answer.error === null
  return starting && !answer.fetching ? { ...answer, fetching: 'load' } : answer
}

export function useScope(): string {
  return useSyncExternalStore(subscribeToken, sessionScope)
}

/** Guards against caching a GET that writes, and against asking as a guest what needs a login. */
export function mayAsk(name: Name, scope: string): boolean {
  if (writesOf(name)) throw new Error(`${name} writes: use useAction`)
  return isOpen(name) || scope !== 'guest'
}
