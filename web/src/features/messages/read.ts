import type { MessageKind } from '@dxx/contract/calls/messages'
import { changeAnswers, invalidateCalls } from '../../api/use-call'
import { parsePlace } from '../../router/place'
import { routeOf } from '../../routes'

interface Which {
  id?: string
  kind?: MessageKind
}

/** Shows messages as read before the server has said so; answers the way back. */
export function showRead({ id, kind }: Which): () => void {
  return changeAnswers('GET /v1/user_message', (page) => ({
    ...page,
    list: page.list.map((message) =>
      (id === undefined || message.id === id) && (kind === undefined || message.kind === kind)
        ? { ...message, read: true }
        : message,
    ),
  }))
}

/** Badges everywhere follow. */
export const unreadChanged = () => invalidateCalls('GET /v1/message_unread', 'GET /v1/message_kinds')

/** The page that a message opens; null where its link names none of ours (from an older or a newer version). */
export function placeOf(link: string): string | null {
  if (!link) return null
  const place = parsePlace(link)
  return routeOf(place.path) ? `#/${place.path}${place.search ? `?${place.search}` : ''}` : null
}
