import { z } from 'zod'
import { call, calls, stream } from '../call'
import { Paging, pageOf } from '../paging'
import { Id, UnixSeconds } from '../shapes'

/** `ask` gives a hint first; `hint` one more, `explain` all of it, `practice` a few exercises about the last question. */
export const AiMode = z.enum(['ask', 'hint', 'explain', 'practice'])
export type AiMode = z.infer<typeof AiMode>

/** A place in the user's materials that an answer refers to as [n]. */
export const AiSource = z.object({
  n: z.int(),
  /** Short: 教材 3.1 第 4 段. */
  label: z.string(),
  /** What it belongs to: 数据结构与算法 · 3.1 栈：后进先出. */
  title: z.string(),
  /** How the passage begins; its formulas are drawn. */
  html: z.string(),
  /** The route that opens exactly this place. */
  link: z.string(),
})
export type AiSource = z.infer<typeof AiSource>

export const AiTurn = z.object({
  id: Id,
  mode: AiMode,
  question: z.string(),
  /** The passage that the question is about; empty for none. */
  quote: z.string(),
  /** The answer as it was written, for copying, and as it is shown. */
  text: z.string(),
  html: z.string(),
  sources: z.array(AiSource),
  /** Whether the materials hold an answer. Where they do not, `sources` are merely near. */
  held: z.boolean(),
  /** Written by a model; otherwise put together from the materials alone. */
  generated: z.boolean(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  createdAt: UnixSeconds,
})
export type AiTurn = z.infer<typeof AiTurn>

/** What an answer sends while it is being written. `block` is finished; `text` goes on at the end of what is not. */
export const AiEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), conversationId: Id, turn: AiTurn }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('block'), html: z.string() }),
  z.object({ type: z.literal('done'), turn: AiTurn, left: z.int() }),
])
export type AiEvent = z.infer<typeof AiEvent>

const conversation = { id: Id, title: z.string(), updatedAt: UnixSeconds }

export const ai = calls({
  'GET /v1/ai_status': call({
    access: 'user',
    source: 'added',
    summary: 'AI 助学现在能不能用',
    input: z.object({}),
    data: z.object({
      /** Whether a model writes the answers; otherwise they come from retrieval alone. */
      generates: z.boolean(),
      /** Questions a day, and how many are left today. */
      quota: z.int(),
      left: z.int(),
      /** Closed, since the user has an exam running. */
      closed: z.boolean(),
    }),
  }),
  'GET /v1/ai_conversations': call({
    access: 'user',
    source: 'added',
    summary: '我的 AI 对话，最近用过的在前',
    input: Paging,
    data: pageOf(z.object(conversation)),
  }),
  'GET /v1/ai_conversation': call({
    access: 'user',
    source: 'added',
    summary: '一段 AI 对话的全部内容',
    input: z.object({ id: Id }),
    data: z.object({ ...conversation, turns: z.array(AiTurn) }),
    errors: ['ai-conversation-not-found'],
  }),
  'POST /v1/ai_delete': call({
    access: 'user',
    source: 'added',
    writes: 'keyed',
    summary: '删除一段 AI 对话',
    input: z.object({ id: Id }),
    data: z.object({}),
    errors: ['ai-conversation-not-found'],
  }),
  'POST /v1/ai_ask': stream({
    access: 'user',
    source: 'added',
    // The key names the question: the same one is answered once. `retry` answers it anew.
    writes: 'natural',
    summary: '提问，答案边写边送：每行一个信封；断开连接就是停止',
    input: z
      .object({
        key: Id,
        conversationId: Id.optional(),
        mode: AiMode.default('ask'),
        text: z.string().trim().max(500, { error: '问题最多 500 个字' }).default(''),
        /** A passage selected in a reader. */
        passage: z
          .object({ chapterId: Id, pid: z.string().max(64).default(''), quote: z.string().trim().max(1000) })
          .optional(),
        /** A question to be explained, such as one answered wrong. */
        questionId: Id.optional(),
        /** Answers the turn of this key once more. */
        retry: z.boolean().default(false),
      })
      .refine(({ mode, text, passage, questionId }) => mode !== 'ask' || text !== '' || passage || questionId, {
        error: '想问什么？写下来试试',
      }),
    data: AiEvent,
    errors: [
      'ai-closed',
      'ai-quota',
      'ai-repeated',
      'ai-conversation-not-found',
      'ai-nothing-before',
      'curriculum-not-found',
      'question-not-found',
    ],
  }),
})
