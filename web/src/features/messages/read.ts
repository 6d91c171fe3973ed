import type { MessageKind } from '@dxx/contract/calls/messages'
import { changeAnswers, invalidateCalls } from '../../api/use-call'
import { parsePageUrl } from '../../router/page-url'
import { routeOf } from '../../router/routes'

interface Which {
  id?: string
  kind?: MessageKind
}

/** Shows messages as read before the server confirms it. Returns the undo function. */
export function markReadLocally({ id, kind }: Which): () => void {
  return changeAnswers('GET /v1/user_message', (page) => ({
    ...page,
    list: page.list.map((message) =>
      (id === undefined || message.id === id) && (kind === undefined || message.kind === kind)
        ? { ...message, read: true }
        : message,
    ),
  }))
}

/** Refreshes the unread badges. */
export const refreshUnread = () => invalidateCalls('GET /v1/message_unread', 'GET /v1/message_kinds')

/** Returns the page a message opens, or null if its link is not a page of this version. */
export function linkTarget(link: string): string | null {
  if (!link) return null
  const place = parsePageUrl(link)
  return routeOf(place.path) ? `#/${place.path}${place.search ? `?${place.search}` : ''}` : null
}
