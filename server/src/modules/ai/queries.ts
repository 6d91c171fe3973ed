import type { AiTurn } from '@dxx/contract/calls/ai'
import { formatDate } from '@dxx/contract/rules/time-from'
import { type Selectable, sql } from 'kysely'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import type { AiSchema } from '../../db/schema/ai'
import { siteOption } from '../content/public'

export type TurnRow = Selectable<AiSchema['ai_turns']>

/** Seconds after which an unfinished turn counts as failed, because its server must have stopped. */
const longestAnswer = 300

export const turnOf = (row: TurnRow, now: number): AiTurn => ({
  id: row.uid,
  mode: row.mode,
  question: row.question,
  quote: row.quote,
  text: row.answer,
  html: row.html,
  sources: row.sources,
  held: row.held,
  generated: row.generated,
  dropped: row.dropped,
  state: row.state === 'running' && now - row.started_at > longestAnswer ? 'failed' : row.state,
  createdAt: row.created_at,
})

export function conversationOf(db: Db, userId: number, uid: string) {
  return db
    .selectFrom('ai_conversations')
    .select(['id', 'uid', 'title', 'updated_at as updatedAt'])
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export function turnsOf(db: Db, conversationId: number): Promise<TurnRow[]> {
  return db.selectFrom('ai_turns').selectAll().where('conversation_id', '=', conversationId).orderBy('id').execute()
}

/** Questions that a user may ask per day. */
export const dailyQuestions = async (db: Db, config: Config) =>
  Number(await siteOption(db, 'ai-daily-questions', config))

export async function usedToday(db: Db, userId: number, now: number): Promise<number> {
  const row = await db
    .selectFrom('ai_quota')
    .select('used')
    .where('user_id', '=', userId)
    .where(sql<boolean>`day = ${formatDate(now)}::date`)
    .executeTakeFirst()
  return row?.used ?? 0
}
