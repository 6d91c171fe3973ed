import * as z from 'zod'
import { call, calls, stream } from '../call'
import { CodeLanguage } from '../code'
import { Paging, pageOf } from '../paging'
import { Id, UnixSeconds } from '../shapes'

/**
 * `ask` returns a hint first; `hint` another hint, `explain` the full explanation, `practice` exercises on the last
 * question. `guide` guides the student by questions (needs a model). `why` explains the user's own wrong answer to a
 * question, `smaller` offers an easier question on the same topic.
 */
export const AiMode = z.enum(['ask', 'hint', 'guide', 'explain', 'practice', 'why', 'smaller'])
export type AiMode = z.infer<typeof AiMode>

/** A passage of the user's learning materials that an answer cites as [n]. */
export const AiSource = z.object({
  n: z.int(),
  /** Short form, such as 教材 3.1 第 4 段. */
  label: z.string(),
  /** Curriculum and chapter, such as 数据结构与算法 · 3.1 栈：后进先出. */
  title: z.string(),
  /** Beginning of the passage, with rendered formulas. */
  html: z.string(),
  /** Route that opens this passage. */
  link: z.string(),
})
export type AiSource = z.infer<typeof AiSource>

export const AiTurn = z.object({
  id: Id,
  mode: AiMode,
  question: z.string(),
  /** The passage the question refers to; empty if none. */
  quote: z.string(),
  /** The answer as source text, for copying; `html` is the rendered form. */
  text: z.string(),
  html: z.string(),
  sources: z.array(AiSource),
  /** Whether the learning materials contain an answer. If not, `sources` are only related passages. */
  held: z.boolean(),
  /** Whether a model wrote the answer; otherwise it is composed of passages only. */
  generated: z.boolean(),
  /** Number of sentences of the model that were removed, because no passage supports them. */
  dropped: z.int(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  createdAt: UnixSeconds,
})
export type AiTurn = z.infer<typeof AiTurn>

/** Event of a streamed answer. `text` extends the current block; `block` is its HTML once the block is complete. */
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
      /** Whether a model writes the answers; otherwise they come from retrieval only. */
      generates: z.boolean(),
      /** Questions per day; `left` is the number remaining today. */
      quota: z.int(),
      left: z.int(),
      /** Whether AI is disabled because the user has an exam attempt in progress. */
      closed: z.boolean(),
      /** Scope of the budget that is used up today; answers then come from retrieval only. */
      spent: z.enum(['user', 'site']).nullable(),
    }),
  }),
  'GET /v1/ai_conversations': call({
    access: 'user',
    source: 'added',
    summary: '我的 AI 对话，最近用过的在前；给出 keyword 时，只要标题、问题或回答里有它的',
    input: Paging.extend({ keyword: z.string().trim().max(50, { error: '最多 50 个字' }).default('') }),
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
  'POST /v1/ai_delete_all': call({
    access: 'user',
    source: 'added',
    writes: 'keyed',
    summary: '删除我的全部 AI 对话',
    input: z.object({}),
    data: z.object({ deleted: z.int() }),
  }),
  'GET /v1/ai_export': call({
    access: 'user',
    source: 'added',
    summary: '导出 AI 对话为 Markdown；给出 id 时只导出那一段',
    input: z.object({ id: Id.optional() }),
    data: z.object({ name: z.string(), text: z.string() }),
    errors: ['ai-conversation-not-found'],
  }),
  'POST /v1/ai_ask': stream({
    access: 'user',
    source: 'added',
    // The idempotency key identifies the question, which is answered once; `retry` answers it again.
    writes: 'natural',
    summary: '提问，答案边写边送：每行一个信封；断开连接就是停止',
    input: z
      .object({
        key: Id,
        conversationId: Id.optional(),
        mode: AiMode.default('ask'),
        text: z.string().trim().max(500, { error: '问题最多 500 个字' }).default(''),
        /** Passage that the user selected on a reading page. */
        passage: z
          .object({ chapterId: Id, pid: z.string().max(64).default(''), quote: z.string().trim().max(1000) })
          .optional(),
        /** Question to explain, such as one answered incorrectly. */
        questionId: Id.optional(),
        /** Program to explain; the server runs it again, so that the explanation is based on the actual result. */
        code: z
          .object({
            language: CodeLanguage,
            source: z.string().max(8000, { error: '程序太长，最多 8000 个字符' }),
            stdin: z.string().max(4000, { error: '输入太长，最多 4000 个字符' }).default(''),
          })
          .optional(),
        /** Second of a lesson at which the user asks. */
        lesson: z.object({ chapterId: Id, second: z.number().min(0).max(86_400) }).optional(),
        /** Whether to generate a new answer for the turn with this `key`. */
        retry: z.boolean().default(false),
      })
      .refine(
        ({ mode, text, passage, questionId, code, lesson }) =>
          mode !== 'ask' || text !== '' || passage || questionId || code || lesson,
        { error: '想问什么？写下来试试' },
      ),
    data: AiEvent,
    errors: [
      'ai-closed',
      'ai-quota',
      'ai-repeated',
      'ai-conversation-not-found',
      'ai-nothing-before',
      'ai-needs-model',
      'ai-not-answered',
      'curriculum-not-found',
      'question-not-found',
    ],
  }),
})
