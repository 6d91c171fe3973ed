import type { Unread } from '@dxx/contract/calls/messages'
import { useCall } from './use-call'

/** Often enough for a badge, seldom enough for a phone's battery. */
const pollEvery = 60_000

/** What is unread, kept current while somebody looks; undefined for guests and until it is known. */
export function useUnread(): Unread | undefined {
  return useCall('GET /v1/message_unread', {}, { refetchInterval: pollEvery, refetchOnWindowFocus: true }).data
}
