import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { Answer, PublicQuestion, QuestionType, ScoredQuestion, Verdict } from '../questions'
import { Id, UnixSeconds } from '../shapes'

/** 答题: the result is shown after each answer. 背题: question, key and analysis are shown together. */
const Way = z.enum(['answer', 'recite'])

/**
 * `due`: questions of 错题本 due for review. `adaptive` (智能练习) and `diagnosis` (诊断) choose each question by the
 * answers before it: adaptive practice by the student's level and by what the student may have forgotten, diagnosis to
 * estimate the mastery of each chapter.
 */
const PracticeMode = z.enum(['chapter', 'type', 'random', 'wrong', 'due', 'favourite', 'adaptive', 'diagnosis'])

const WrongSource = z.enum(['textbook', 'test', 'bank', 'exam'])
export type WrongSource = z.infer<typeof WrongSource>

/** Cause of the mistake, chosen by the student. */
export const WrongCause = z.enum(['concept', 'careless', 'reading', 'method', 'calculation', 'forgotten', 'guess'])
export type WrongCause = z.infer<typeof WrongCause>

const Today = z.object({
  /** Distinct questions answered since midnight in Shanghai. */
  done: z.int(),
  goal: z.int(),
})

const Named = z.object({ id: Id, title: z.string() })

const Practice = z.object({
  id: Id,
  mode: PracticeMode,
  way: Way,
  /** Example: 微积分 or 单选题. */
  title: z.string(),
  /** Null for 错题 and 收藏 across all banks. */
  bank: Named.nullable(),
  /** With `adaptive` and `diagnosis` more than `cards` until the last question is chosen. */
  count: z.int(),
  /** Index of the current question, from 0. */
  position: z.int(),
  answered: z.int(),
  right: z.int(),
  at: UnixSeconds,
})
export type Practice = z.infer<typeof Practice>

const PracticeSheet = Practice.extend({
  /** Answer card: one entry per question, in order. */
  cards: z.array(z.object({ question: Id, type: QuestionType, verdict: Verdict.nullable(), favourite: z.boolean() })),
  /** Whether an existing practice was resumed. */
  resumed: z.boolean(),
})

const PracticeItem = z.object({
  /** Index of the question, from 0. */
  index: z.int(),
  question: PublicQuestion,
  favourite: z.boolean(),
  /** Result of the answer in this practice; in 背题 the answer is empty. */
  result: ScoredQuestion.nullable(),
  /** For polling textbooks_question_result until a program has been graded. */
  answerId: Id.nullable(),
})
export type PracticeItem = z.infer<typeof PracticeItem>

const Mastery = Named.extend({
  /** Number of questions that 智能练习 may ask, and of those that were answered. */
  questions: z.int(),
  answers: z.int(),
  /** Expected share of right answers to the questions of the chapter, with the ends of an 80 % interval. */
  share: z.number(),
  low: z.number(),
  high: z.number(),
})

const progress = { count: z.int(), answered: z.int(), right: z.int() }

/** Filters of 错题本, for viewing, printing and redoing. */
const wrongFilter = {
  source: WrongSource.optional(),
  type: QuestionType.optional(),
  cause: WrongCause.optional(),
  /** Id of a question bank, textbook or exam collection. */
  curriculum: Id.optional(),
}

const WrongItem = z.object({
  /** Id of the question. */
  id: Id,
  source: WrongSource,
  curriculum: Named,
  /** The student's last wrong answer with the question, its key and its analysis. */
  result: ScoredQuestion,
  wrongCount: z.int(),
  /** Consecutive right answers, each given when due; after `rightToLeave` of them the question leaves 错题本. */
  rightStreak: z.int(),
  causes: z.array(WrongCause),
  note: z.string(),
  lastAt: UnixSeconds,
  /** Time of the next review. */
  dueAt: UnixSeconds,
  favourite: z.boolean(),
})
export type WrongItem = z.infer<typeof WrongItem>

export const bank = calls({
  'GET /v1/bank_home': call({
    access: 'user',
    source: 'added',
    summary: '一个题库的练习入口：章节、题型、错题、收藏、没做完的练习、今日目标',
    input: z.object({ id: Id }),
    data: z.object({
      bank: Named,
      /** True without an entitlement: the counts are returned, but no practice can be started. */
      locked: z.boolean(),
      chapters: z.array(Named.extend(progress)),
      types: z.array(z.object({ type: QuestionType, ...progress })),
      wrong: z.int(),
      favourites: z.int(),
      /** Unfinished practices, newest first. */
      open: z.array(Practice),
      today: Today,
    }),
    errors: ['curriculum-not-found'],
  }),
  'GET /v1/bank_mastery': call({
    access: 'purchase',
    source: 'added',
    summary: '每章的掌握程度和它的不确定范围，由答过的题估计',
    input: z.object({ id: Id }),
    data: z.object({ chapters: z.array(Mastery) }),
    errors: ['curriculum-not-found'],
  }),
  'POST /v1/bank_practice_start': call({
    access: 'purchase',
    source: 'added',
    writes: 'keyed',
    summary: '开始一次练习；同样范围没做完的会接着做，fresh 时重新开始',
    input: z.object({
      /** Required for chapter, type, random, adaptive and diagnosis; if omitted, the other modes use all banks. */
      bank: Id.optional(),
      mode: PracticeMode,
      way: Way.default('answer'),
      chapter: Id.optional(),
      ...wrongFilter,
      /** Maximum number of questions: a random sample for `random`, the most urgent for `due`. */
      count: z.int().min(1).max(200).optional(),
      fresh: z.boolean().default(false),
    }),
    data: PracticeSheet,
    errors: ['curriculum-not-found', 'nothing-to-practise'],
  }),
  'GET /v1/bank_practice': call({
    access: 'user',
    source: 'added',
    summary: '一次练习的进度和答题卡',
    input: z.object({ id: Id }),
    data: PracticeSheet,
    errors: ['practice-not-found'],
  }),
  'GET /v1/bank_practice_questions': call({
    access: 'purchase',
    source: 'added',
    summary: '一次练习里相邻的几道题；答过的和背题模式带答案解析',
    input: z.object({ id: Id, from: z.int().min(0).max(10_000), count: z.int().min(1).max(20).default(10) }),
    data: z.array(PracticeItem),
    errors: ['practice-not-found'],
  }),
  'POST /v1/bank_practice_answer': call({
    access: 'purchase',
    source: 'added',
    writes: 'keyed',
    summary: '答练习里的一题，当场得到对错和解析；编程题用 textbooks_question_result 查询',
    /** Null: the user looks at the answer without giving one; the question counts as unanswered. */
    input: z.object({ id: Id, question: Id, answer: Answer.nullable() }),
    data: z.object({
      answerId: Id,
      result: ScoredQuestion,
      today: Today,
      /** Next question of `adaptive` and `diagnosis`, chosen after this answer. */
      next: PracticeItem.nullable(),
    }),
    errors: ['practice-not-found', 'question-not-found', 'paper-used'],
  }),
  'POST /v1/bank_practice_place': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '记住练习到了第几题',
    input: z.object({ id: Id, position: z.int().min(0).max(10_000) }),
    data: z.object({ position: z.int() }),
    errors: ['practice-not-found'],
  }),
  'POST /v1/bank_practice_clear': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '结束一次练习，下次重新开始；答过的记录仍在',
    input: z.object({ id: Id }),
    data: z.object({}),
    errors: ['practice-not-found'],
  }),
  'POST /v1/question_favourite': call({
    access: 'purchase',
    source: 'added',
    writes: 'natural',
    summary: '收藏或取消收藏一道题',
    input: z.object({ id: Id, on: z.boolean() }),
    data: z.object({ on: z.boolean() }),
    errors: ['question-not-found'],
  }),
  'POST /v1/practice_goal': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '设定每天答多少题',
    input: z.object({ goal: z.int().min(1).max(500, { error: '每天的目标最多 500 题' }) }),
    data: Today,
  }),
  'GET /v1/wrong_summary': call({
    access: 'user',
    source: 'added',
    summary: '错题本的总数、到期数，按来源、题型、原因、出处的数目',
    input: z.object({}),
    data: z.object({
      total: z.int(),
      due: z.int(),
      /** Consecutive right answers after which a question leaves 错题本. */
      rightToLeave: z.int(),
      /** Number of questions that left 错题本 by `rightToLeave` right answers. */
      mastered: z.int(),
      sources: z.array(z.object({ source: WrongSource, count: z.int() })),
      types: z.array(z.object({ type: QuestionType, count: z.int() })),
      causes: z.array(z.object({ cause: WrongCause, count: z.int() })),
      curricula: z.array(Named.extend({ count: z.int() })),
    }),
  }),
  'GET /v1/wrong_list': call({
    access: 'user',
    source: 'added',
    summary: '错题本，最近做错的在前；due 时只看到期的，最急的在前',
    input: Paging.extend({ ...wrongFilter, due: z.boolean().default(false) }),
    data: pageOf(WrongItem),
  }),
  'POST /v1/wrong_tag': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '给一道错题写上原因和一句话',
    input: z.object({
      id: Id,
      causes: z.array(WrongCause).max(7),
      note: z.string().trim().max(200, { error: '最多写 200 字' }).default(''),
    }),
    data: z.object({ causes: z.array(WrongCause), note: z.string() }),
    errors: ['question-not-found'],
  }),
  'POST /v1/wrong_review': call({
    access: 'user',
    source: 'added',
    writes: 'keyed',
    summary: '看过一道错题后自评：会了的到期才算一次，不会的明天再来',
    input: z.object({ id: Id, knew: z.boolean() }),
    data: z.object({
      dueAt: UnixSeconds,
      rightStreak: z.int(),
      /** Whether the question has left 错题本. */
      mastered: z.boolean(),
      /** False if the question is not due yet: a self-assessment then changes nothing. */
      counted: z.boolean(),
    }),
    errors: ['question-not-found'],
  }),
  'POST /v1/wrong_remove': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '把几道题移出错题本；再做错会回来',
    input: z.object({ ids: z.array(Id).min(1).max(100) }),
    data: z.object({ removed: z.int() }),
  }),
  'GET /v1/wrong_print': call({
    access: 'user',
    source: 'added',
    summary: '打印用的错题，最多 100 道，带答案解析',
    input: z.object({ ...wrongFilter, due: z.boolean().default(false) }),
    data: z.object({ list: z.array(WrongItem), total: z.int() }),
  }),
})
