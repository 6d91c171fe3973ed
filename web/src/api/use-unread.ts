import type { Unread } from '@dxx/contract/calls/messages'
import { useCall } from './use-call'

/** Polling interval in milliseconds: short enough for a badge, long enough to spare a phone's battery. */
const pollEvery = 60_000

/** Hook for the unread counts, polled while the page is visible; undefined for guests and until loaded. */
export function useUnread(): Unread | undefined {
  return useCall(
    'GET /v1/message_unread',
    {},
    { refetchInterval: pollEvery, refetchOnWindowFocus: true, supporting: true },
  ).data
}
