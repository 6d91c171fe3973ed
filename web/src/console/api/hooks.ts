import { Code } from '@dxx/contract/envelope'
import type { StaffName } from '@dxx/contract/staff-calls'
import { staffWritesOf } from '@dxx/contract/staff-meta'
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { actionKey, forgetActionKey } from '../../api/action-keys'
import { ApiError } from '../../api/error'
import { toast } from '../../state/flash'
import { callStaff, type Data, type Input } from './client'
import { isFinal } from './final-error'
import { consoleToken } from './token'

export type StaffGet = Extract<StaffName, `GET ${string}`>
export type StaffPost = Extract<StaffName, `POST ${string}`>

/** Reloads the permissions after a call was refused for lack of one: a grant may have ended or been revoked. */
const lookAgain = (error: Error) => {
  if (error instanceof ApiError && error.code === Code.permission)
    void queries.invalidateQueries({ queryKey: ['GET /staff/v1/me'] })
}

/** Responses are cached in memory only: users' personal data must not stay on the staff member's device. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => queryKey[0] !== 'GET /staff/v1/me' && lookAgain(error),
  }),
  mutationCache: new MutationCache({ onError: lookAgain }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.name === 'network',
    },
  },
})
consoleToken.subscribe(() => queries.clear())

type Options<N extends StaffGet> = Pick<
  UseQueryOptions<Data<N>, ApiError>,
  'enabled' | 'refetchInterval' | 'refetchIntervalInBackground' | 'staleTime' | 'placeholderData'
>

/** Response of a GET call. */
export function useStaff<N extends StaffGet>(name: N, input: Input<N>, options: Options<N> = {}) {
  return useQuery<Data<N>, ApiError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => callStaff(name, input, { signal }),
    ...options,
  })
}

/** GET calls that return one page of a list. */
export type PagedName = {
  [N in StaffGet]: Data<N> extends { list: unknown[]; next: string | null; total: number } ? N : never
}[StaffGet]
export type ItemOf<N extends PagedName> = Data<N> extends { list: (infer T)[] } ? T : never

/** Rows per page. */
const pageSize = 50

export interface PagedList<T> {
  rows: T[]
  /** Undefined until the first page has arrived. */
  total: number | undefined
  error: ApiError | null
  isPending: boolean
  /** The rows belong to the previous filters; the rows of the new filters are still loading. */
  isOld: boolean
  hasMore: boolean
  isLoadingMore: boolean
  /** The next page failed to load; the rows loaded so far stay. */
  moreFailed: boolean
  loadMore(): void
  refetch(): void
}

/** List that grows page by page. The rows of the previous filters stay until the new ones arrive. */
export function useStaffList<N extends PagedName>(
  name: N,
  input: Omit<Input<N>, 'after' | 'limit'>,
  { enabled = true }: { enabled?: boolean } = {},
): PagedList<ItemOf<N>> {
  type Page = { list: ItemOf<N>[]; next: string | null; total: number }
  const query = useInfiniteQuery({
    queryKey: [name, input, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...input, after: pageParam ?? undefined, limit: pageSize } as Input<N>
      return (await callStaff(name, page, { signal })) as unknown as Page
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    enabled,
  })
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap(({ list }) => list) ?? [], [pages])
  return {
    rows,
    total: pages?.[0]?.total,
    error: query.error as ApiError | null,
    isPending: query.isPending,
    isOld: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    refetch: () => void query.refetch(),
  }
}

export interface ActionOptions<N extends StaffPost> {
  /** GET calls whose responses the action changes; they are loaded again after it. */
  changes?: StaffGet[]
  onDone?(data: Data<N>, input: Input<N>): void
  /** Called instead of showing a toast with the error's msg. */
  onError?(error: ApiError): void
}

/** Staff action. A retry after a network error is the same action, see `actionKey`. */
export function useStaffAction<N extends StaffPost>(name: N, options: ActionOptions<N> = {}) {
  const { mutateAsync, isPending } = useMutation<Data<N>, ApiError, Input<N>>({
    mutationFn: async (input) => {
      const keyed = staffWritesOf(name) === 'keyed'
      try {
        const data = await callStaff(name, input, keyed ? { idempotencyKey: actionKey(name, input) } : {})
        forgetActionKey(name, input)
        return data
      } catch (error) {
        if (error instanceof ApiError && isFinal(error)) forgetActionKey(name, input)
        throw error
      }
    },
    onSuccess: async (data, input) => {
      options.onDone?.(data, input)
      await Promise.all((options.changes ?? []).map((changed) => queries.invalidateQueries({ queryKey: [changed] })))
    },
    onError: (error) => {
      // If the user closed the proof dialog or sees the login page, no further message is needed.
      if (isSeen(error)) return
      if (options.onError) options.onError(error)
      else toast(error.msg)
    },
  })
  // A ref, because the second click of a double click comes before the render that would show a changed state.
  const busy = useRef(false)
  return {
    running: isPending,
    /** Resolves with the data, or with undefined if the call failed or another run is in progress. */
    run: async (input: Input<N>): Promise<Data<N> | undefined> => {
      if (busy.current) return undefined
      busy.current = true
      return mutateAsync(input)
        .catch(() => undefined)
        .finally(() => {
          busy.current = false
        })
    },
  }
}

const isSeen = (error: ApiError) => error.name === 'proof-required' || error.shown
