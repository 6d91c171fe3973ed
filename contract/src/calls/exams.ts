import { z } from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { Answer, PublicQuestion, QuestionType, ScoredQuestion, Verdict } from '../questions'
import { Id, UnixSeconds } from '../shapes'

/** `closed`: by the server at the deadline, with what it had. */
const AttemptState = z.enum(['running', 'submitted', 'closed'])

/**
 * How far the scoring of an attempt is. `scoring`: waits for its turn; `grading`: programs are being run; `marking`:
 * 待批阅, a teacher has yet to read 简答; `scored`: the score is final. There is no score before.
 */
const ScoreState = z.enum(['scoring', 'grading', 'marking', 'scored'])

const AttemptBrief = z.object({
  id: Id,
  /** Counted from 1. */
  number: z.int(),
  state: AttemptState,
  startedAt: UnixSeconds,
  deadline: UnixSeconds,
  /** When it was handed in or closed; null while it runs. */
  submittedAt: UnixSeconds.nullable(),
  /** Null while it runs. */
  scoreState: ScoreState.nullable(),
  /** Null until the score is final. */
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
})
export type AttemptBrief = z.infer<typeof AttemptBrief>

export const ExamCard = z.object({
  id: Id,
  title: z.string(),
  school: z.string(),
  examination_start: UnixSeconds,
  examination_end: UnixSeconds,
  /** The server's time. */
  now_date: UnixSeconds,
  /** 0 not started, 1 in progress, 2 ended. */
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  durationSeconds: z.int(),
  count: z.int(),
  score: z.number(),
  passScore: z.number(),
  attemptsAllowed: z.int(),
  /** How many of them I have begun. */
  attemptsUsed: z.int(),
  /** My newest. */
  attempt: AttemptBrief.nullable(),
})
export type ExamCard = z.infer<typeof ExamCard>

/** Why an exam cannot be taken now. */
const Refusal = z.enum(['student', 'school', 'class', 'not-started', 'ended', 'no-attempts'])

const Permission = z.object({
  allowed: z.boolean(),
  reason: Refusal.nullable(),
  /** Why not, and what to do; empty where it is allowed. */
  msg: z.string(),
  /** What 进入考试 would do: begin an attempt, or go on with the one that runs. */
  action: z.enum(['start', 'resume']).nullable(),
})
export type Permission = z.infer<typeof Permission>

const AnalysisPermission = z.object({
  allowed: z.boolean(),
  /** Empty where it is allowed. */
  msg: z.string(),
  /** When it will be; null where it is now, or never will be. */
  availableAt: UnixSeconds.nullable(),
})

/** Each visit goes on far beyond the numbers of the last one, so there is room for a million of them. */
const Seq = z.int().min(1).max(1_000_000_000)

/** One change of an answer on one device. `seq` counts from 1 within an epoch. */
const Step = z.object({
  seq: Seq,
  question: Id,
  /** Null where the answer was taken back. */
  answer: Answer.nullable(),
  /** Marked by the student to be looked at again. */
  flagged: z.boolean().default(false),
  /** When it happened by the device's clock, corrected to the server's; kept, never decided by. */
  at: UnixSeconds,
})
export type ExamStep = z.input<typeof Step>

const Steps = z.array(Step).max(100, { error: '一次最多保存 100 步，请分几次' })

/** Proves what was handed in: `hash` is over every answer that counts, and can be checked later with exam_receipt. */
const Receipt = z.object({
  attempt: Id,
  exam: z.string(),
  state: z.enum(['submitted', 'closed']),
  submittedAt: UnixSeconds,
  /** How many of `count` questions have an answer. */
  answered: z.int(),
  count: z.int(),
  hash: z.string(),
})
export type ExamReceipt = z.infer<typeof Receipt>

export const exams = calls({
  'GET /v1/exam_list': call({
    access: 'student',
    source: 'spec',
    summary: '学校发布给我的班级的考试：进行中的在前，然后是将要开始的、结束的',
    input: Paging.extend({ status: z.int().min(0).max(2).optional() }),
    data: pageOf(ExamCard),
  }),
  'GET /v1/examination_info': call({
    access: 'student',
    source: 'spec',
    summary: '一场考试的说明、题型、规则和我的每次作答',
    input: z.object({ id: Id }),
    data: ExamCard.extend({
      /** HTML. */
      notice: z.string(),
      types: z.array(z.object({ type: QuestionType, count: z.int(), score: z.number() })),
      /** When answers and analysis may be read. */
      analysis: z.enum(['never', 'submitted', 'ended']),
      /** Whether the rank is told after the end. */
      rank: z.boolean(),
      permission: Permission,
      attempts: z.array(AttemptBrief),
    }),
    errors: ['exam-not-found'],
  }),
  'GET /v1/examination/permission': call({
    access: 'user',
    source: 'spec',
    summary: '我现在能不能参加一场考试；不能时说明原因和办法',
    input: z.object({ id: Id }),
    data: Permission,
    errors: ['exam-not-found'],
  }),
  'GET /v1/examination/question_analysis/read_permission': call({
    access: 'user',
    source: 'spec',
    summary: '我的一次作答现在能不能看答案和解析',
    input: z.object({ id: Id }),
    data: AnalysisPermission,
    errors: ['attempt-not-found'],
  }),
  'GET /v1/exam_start': call({
    access: 'student',
    source: 'spec',
    writes: 'natural',
    summary: '开始或继续一场考试，得到不含答案的试卷；每次进入都是新的 epoch，之前的设备转为只读',
    input: z.object({
      id: Id,
      /** Names the browser, kept by it; another one has to say takeOver. */
      device: Id,
      takeOver: z.boolean().default(false),
    }),
    data: z.object({
      attempt: AttemptBrief,
      title: z.string(),
      now: UnixSeconds,
      /** Steps that arrive up to so many seconds after the deadline still count. */
      graceSeconds: z.int(),
      /** Goes into every save of this visit. */
      epoch: z.int(),
      /** How often the window was left so far. */
      leaves: z.int(),
      /** What counts so far; newer local steps go over it and are sent again in this epoch. */
      answers: z.array(z.object({ question: Id, answer: Answer.nullable(), flagged: z.boolean() })),
      /** With these, `arrange` of rules/exam-order gives this student's order; the same again after a reload. */
      seed: z.int(),
      shuffle: z.object({ questions: z.boolean(), options: z.boolean() }),
      /** Ids of options that keep their place. */
      fixed: z.array(z.string()),
      /** The same for everybody. */
      questions: z.array(PublicQuestion),
    }),
    errors: ['exam-not-found', 'exam-refused', 'exam-elsewhere'],
  }),
  'POST /v1/exam_save': call({
    access: 'student',
    source: 'added',
    writes: 'natural',
    summary: '保存作答的步骤；没有步骤时只是报到，得到现在的时间和截止时间',
    input: z.object({ attempt: Id, epoch: z.int().min(1), steps: Steps }),
    data: z.object({
      now: UnixSeconds,
      /** May have been extended. */
      deadline: UnixSeconds,
      state: AttemptState,
      /** Another device went on: this one is read-only, its steps are kept but do not count. */
      takenOver: z.boolean(),
      /** How many of the steps that were just sent came too late: kept, not scored. */
      late: z.int(),
      /** `seq` of steps that do not fit the paper; they are not kept. */
      refused: z.array(z.int()),
    }),
    errors: ['attempt-not-found'],
  }),
  'POST /v1/exam_leave': call({
    access: 'student',
    source: 'added',
    writes: 'natural',
    summary: '记下离开考试页面的时刻和时长；同一 epoch 和 seq 只记一次，时长取最大',
    input: z.object({
      attempt: Id,
      epoch: z.int().min(1),
      leaves: z
        .array(z.object({ seq: Seq, at: UnixSeconds, seconds: z.int().min(0).max(86_400) }))
        .min(1)
        .max(100),
    }),
    data: z.object({ leaves: z.int() }),
    errors: ['attempt-not-found'],
  }),
  'POST /v1/exam_submit': call({
    access: 'student',
    source: 'spec',
    writes: 'natural',
    summary: '交卷，带上还没有保存的步骤；重复交卷得到同一张回执',
    input: z.object({ attempt: Id, epoch: z.int().min(1), steps: Steps.default([]) }),
    data: Receipt,
    errors: ['attempt-not-found', 'exam-elsewhere'],
  }),
  'GET /v1/exam_receipt': call({
    access: 'public',
    source: 'added',
    summary: '验证交卷回执：交上来的答案和回执上的是否一致，之后有没有变过',
    input: z.object({
      attempt: Id,
      hash: z.string().regex(/^[0-9a-f]{64}$/, { error: '回执码是 64 位的数字和字母' }),
    }),
    data: z.object({ valid: z.boolean(), receipt: Receipt.nullable() }),
  }),
  'GET /v1/show_exam': call({
    access: 'user',
    source: 'spec',
    summary: '我的一次作答的结果：得分、名次、用时、对错；允许时有答案和解析',
    input: z.object({ id: Id }),
    data: AttemptBrief.extend({
      exam: ExamCard.pick({ id: true, title: true, examination_start: true, examination_end: true }),
      maxScore: z.number(),
      passScore: z.number(),
      /** How much of maxScore is not scored yet. */
      waitingScore: z.number(),
      /** From start to handing in. */
      seconds: z.int(),
      /** Null where it is not told, or not yet. */
      rank: z.object({ place: z.int(), of: z.int() }).nullable(),
      /** Null until a closed attempt has been scored. */
      receipt: Receipt.nullable(),
      leaves: z.array(z.object({ at: UnixSeconds, seconds: z.int() })),
      /** Steps that came too late or from a device that was taken over: kept, not scored. */
      lateSteps: z.int(),
      /** Whether another attempt can be begun now. */
      retry: z.boolean(),
      analysis: AnalysisPermission,
      /** In the order I saw them; null until it is scored and either over or its analysis may be read. */
      sheet: z
        .array(
          z.object({
            question: Id,
            type: QuestionType,
            verdict: Verdict,
            score: z.number(),
            maxScore: z.number(),
          }),
        )
        .nullable(),
      /** With keys and analysis; null unless `analysis.allowed`. */
      results: z.array(ScoredQuestion).nullable(),
    }),
    errors: ['attempt-not-found', 'exam-running'],
  }),
  'GET /v1/exam_records': call({
    access: 'user',
    source: 'added',
    summary: '我的考试记录，新的在前；可只看一场考试',
    input: Paging.extend({ exam: Id.optional() }),
    data: pageOf(
      AttemptBrief.extend({
        exam: z.object({ id: Id, title: z.string() }),
        maxScore: z.number(),
        leaves: z.int(),
      }),
    ),
  }),
})
