import type { Unread } from '@dxx/contract/calls/messages'
import { useCall } from './use-call'

/** Frequent enough for a badge, rare enough for a phone's battery. */
const pollEvery = 60_000

/** Unread counts, kept up to date while visible; undefined for guests and until loaded. */
export function useUnread(): Unread | undefined {
  return useCall(
    'GET /v1/message_unread',
    {},
    { refetchInterval: pollEvery, refetchOnWindowFocus: true, supporting: true },
  ).data
}
