import type { messages } from '@dxx/contract/calls/messages'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import type { Handlers } from '../../context'
import { countMessages, messagesOf } from './queries'
import { saveSettings, settingsOf } from './settings'

const newestFirst = { key: sql<number>`created_at`, uid: sql<string>`uid` }

export const handlers: Pick<
  Handlers<typeof messages>,
  'GET /v1/user_message' | 'GET /v1/notify_settings' | 'POST /v1/notify_settings'
> = {
  'GET /v1/notify_settings': ({ db, user }) => settingsOf(db, user.id),

  'POST /v1/notify_settings': async ({ db, user }, settings) => {
    await saveSettings(db, user.id, settings)
    return settingsOf(db, user.id)
  },

  'GET /v1/user_message': async ({ db, user }, { kind, ...paging }) => {
    const rows = await pageOfQuery(messagesOf(db, user.id, kind), newestFirst, paging).execute()
    return pageOfRows(rows, await countMessages(db, user.id, kind), paging, (row) => row)
  },
}
