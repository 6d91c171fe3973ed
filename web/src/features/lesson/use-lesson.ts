import type { Chapter } from '@dxx/contract/calls/study'
import { useEffect } from 'react'
import type { ApiError } from '../../api/error'
import { useCall } from '../../api/use-call'
import { rememberOpened } from '../offline/recent-chapters'
import { useOfflineAnswer } from '../offline/use-offline-answer'

export interface Lesson {
  data: Chapter | undefined
  /** Why the lesson cannot be shown. */
  error: ApiError | null
  /** Whether the offline copy is shown because there is no network. */
  offline: boolean
  retry(): void
}

/** Loads a lesson from the server, or its offline copy if the server cannot be reached. */
export function useLesson(id: string): Lesson {
  // Never read from the cache: the position may have changed on another device.
  const query = useCall('GET /v1/view_chapter', { id }, { fresh: true, staleTime: Number.POSITIVE_INFINITY })
  const { data } = query
  useEffect(() => {
    if (data) void rememberOpened(data)
  }, [data])
  const unreachable = !data && query.error !== null && !query.error.decided
  const offlineCopy = useOfflineAnswer<Chapter>(id, unreachable)
  return {
    data: data ?? offlineCopy ?? undefined,
    error: unreachable && offlineCopy === undefined ? null : query.error,
    offline: !data && Boolean(offlineCopy),
    retry: () => void query.refetch(),
  }
}
