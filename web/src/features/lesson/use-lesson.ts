import type { Chapter } from '@dxx/contract/calls/study'
import type { ApiError } from '../../api/error'
import { useCall } from '../../api/use-call'
import { useOfflineAnswer } from '../offline/use-offline-answer'

export interface Lesson {
  data: Chapter | undefined
  /** Why it cannot be shown. */
  error: ApiError | null
  /** Shown from this device because the network is gone. */
  offline: boolean
  retry(): void
}

/** A lesson from the server, or from this device when the server cannot be reached. */
export function useLesson(id: string): Lesson {
  // Never an earlier answer: the place to go on from may have moved on another device.
  const asked = useCall('GET /v1/view_chapter', { id }, { fresh: true, staleTime: Number.POSITIVE_INFINITY })
  const unreachable = !asked.data && asked.error !== null && !asked.error.decided
  const kept = useOfflineAnswer<Chapter>(id, unreachable)
  return {
    data: asked.data ?? kept ?? undefined,
    error: unreachable && kept === undefined ? null : asked.error,
    offline: !asked.data && Boolean(kept),
    retry: () => void asked.refetch(),
  }
}
