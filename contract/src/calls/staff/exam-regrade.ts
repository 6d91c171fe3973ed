import * as z from 'zod'
import { call, calls } from '../../call'
import { Answer } from '../../questions'
import { Id, UnixSeconds } from '../../shapes'
import { Points, RulingKind } from './exam-shapes'
import { After, cursorPageSchema, Reason } from './shapes'

const access = { staff: 'exam.manage' } as const
const source = 'added' as const

/**
 * Changes the scoring of one question. `void`: removes it from the paper and scales the rest to the same maximum;
 * `give`: gives all students its points; `key`: counts `answers` as right; `original`: scores it as published.
 */
const Ruling = z.object({
  exam: Id,
  question: Id,
  kind: RulingKind,
  /** For `key`: answers that count as right, each as a student would give it. Ids as in exam_paper. */
  answers: z.array(Answer).max(20, { error: '最多 20 种答案' }).default([]),
  /** For `key`: whether the published key counts as well. */
  keepKey: z.boolean().default(true),
})

const Change = z.object({
  attempt: Id,
  name: z.string(),
  number: z.string(),
  class: z.string(),
  /** `before`, `after`: points of the question. */
  before: Points,
  after: Points,
  totalBefore: Points,
  totalAfter: Points,
})

const Regrade = z.object({
  id: Id,
  question: Id,
  number: z.int(),
  kind: RulingKind,
  reason: z.string(),
  by: z.string(),
  at: UnixSeconds,
  /** `stopped`: the job failed too often; an owner can start it again on the page of the system's state. */
  state: z.enum(['running', 'stopped', 'done']),
  /** `done`: attempts examined so far; `total`: all attempts to examine. */
  done: z.int(),
  total: z.int(),
  /** Attempts whose total changed. */
  changed: z.int(),
  up: z.int(),
  down: z.int(),
})
export type Regrade = z.infer<typeof Regrade>

export const Appeal = z.object({
  id: Id,
  exam: z.object({ id: Id, title: z.string() }),
  attempt: Id,
  question: Id,
  /** Number on the composed paper. */
  number: z.int(),
  /** Number on the paper of the student, which the reason may refer to. */
  ownNumber: z.int(),
  student: z.object({ name: z.string(), number: z.string(), class: z.string() }),
  score: Points,
  maxScore: Points,
  reason: z.string(),
  at: UnixSeconds,
  state: z.enum(['open', 'kept', 'changed']),
  answer: z.string(),
  answeredAt: UnixSeconds.nullable(),
  answeredBy: z.string(),
})
export type Appeal = z.infer<typeof Appeal>

export const examRegrade = calls({
  'POST /staff/v1/exam_regrade_preview': call({
    access,
    source,
    writes: 'natural',
    summary: '改评分的预览：谁的成绩会变、变多少；什么也不改',
    input: Ruling,
    data: z.object({
      /** Attempts that are scored again. */
      attempts: z.int(),
      /** Those of `attempts` with a score that is not final; the figures below do not include them. */
      open: z.int(),
      /** Students with a final score; the best attempt of each counts, as in the results. */
      students: z.int(),
      /** Students whose result would change. */
      changed: z.int(),
      up: z.int(),
      down: z.int(),
      /** Students who would now pass (`passing`), or no longer pass (`failing`). */
      passing: z.int(),
      failing: z.int(),
      averageBefore: Points.nullable(),
      averageAfter: Points.nullable(),
      /** Number of students per change of their result, from the largest loss to the largest gain. */
      distribution: z.array(z.object({ from: Points, to: Points, students: z.int() })),
      /** Largest changes first, at most 200. */
      changes: z.array(Change),
      /** Sent with exam_regrade: rejected if scores changed in between. */
      mark: z.string(),
    }),
    errors: ['exam-not-found', 'question-not-found', 'regrade-refused'],
  }),
  'POST /staff/v1/exam_regrade': call({
    access,
    source,
    writes: 'keyed',
    summary: '改评分：作废、送分、接受更多答案或恢复原样；在后台逐份重算，旧成绩留底，成绩变了的学生会收到消息',
    input: Ruling.extend({ reason: Reason, mark: z.string().max(100).optional() }),
    data: Regrade,
    errors: ['exam-not-found', 'question-not-found', 'regrade-refused', 'preview-outdated'],
  }),
  'GET /staff/v1/exam_regrade_list': call({
    access: { staff: 'exam.results', quiet: true },
    source,
    summary: '一场考试改过的评分和进度，新的在前；进行中时每 2 秒一次',
    input: z.object({ exam: Id }),
    data: z.array(Regrade),
    errors: ['exam-not-found'],
  }),
  'GET /staff/v1/exam_regrade_changes': call({
    access: { staff: 'exam.results' },
    source,
    summary: '一次改评分的报告：成绩变了的学生',
    input: After.extend({ id: Id }),
    data: cursorPageSchema(Change),
    errors: ['regrade-not-found'],
  }),
  'GET /staff/v1/appeal_list': call({
    access: { staff: 'exam.results' },
    source,
    summary: '成绩复核申请，没有答复的、早的在前',
    input: After.extend({ exam: Id.optional(), state: Appeal.shape.state.optional() }),
    data: cursorPageSchema(Appeal),
  }),
  'POST /staff/v1/appeal_answer': call({
    access,
    source,
    writes: 'natural',
    summary: '答复复核申请；改分时给出这题的新得分（人工批阅的题），学生会收到消息',
    input: z.object({
      id: Id,
      answer: z.string().trim().min(1, { error: '请写答复' }).max(1000, { error: '答复最多 1000 个字' }),
      /** New points of the question, or of one question part; if omitted, the score stays. */
      score: z.number().min(0).max(1000).multipleOf(0.01, { error: '得分最多两位小数' }).optional(),
      part: z.int().min(0).max(99).nullable().default(null),
      /** With `score`: rubric points that are met; if omitted, those of the last grade stay. */
      points: z.array(z.int().min(0).max(99)).max(100).optional(),
      /** Whether the appeal led to a change other than `score`, for example a regrade. */
      changed: z.boolean().default(false),
    }),
    data: Appeal,
    errors: ['appeal-not-found', 'appeal-answered', 'grade-refused', 'work-taken'],
  }),
})
