import { MessageKind, type messages, type Unread } from '@dxx/contract/calls/messages'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { latestByKind, markRead, unreadByKind } from '../messages/public'
import { countUnreadSupport, readLastSupportMessage } from '../support/public'

async function unreadOf(db: Db, userId: number): Promise<Unread> {
  const counts: Unread = {
    system: 0,
    order: 0,
    study: 0,
    social: 0,
    cs: await countUnreadSupport(db, userId),
    total: 0,
  }
  for (const { kind, count } of await unreadByKind(db, userId)) counts[kind] = count
  const { system, order, study, social, cs } = counts
  return { ...counts, total: system + order + study + social + cs }
}

/** Message calls whose responses also count unread customer service messages. */
export const messageHandlers: Omit<
  Handlers<typeof messages>,
  'GET /v1/user_message' | 'GET /v1/notify_settings' | 'POST /v1/notify_settings'
> = {
  'GET /v1/message_read': async ({ db, user, clock }, which) => {
    await markRead(db, user.id, which, clock.now())
    return unreadOf(db, user.id)
  },

  'GET /v1/message_unread': ({ db, user }) => unreadOf(db, user.id),

  'GET /v1/message_kinds': async ({ db, user }) => {
    const latest = await latestByKind(db, user.id)
    return {
      unread: await unreadOf(db, user.id),
      kinds: MessageKind.options.map((kind) => ({ kind, latest: latest.find((one) => one.kind === kind) ?? null })),
      cs: await readLastSupportMessage(db, user.id),
    }
  },
}
