import type { ApiError } from '../../api/error'
import type { PagedList } from './hooks'

interface WholeQuery {
  error: ApiError | null
  isPending: boolean
  refetch(): unknown
}

/** Wraps a response that holds all rows at once as a paged list with a single page. */
export function wholeList<T>(query: WholeQuery, rows: T[] | undefined): PagedList<T> {
  return {
    rows: rows ?? [],
    total: rows?.length,
    error: query.error,
    isPending: query.isPending,
    isOld: false,
    hasMore: false,
    isLoadingMore: false,
    moreFailed: false,
    loadMore: () => {},
    refetch: () => void query.refetch(),
  }
}
