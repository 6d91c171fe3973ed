import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { Answer, AnsweredQuestion, PaperToken, PublicQuestion, ScoredQuestion, Verdict } from '../questions'
import { Id, UnixSeconds } from '../shapes'

/** Result of one of the user's attempts. */
const AttemptBrief = z.object({
  id: Id,
  verdict: Verdict,
  score: z.number(),
  maxScore: z.number(),
  at: UnixSeconds,
})
export type AttemptBrief = z.infer<typeof AttemptBrief>

/** `grading`: programs are still being run; `marking`: 简答 awaits manual grading, the score covers the rest. */
const TestState = z.enum(['scored', 'grading', 'marking'])

const TestBrief = z.object({
  id: Id,
  state: TestState,
  score: z.number(),
  maxScore: z.number(),
  /** Points of maxScore that are not scored yet. */
  waitingScore: z.number(),
  right: z.int(),
  count: z.int(),
  seconds: z.int(),
  at: UnixSeconds,
})
export type TestBrief = z.infer<typeof TestBrief>

const userResults = <T extends z.ZodType>(brief: T) => ({
  attempts: z.int(),
  best: brief.nullable(),
  last: brief.nullable(),
})

const TestRow = z.object({
  /** Id of the chapter that the test belongs to. */
  id: Id,
  title: z.string(),
  count: z.int(),
  score: z.number(),
  /** Whether the test is neither free nor owned. */
  locked: z.boolean(),
  ...userResults(TestBrief),
})
export type TestRow = z.infer<typeof TestRow>

export const questions = calls({
  'GET /v1/textbooks_get_question': call({
    access: 'purchase',
    source: 'spec',
    summary: '教材或题库里的一道题，连同我最好和最近一次作答',
    input: z.object({ id: Id }),
    data: z.object({ paper: PaperToken, question: PublicQuestion, ...userResults(AttemptBrief) }),
    errors: ['question-not-found'],
  }),
  'POST /v1/textbooks_question_submit': call({
    access: 'purchase',
    source: 'added',
    writes: 'keyed',
    summary: '就地作答一道题；编程题在后台评测，用 textbooks_question_result 查询',
    input: z.object({ paper: PaperToken, answer: Answer }),
    data: z.object({ id: Id, result: ScoredQuestion }),
    errors: ['question-not-found', 'paper-invalid', 'paper-used'],
  }),
  'GET /v1/textbooks_question_result': call({
    access: 'purchase',
    source: 'added',
    summary: '我的一次作答（教材、测验、题库）的结果',
    input: z.object({ id: Id }),
    data: z.object({ id: Id, result: ScoredQuestion }),
    errors: ['attempt-not-found', 'question-not-found'],
  }),
  'GET /v1/textbooks_test_list': call({
    access: 'user',
    source: 'spec',
    summary: '一本教材的章末测验，连同我最好和最近一次的成绩',
    input: z.object({ id: Id }),
    data: z.array(TestRow),
    errors: ['curriculum-not-found'],
  }),
  'GET /v1/textbooks_get_test': call({
    access: 'purchase',
    source: 'spec',
    summary: '一章的测验试卷，不含答案；id 是章节编号',
    input: z.object({ id: Id }),
    data: z.object({
      paper: PaperToken,
      title: z.string(),
      score: z.number(),
      questions: z.array(PublicQuestion),
      ...userResults(TestBrief),
    }),
    errors: ['test-not-found'],
  }),
  'POST /v1/textbooks_test_submit': call({
    access: 'purchase',
    source: 'spec',
    writes: 'keyed',
    summary: '交一份章末测验；同一份试卷只能交一次',
    input: z.object({
      paper: PaperToken,
      answers: z.array(AnsweredQuestion).max(500, { error: '作答的题数太多，请刷新后重新作答' }),
      /** Duration as measured by the client. */
      seconds: z.int().min(0).max(604_800).default(0),
    }),
    data: TestBrief,
    errors: ['test-not-found', 'question-not-found', 'paper-invalid', 'paper-used'],
  }),
  'GET /v1/textbooks_show_exam': call({
    access: 'user',
    source: 'spec',
    summary: '我交过的一份测验：得分、每题对错、答案和解析',
    input: z.object({ id: Id }),
    data: TestBrief.extend({
      title: z.string(),
      textbook: z.object({ id: Id, title: z.string() }),
      chapterId: Id,
      results: z.array(ScoredQuestion),
    }),
    errors: ['attempt-not-found'],
  }),
  'GET /v1/test_list': call({
    access: 'user',
    source: 'spec',
    summary: '我做过的测验，新的在前；可只看一本教材或一章',
    input: Paging.extend({ textbook: Id.optional(), chapter: Id.optional() }),
    data: pageOf(
      TestBrief.extend({
        title: z.string(),
        textbook: z.object({ id: Id, title: z.string() }),
        chapterId: Id,
      }),
    ),
  }),
})
