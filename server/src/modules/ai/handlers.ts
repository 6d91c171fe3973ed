import type { ai } from '@dxx/contract/calls/ai'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { countRows } from '../../db/count-rows'
import { hasRunningExam } from '../exams/public'
import { streamAiAnswer } from './answer'
import { beginAiTurn } from './ask'
import { spentScope } from './budget'
import { exportText } from './export'
import { conversationOf, dailyQuestions, turnOf, turnsOf, usedToday } from './queries'

const newestFirst = { key: sql<number>`updated_at`, uid: sql<string>`uid` }

/** Whether a conversation contains all words of a keyword, in its title, a question, a quote or an answer. */
function mentions(keyword: string) {
  const words = keyword.split(/\s+/).slice(0, 5)
  return sql<boolean>`(${sql.join(
    words.map((word) => {
      const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      return sql`(title ilike ${like} or exists (select from ai_turns t where t.conversation_id = ai_conversations.id
        and (t.question ilike ${like} or t.quote ilike ${like} or t.answer ilike ${like})))`
    }),
    sql` and `,
  )})`
}

export const handlers: Handlers<typeof ai> = {
  'GET /v1/ai_status': async ({ db, user, clock, config, ai: model }) => {
    const quota = await dailyQuestions(db, config)
    return {
      generates: model !== null,
      quota,
      left: Math.max(0, quota - (await usedToday(db, user.id, clock.now()))),
      closed: await hasRunningExam(db, user.id, clock.now()),
      spent: model && (await spentScope(db, user.id, clock.now(), config.ai)),
    }
  },

  'GET /v1/ai_conversations': async ({ db, user }, { keyword, ...paging }) => {
    const all = db.selectFrom('ai_conversations').where('user_id', '=', user.id)
    const matching = keyword ? all.where(mentions(keyword)) : all
    const rows = await pageOfQuery(matching.select(['uid', 'title', 'updated_at']), newestFirst, paging).execute()
    const total = await countRows(matching)
    return pageOfRows(rows, total, paging, ({ uid, title, updated_at }) => ({ id: uid, title, updatedAt: updated_at }))
  },

  'GET /v1/ai_conversation': async ({ db, user, clock }, { id }) => {
    const found = (await conversationOf(db, user.id, id)) ?? fail('ai-conversation-not-found')
    const turns = await turnsOf(db, found.id)
    const { title, updatedAt } = found
    return { id, title, updatedAt, turns: turns.map((row) => turnOf(row, clock.now())) }
  },

  'POST /v1/ai_delete': async ({ db, user }, { id }) => {
    const deleted = await db
      .deleteFrom('ai_conversations')
      .where('uid', '=', id)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) fail('ai-conversation-not-found')
    return {}
  },

  'POST /v1/ai_delete_all': async ({ db, user }) => {
    const deleted = await db.deleteFrom('ai_conversations').where('user_id', '=', user.id).returning('id').execute()
    return { deleted: deleted.length }
  },

  'GET /v1/ai_export': async ({ db, user }, { id }) => {
    if (id && !(await conversationOf(db, user.id, id))) fail('ai-conversation-not-found')
    return exportText(db, user.id, id)
  },

  'POST /v1/ai_ask': async (ctx, input) => streamAiAnswer(ctx, await beginAiTurn(ctx, input)),
}
