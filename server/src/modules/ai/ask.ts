import { setTimeout } from 'node:timers/promises'
import type { AiMode, ai } from '@dxx/contract/calls/ai'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type * as z from 'zod'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import type { About } from '../../db/schema/ai'
import { inTransaction } from '../../db/transaction'
import { hasRunningExam } from '../exams/public'
import { conversationOf, dailyQuestions, type TurnRow, turnOf, turnsOf } from './queries'
import { type QuestionContext, questionContext } from './question-context'
import { rewriteQuery } from './rewrite-query'
import { shorten } from './sources'

type Input = z.output<(typeof ai)['POST /v1/ai_ask']['input']>
export type AskCtx = Ctx<'user'> & { signal: AbortSignal }

export interface NewTurn {
  row: TurnRow
  conversationUid: string
  about: QuestionContext
  /** Earlier turns of this conversation. */
  before: TurnRow[]
}

/** Stores the question before the answer is written; a repeated request is found by its key. */
export async function beginAiTurn(ctx: AskCtx, input: Input): Promise<NewTurn> {
  const { db, user, clock, config } = ctx
  const now = clock.now()
  if (await hasRunningExam(db, user.id, now)) fail('ai-closed')
  const known = await knownTurn(db, user.id, input, now)
  if (known && (!input.retry || turnOf(known, now).state === 'running')) fail('ai-repeated')
  if (known) return beginAgain(ctx, known)

  const found = input.conversationId
    ? ((await conversationOf(db, user.id, input.conversationId)) ?? fail('ai-conversation-not-found'))
    : null
  const before = found ? await turnsOf(db, found.id) : []
  const { mode } = input
  if (mode === 'guide' && !ctx.ai) fail('ai-needs-model')
  const subject = subjectOf(input)
  // Hints and explanations continue the last question; `guide` may also begin a conversation.
  const starts = mode === 'ask' || subject !== null || (mode === 'guide' && before.length === 0 && input.text !== '')
  const last = starts ? undefined : (before.at(-1) ?? fail('ai-nothing-before'))
  const subjectOfTurn: About = last ? last.about : (subject ?? {})
  const about = await questionContext({ db, storage: ctx.storage, userId: user.id, now }, subjectOfTurn)
  if (mode === 'why' && about.given === '') fail('ai-not-answered')
  const question = input.text || questionFor(mode, subjectOfTurn)
  const topic = last ? last.topic : await topicOf(db, input.text, about, before)
  const daily = await dailyQuestions(db, config)
  const row = await inTransaction(db, async (tx) => {
    await takeQuota(tx, user.id, daily, now)
    const conversation =
      found ?? (await addConversation(tx, user.id, shorten(input.text || `${question} ${about.quote}`.trim(), 30), now))
    await tx.updateTable('ai_conversations').set({ updated_at: now }).where('id', '=', conversation.id).execute()
    const added = await tx
      .insertInto('ai_turns')
      .values({
        uid: input.key,
        conversation_id: conversation.id,
        mode,
        question,
        quote: subject ? about.quote : '',
        topic,
        about: JSON.stringify(subjectOfTurn),
        created_at: now,
        started_at: now,
      })
      .onConflict((conflict) => conflict.column('uid').doNothing())
      .returningAll()
      .executeTakeFirst()
    // If no row was added, another device or another user has already used the key.
    return { ...(added ?? fail('ai-repeated')), conversationUid: conversation.uid }
  })
  return { row, conversationUid: row.conversationUid, about, before }
}

/**
 * How long a request waits until an answer that the user has just stopped is stored, and the milliseconds between two
 * checks.
 */
const storing = { most: 5000, every: 250 }

/** Returns the turn with the key of a request. For a repetition, waits for the stopped answer to be stored. */
async function knownTurn(db: Db, userId: number, { key, retry }: Input, now: number) {
  const since = performance.now()
  for (;;) {
    const known = await turnOfUser(db, userId, key)
    const waits = known && retry && turnOf(known, now).state === 'running'
    if (!waits || performance.now() - since > storing.most) return known
    await setTimeout(storing.every)
  }
}

/** Passage, question, program or lesson that the user asks about; null if there is none. */
function subjectOf({ passage, questionId, code, lesson }: Input): About | null {
  if (passage) return { passage }
  if (questionId) return { questionId }
  if (code) return { code }
  return lesson ? { lesson } : null
}

const questions: Record<AiMode, string> = {
  ask: '请解释这段内容',
  hint: '再给个提示',
  guide: '引导我想',
  explain: '完整讲解',
  practice: '出 3 道练习',
  why: '我为什么做错了？',
  smaller: '先来一道小一点的题',
}

/** Text of a question for which the user typed nothing. */
function questionFor(mode: AiMode, { questionId, code, lesson }: About): string {
  if (mode !== 'ask') return questions[mode]
  return questionId ? '讲讲这道题' : code ? '解释这个程序的结果' : lesson ? '这里在讲什么？' : questions.ask
}

/** Text to search for: the user's words, the subject they refer to, and the topic of the conversation. */
async function topicOf(db: Db, text: string, { topic }: QuestionContext, before: readonly TurnRow[]): Promise<string> {
  if (topic) return [text, topic].filter(Boolean).join('\n')
  return rewriteQuery(
    db,
    text,
    before.map((turn) => turn.topic),
  )
}

async function addConversation(tx: Db, userId: number, title: string, now: number) {
  return tx
    .insertInto('ai_conversations')
    .values({ user_id: userId, title, created_at: now, updated_at: now })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
}

async function beginAgain(
  { db, user, clock, config, storage }: AskCtx,
  known: TurnRow & { conversationUid: string },
): Promise<NewTurn> {
  const now = clock.now()
  const about = await questionContext({ db, storage, userId: user.id, now }, known.about)
  const daily = await dailyQuestions(db, config)
  const row = await inTransaction(db, async (tx) => {
    await takeQuota(tx, user.id, daily, now)
    return tx
      .updateTable('ai_turns')
      .set({ state: 'running', answer: '', html: '', sources: '[]', started_at: now })
      .where('id', '=', known.id)
      .where('started_at', '=', known.started_at)
      .returningAll()
      .executeTakeFirst()
  })
  const before = (await turnsOf(db, known.conversation_id)).filter(({ id }) => id < known.id)
  return { row: row ?? fail('ai-repeated'), conversationUid: known.conversationUid, about, before }
}

function turnOfUser(db: Db, userId: number, uid: string) {
  return db
    .selectFrom('ai_turns as t')
    .innerJoin('ai_conversations as c', 'c.id', 't.conversation_id')
    .selectAll('t')
    .select('c.uid as conversationUid')
    .where('t.uid', '=', uid)
    .where('c.user_id', '=', userId)
    .executeTakeFirst()
}

/** Counts one question of the daily quota; the row update resolves races between devices. */
async function takeQuota(db: Db, userId: number, daily: number, now: number): Promise<void> {
  const { rows } = await sql`
    insert into ai_quota (user_id, day, used) values (${userId}, ${formatDate(now)}::date, 1)
    on conflict (user_id, day) do update set used = ai_quota.used + 1 where ai_quota.used < ${daily}
    returning used`.execute(db)
  if (rows.length === 0) fail('ai-quota')
}

/** Refunds a question that was not answered. */
export async function giveBack(db: Db, userId: number, now: number): Promise<void> {
  await sql`
    update ai_quota set used = greatest(0, used - 1)
    where user_id = ${userId} and day = ${formatDate(now)}::date`.execute(db)
}
