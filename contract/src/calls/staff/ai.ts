import * as z from 'zod'
import { call, calls } from '../../call'
import { CurriculumKind, Id } from '../../shapes'
import { AiMode } from '../ai'
import { Points, QuestionPart } from './exam-shapes'

const source = 'added' as const

/** A point of the rubric as judged by the model. */
const SuggestedPoint = z.object({
  /** Number of the point, from 0. */
  point: z.int(),
  met: z.boolean(),
  /** Words of the answer that meet the point, found in the answer by the server; empty if not met. */
  words: z.string(),
})

/** Question types that can be drafted: those with a key that a second pass can check. */
export const DraftType = z.enum(['single', 'judge', 'blank'])
export type DraftType = z.infer<typeof DraftType>

const QuestionDraft = z.object({
  type: DraftType,
  stem: z.string(),
  /** Options of 单选; empty for other types. */
  options: z.array(z.string()),
  /** Right option as a letter, 正确 or 错误, or the text of the blank. */
  answer: z.string(),
  analysis: z.string(),
  /** Quote of the chapter on which the question is based; the server has checked that the chapter contains it. */
  quote: z.string(),
  /** The question in the Markdown of question files. */
  markdown: z.string(),
  /** Existing question with almost the same text; empty if none. */
  duplicate: z.string(),
  /** Answer of a second pass that did not know the key. */
  solved: z.string(),
  /** Whether the second pass gave the same answer. */
  agrees: z.boolean(),
})
export type QuestionDraft = z.infer<typeof QuestionDraft>

/** Purpose for which the model was used: the modes of a conversation, points for short answers, drafts of questions. */
export const AiPurpose = z.enum([...AiMode.options, 'grade', 'drafts'])
export type AiPurpose = z.infer<typeof AiPurpose>

const Spent = z.object({
  tokens: z.int(),
  /** Millionths of a yuan. */
  micros: z.int(),
})

/** Suggestions of a model. They change nothing until a staff member saves them. */
export const staffAi = calls({
  'GET /staff/v1/ai_available': call({
    access: { staff: 'exam.grade', quiet: true },
    source,
    summary: '有没有接入大模型，可以给出建议',
    input: z.object({}),
    data: z.object({ available: z.boolean() }),
  }),
  'GET /staff/v1/ai_grade_suggestion': call({
    access: { staff: 'exam.grade' },
    source,
    summary: '大模型对一份简答的给分建议：达到的要点、答案里的原话和理由；只是建议，不会改分',
    input: z.object({ exam: Id, ...QuestionPart.shape, answer: Id }),
    data: z.object({
      /** Sum of the met points, or a share of the maximum if the question has no rubric. */
      score: Points,
      points: z.array(SuggestedPoint),
      reason: z.string(),
      /** Whether the answer contains sentences that give orders to a model; they were left out. */
      suspicious: z.boolean(),
      rubricId: z.string(),
      model: z.string(),
    }),
    errors: ['exam-not-found', 'question-not-found', 'grade-not-found', 'ai-unavailable', 'ai-spent', 'ai-unclear'],
  }),
  'GET /staff/v1/ai_draft_sources': call({
    access: { staff: 'bank.edit' },
    source,
    summary: '可以让大模型起草题目的书和课，带有正文的章节；available 表示有没有接入大模型',
    input: z.object({}),
    data: z.object({
      available: z.boolean(),
      sources: z.array(
        z.object({
          id: Id,
          kind: CurriculumKind,
          title: z.string(),
          chapters: z.array(z.object({ id: Id, title: z.string() })),
        }),
      ),
    }),
  }),
  'GET /staff/v1/ai_question_drafts': call({
    access: { staff: 'bank.edit' },
    source,
    summary: '大模型根据一章的内容起草题目，查重，并由第二遍不看答案的作答核对；只是草稿，不会入库',
    input: z.object({ chapter: Id, type: DraftType, count: z.int().min(1).max(5).default(3) }),
    data: z.object({
      drafts: z.array(QuestionDraft),
      /** Drafts that were thrown away: not drawn from the chapter, incomplete, or without one right answer. */
      rejected: z.int(),
      model: z.string(),
    }),
    errors: ['curriculum-not-found', 'ai-unavailable', 'ai-spent', 'ai-unclear'],
  }),
  'GET /staff/v1/ai_spending': call({
    access: { staff: 'site.manage' },
    source,
    summary: '大模型的用量：每天、每种用途和用得最多的人的 token 与花费，今天的预算还剩多少',
    input: z.object({ days: z.int().min(1).max(90).default(30) }),
    data: z.object({
      /** Name of the configured model; empty if none. */
      model: z.string(),
      /** Yuan per million tokens; 0 if the price is not set. */
      price: z.object({ input: z.number(), output: z.number() }),
      /** Budgets of a day; 0 means no limit. */
      budget: z.object({ user: Spent, site: Spent }),
      today: Spent,
      /** One entry per day, oldest first, the last one is today. */
      days: z.array(Spent.extend({ day: z.string() })),
      /** Most expensive first. */
      purposes: z.array(Spent.extend({ purpose: AiPurpose, requests: z.int() })),
      /** Users with the highest use in these days, at most ten. */
      users: z.array(Spent.extend({ id: Id, name: z.string() })),
    }),
  }),
})
