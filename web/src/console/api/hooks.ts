import { ResponseCode } from '@dxx/contract/envelope'
import type { StaffCallName } from '@dxx/contract/staff-calls'
import { staffWriteModeOf } from '@dxx/contract/staff-meta'
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
import { callStaff, type StaffData, type StaffInput } from './client'
import { isFinalError } from './final-error'
import { consoleToken } from './token'

export type StaffGet = Extract<StaffCallName, `GET ${string}`>
export type StaffPost = Extract<StaffCallName, `POST ${string}`>

/** Reloads the permissions after a call was refused for lack of one: a grant may have ended or been revoked. */
const lookAgain = (error: Error) => {
  if (error instanceof ApiError && error.code === ResponseCode.permission)
    void staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/me'] })
}

/** Responses are cached in memory only: users' personal data must not stay on the staff member's device. */
export const staffQueryClient = new QueryClient({
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
consoleToken.subscribe(() => staffQueryClient.clear())

type Options<N extends StaffGet> = Pick<
  UseQueryOptions<StaffData<N>, ApiError>,
  'enabled' | 'refetchInterval' | 'refetchIntervalInBackground' | 'staleTime' | 'placeholderData'
>

/** Response of a GET call. */
export function useStaffCall<N extends StaffGet>(name: N, input: StaffInput<N>, options: Options<N> = {}) {
  return useQuery<StaffData<N>, ApiError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => callStaff(name, input, { signal }),
    ...options,
  })
}

/** GET calls that return one page of a list. */
export type PagedName = {
  [N in StaffGet]: StaffData<N> extends { list: unknown[]; next: string | null; total: number } ? N : never
}[StaffGet]
export type ItemOf<N extends PagedName> = StaffData<N> extends { list: (infer T)[] } ? T : never

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
  input: Omit<StaffInput<N>, 'after' | 'limit'>,
  { enabled = true }: { enabled?: boolean } = {},
): PagedList<ItemOf<N>> {
  type Page = { list: ItemOf<N>[]; next: string | null; total: number }
  const query = useInfiniteQuery({
    queryKey: [name, input, 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const page = { ...input, after: pageParam ?? undefined, limit: pageSize } as StaffInput<N>
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
  onDone?(data: StaffData<N>, input: StaffInput<N>): void
  /** Called instead of showing a toast with the error's msg. */
  onError?(error: ApiError): void
}

/** Staff action. A retry after a network error is the same action, see `actionKey`. */
export function useStaffAction<N extends StaffPost>(name: N, options: ActionOptions<N> = {}) {
  const { mutateAsync, isPending } = useMutation<StaffData<N>, ApiError, StaffInput<N>>({
    mutationFn: async (input) => {
      const keyed = staffWriteModeOf(name) === 'keyed'
      try {
        const data = await callStaff(name, input, keyed ? { idempotencyKey: actionKey(name, input) } : {})
        forgetActionKey(name, input)
        return data
      } catch (error) {
        if (error instanceof ApiError && isFinalError(error)) forgetActionKey(name, input)
        throw error
      }
    },
    onSuccess: async (data, input) => {
      options.onDone?.(data, input)
      await Promise.all(
        (options.changes ?? []).map((changed) => staffQueryClient.invalidateQueries({ queryKey: [changed] })),
      )
    },
    onError: (error) => {
      // If the user closed the proof dialog or sees the login page, no further message is shown.
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
    run: async (input: StaffInput<N>): Promise<StaffData<N> | undefined> => {
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
