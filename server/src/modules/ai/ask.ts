import type { AiEvent, ai } from '@dxx/contract/calls/ai'
import { formatDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { z } from 'zod'
import { AiError } from '../../adapters/ai/ai'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import { cacheShared } from '../../db/cache'
import type { Db } from '../../db/connection'
import type { About } from '../../db/schema/ai'
import { inTransaction } from '../../db/transaction'
import { recordExcerpts } from '../access/public'
import { hasRunningExam } from '../exams/public'
import { answerability } from './answerability'
import { answerFrom, explainAnswered, notAnswerable, quoteNearestPassage } from './extractive-answer'
import { promptOf } from './prompt'
import { conversationOf, dailyQuestions, type TurnRow, turnOf, turnsOf, usedToday } from './queries'
import { type QuestionContext, questionContext } from './question-context'
import { refreshQuestionTexts } from './question-texts'
import { finishedLength, renderAnswer } from './render'
import { type Passage, retrieve } from './retrieve'
import { shorten, sourcesOf } from './sources'

type Input = z.output<(typeof ai)['POST /v1/ai_ask']['input']>
export type AskCtx = Ctx<'user'> & { signal: AbortSignal }

const mostMaterials = 6
const mostHistory = 4

interface Begun {
  row: TurnRow
  conversationUid: string
  about: QuestionContext
  /** Earlier turns of this conversation. */
  before: TurnRow[]
}

/** Stores the question before it is answered; a repeated request is found by its key. */
export async function beginAiTurn(ctx: AskCtx, input: Input): Promise<Begun> {
  const { db, user, clock, config } = ctx
  const now = clock.now()
  if (await hasRunningExam(db, user.id, now)) fail('ai-closed')
  const known = await turnOfUser(db, user.id, input.key)
  if (known && (!input.retry || turnOf(known, now).state === 'running')) fail('ai-repeated')
  if (known) return beginAgain(ctx, known)

  const found = input.conversationId
    ? ((await conversationOf(db, user.id, input.conversationId)) ?? fail('ai-conversation-not-found'))
    : null
  const before = found ? await turnsOf(db, found.id) : []
  // A hint or an explanation continues the last question.
  const last =
    input.mode === 'ask' ? undefined : (before.findLast(({ mode }) => mode === 'ask') ?? fail('ai-nothing-before'))
  const asked: About = last ? last.about : { passage: input.passage, questionId: input.questionId }
  const about = await questionContext(db, user.id, asked, now)
  const question = input.text || (input.mode === 'ask' && input.questionId ? '讲讲这道题' : followUps[input.mode])
  const topic = last ? last.topic : [input.text, about.quote].filter(Boolean).join('\n')
  const daily = await dailyQuestions(db, config)
  const row = await inTransaction(db, async (tx) => {
    await takeQuota(tx, user.id, daily, now)
    const conversation =
      found ?? (await addConversation(tx, user.id, shorten(question + (input.text ? '' : about.quote), 30), now))
    await tx.updateTable('ai_conversations').set({ updated_at: now }).where('id', '=', conversation.id).execute()
    const added = await tx
      .insertInto('ai_turns')
      .values({
        uid: input.key,
        conversation_id: conversation.id,
        mode: input.mode,
        question,
        quote: input.mode === 'ask' ? about.quote : '',
        topic,
        about: JSON.stringify(asked),
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

const followUps = { ask: '请解释这段内容', hint: '再给个提示', explain: '完整讲解', practice: '出 3 道练习' }

async function addConversation(tx: Db, userId: number, title: string, now: number) {
  return tx
    .insertInto('ai_conversations')
    .values({ user_id: userId, title, created_at: now, updated_at: now })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
}

async function beginAgain(
  { db, user, clock, config }: AskCtx,
  known: TurnRow & { conversationUid: string },
): Promise<Begun> {
  const now = clock.now()
  const about = await questionContext(db, user.id, known.about, now)
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

/** Generates the answer and streams it. Stores the text so far also if the model fails or the user stops it. */
export async function* streamAiAnswer(ctx: AskCtx, begun: Begun): AsyncGenerator<AiEvent> {
  const { rootDb: db, user, clock, config, log, signal } = ctx
  const { row, conversationUid } = begun
  yield { type: 'start', conversationId: conversationUid, turn: turnOf(row, clock.now()) }

  let [text, told] = ['', 0]
  let state: TurnRow['state'] = 'done'
  const passages = await materials(ctx, begun)
  const holds = begun.about.text === '' ? answerability(passages, row.mode === 'practice') : 'yes'
  const model = holds === 'no' ? null : ctx.ai
  // Whether an answer without citations means that the materials contain no answer. Questions about a given text need
  // no citations.
  const judged = model !== null && begun.about.text === ''
  const shown = model || holds === 'yes' ? passages : passages.slice(0, 3)
  const sources = await sourcesOf(shown)
  await recordExcerpts(db, user.id, excerptsOf(shown, !model && row.mode === 'explain' ? 3 : 0), clock.now())
  try {
    for await (const piece of model
      ? model.write(promptFor(begun, passages), signal)
      : [retrieved(begun, passages.slice(0, sources.length), holds)]) {
      text += piece
      yield { type: 'text', text: piece }
      const finished = finishedLength(text)
      if (finished > told) {
        yield { type: 'block', html: await renderAnswer(text.slice(told, finished), sources) }
        told = finished
      }
    }
  } catch (error) {
    if (!signal.aborted && !(error instanceof AiError)) throw error
    if (!signal.aborted) log.warn({ err: error }, 'the model failed')
    state = signal.aborted ? 'stopped' : 'failed'
  } finally {
    // If the client has disconnected, this block runs without an error, because no event is pulled any more.
    if (signal.aborted) state = 'stopped'
    const kept = {
      answer: text,
      html: await renderAnswer(text, sources),
      sources,
      held: judged && state === 'done' ? sources.some(({ n }) => text.includes(`[${n}]`)) : holds === 'yes',
      generated: model !== null,
      state,
    }
    await db
      .updateTable('ai_turns')
      .set({ ...kept, sources: JSON.stringify(sources) })
      .where('id', '=', row.id)
      .execute()
    if (text === '') await giveBack(db, user.id, row.started_at)
    Object.assign(row, kept)
  }
  const left = Math.max(0, (await dailyQuestions(db, config)) - (await usedToday(db, user.id, clock.now())))
  yield { type: 'done', turn: turnOf(row, clock.now()), left }
}

/** The paragraphs that an answer quotes; the first `sections` passages are quoted with their whole section. */
const excerptsOf = (passages: Passage[], sections: number) =>
  passages.flatMap(({ kind, chapterUid, pid, text, shown }, i) => {
    if (kind !== 'paragraph' || !chapterUid) return []
    const quoted = i < sections ? shown : [{ pid, length: text.length }]
    return quoted
      .filter(({ length }) => length > 0)
      .map((one) => ({ chapterUid, pid: one.pid, from: 0, to: one.length }))
  })

async function materials(ctx: AskCtx, { row }: Begun): Promise<Passage[]> {
  const { rootDb: db, user, clock } = ctx
  await cacheShared(ctx, 'question texts', () => refreshQuestionTexts(db))
  const wanted = { userId: user.id, question: row.topic, now: clock.now(), most: mostMaterials }
  if (row.mode === 'practice' && !ctx.ai) return retrieve(db, { ...wanted, kinds: ['question'] })
  // Similar exercises would not explain the question asked about, so only paragraphs and notes are searched for it.
  return retrieve(db, row.about.questionId ? { ...wanted, kinds: ['paragraph', 'note'] } : wanted)
}

function promptFor({ row, about, before }: Begun, passages: Passage[]) {
  const history = before.filter(({ state }) => state === 'done').slice(-mostHistory)
  const asked = row.mode === 'ask' ? row.question : `${row.topic}\n（${row.question}）`
  return promptOf({ mode: row.mode, question: asked, about: about.text, passages, history })
}

function retrieved(
  { row, about, before }: Begun,
  passages: Passage[],
  holds: ReturnType<typeof answerability>,
): string {
  if (row.mode === 'explain' && about.told) return explainAnswered(about.told, passages)
  if (holds === 'no' || passages.length === 0) return notAnswerable(passages.length)
  if (holds === 'perhaps') return quoteNearestPassage(passages)
  return answerFrom(
    passages,
    row.mode,
    1 + before.filter(({ mode, topic }) => mode === 'hint' && topic === row.topic).length,
  )
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

/** Uses one question of the daily quota; the row update resolves races between devices. */
async function takeQuota(db: Db, userId: number, daily: number, now: number): Promise<void> {
  const { rows } = await sql`
    insert into ai_quota (user_id, day, used) values (${userId}, ${formatDate(now)}::date, 1)
    on conflict (user_id, day) do update set used = ai_quota.used + 1 where ai_quota.used < ${daily}
    returning used`.execute(db)
  if (rows.length === 0) fail('ai-quota')
}

/** Refunds a question that was not answered. */
async function giveBack(db: Db, userId: number, now: number): Promise<void> {
  await sql`
    update ai_quota set used = greatest(0, used - 1)
    where user_id = ${userId} and day = ${formatDate(now)}::date`.execute(db)
}
