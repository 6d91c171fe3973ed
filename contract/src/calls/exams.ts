import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { Answer, PublicQuestion, QuestionType, ScoredQuestion, Verdict } from '../questions'
import { Id, Ordinal, UnixSeconds } from '../shapes'

/** `closed`: submitted by the server at the deadline with the answers saved so far. */
const AttemptState = z.enum(['running', 'submitted', 'closed'])

/**
 * Scoring state of an attempt. `scoring`: queued; `grading`: programs are being run; `marking`: 待批阅, 简答 awaits manual
 * grading; `scored`: the score is final. Before `scored` there is no score.
 */
const ScoreState = z.enum(['scoring', 'grading', 'marking', 'scored'])

const AttemptBrief = z.object({
  id: Id,
  /** Attempt number, from 1. */
  number: z.int(),
  state: AttemptState,
  startedAt: UnixSeconds,
  deadline: UnixSeconds,
  /** Time of submission or closing; null while in progress. */
  submittedAt: UnixSeconds.nullable(),
  /** Null while in progress. */
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
  /** Server time. */
  now_date: UnixSeconds,
  /** 0 not started, 1 in progress, 2 ended. */
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  durationSeconds: z.int(),
  count: z.int(),
  score: z.number(),
  passScore: z.number(),
  attemptsAllowed: z.int(),
  /** Attempts the user has started. */
  attemptsUsed: z.int(),
  /** The user's newest attempt. */
  attempt: AttemptBrief.nullable(),
})
export type ExamCard = z.infer<typeof ExamCard>

/** Reasons why an exam cannot be taken now. */
const Refusal = z.enum(['student', 'school', 'class', 'not-started', 'ended', 'no-attempts', 'paused'])

const Permission = z.object({
  allowed: z.boolean(),
  reason: Refusal.nullable(),
  /** Sentence for the user with the reason and what to do; empty if allowed. */
  msg: z.string(),
  /** Effect of 进入考试: start an attempt, or resume the one in progress. */
  action: z.enum(['start', 'resume']).nullable(),
})
export type Permission = z.infer<typeof Permission>

const AnalysisPermission = z.object({
  allowed: z.boolean(),
  /** Empty if allowed. */
  msg: z.string(),
  /** Time from which the analysis is visible; null if it is visible now or never will be. */
  availableAt: UnixSeconds.nullable(),
})

/** Each visit to the exam page starts 1000 above the last one's numbers; the range is enough for a million visits. */
const Seq = z.int().min(1).max(1_000_000_000)

/** One answer change on one device. `seq` grows within an epoch, from 1. */
const Step = z.object({
  seq: Seq,
  question: Id,
  /** Null if the answer was cleared. */
  answer: Answer.nullable(),
  /** Whether the student flagged the question for review. */
  flagged: z.boolean().default(false),
  /** Client time corrected to server time; stored, but never used for decisions. */
  at: UnixSeconds,
})
export type ExamStep = z.input<typeof Step>

const Steps = z.array(Step).max(100, { error: '一次最多保存 100 步，请分几次' })

/** Receipt of a submission: `hash` covers every scored answer and can be verified later with exam_receipt. */
const Receipt = z.object({
  attempt: Id,
  exam: z.string(),
  state: z.enum(['submitted', 'closed']),
  submittedAt: UnixSeconds,
  /** Number of the `count` questions that have an answer. */
  answered: z.int(),
  count: z.int(),
  hash: z.string(),
})
export type ExamReceipt = z.infer<typeof Receipt>

/** Changes that staff made in a running exam. Optional, because servers of earlier versions do not send them. */
const roomState = {
  /** Null if not paused. While paused, no time passes: deadlines in responses move along, and steps still count. */
  paused: z.object({ since: UnixSeconds, reason: z.string() }).nullable().optional(),
  /** Messages of staff to the students in the exam, oldest first; the client shows each id once. */
  messages: z
    .array(
      z.object({
        id: Id,
        at: UnixSeconds,
        body: z.string(),
        /**
         * Question that the message is about, with the start of its stem, because question numbers differ between
         * students.
         */
        question: z.object({ id: Id, stem: z.string() }).optional(),
      }),
    )
    .optional(),
  /** Questions that staff voided: they stay on the paper with their number, closed and not scored. */
  voided: z.array(Id).optional(),
  /** 送分: every student gets the points of these questions. */
  given: z.array(Id).optional(),
}

/** Manual score of a question or of a question part of a 材料题, as shown to the student. */
const ManualGrade = z.object({
  question: Id,
  /** Number of the question part, from 0; null for the question itself. */
  part: z.int().nullable(),
  score: z.number(),
  comment: z.string(),
  rubric: z.array(z.object({ score: z.number(), html: z.string(), met: z.boolean() })),
})

const Appeal = z.object({
  question: Id,
  reason: z.string(),
  at: UnixSeconds,
  state: z.enum(['open', 'kept', 'changed']),
  answer: z.string(),
  answeredAt: UnixSeconds.nullable(),
})

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
      /** When answers and analysis become visible. */
      analysis: z.enum(['never', 'submitted', 'ended']),
      /** Whether the rank is shown after the end. */
      rank: z.boolean(),
      /**
       * Largest difference of the expected score of any two papers at any ability, as a share of the points, if
       * students get different questions. Null: all students get the same questions.
       */
      scoreRange: z.number().nullable(),
      /** Whether the totals of the different papers are converted to one scale. */
      equated: z.boolean().optional(),
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
      /** Id of this browser, stored in the browser; to continue in another browser, that one must send `takeOver`. */
      device: Id,
      takeOver: z.boolean().default(false),
    }),
    data: z.object({
      attempt: AttemptBrief,
      title: z.string(),
      now: UnixSeconds,
      /** Steps that arrive up to this many seconds after the deadline still count. */
      graceSeconds: z.int(),
      /** Sent with every save of this visit. */
      epoch: z.int(),
      /** Number of times the student has left the window so far. */
      leaves: z.int(),
      /** Saved answers. Newer steps stored on the device override them and are sent again in this epoch. */
      answers: z.array(z.object({ question: Id, answer: Answer.nullable(), flagged: z.boolean() })),
      /** Seed for `arrange` in rules/exam-order, which computes this student's order; the same after a reload. */
      seed: z.int(),
      shuffle: z.object({ questions: z.boolean(), options: z.boolean() }),
      /** Ids of options that are not shuffled. */
      fixed: z.array(z.string()),
      ...roomState,
      /** Numbers of `questions` on the composed paper, which staff use; absent if they are 1, 2, 3 … */
      paperNumbers: z.array(z.int()).optional(),
      /** In the paper's order, the same for all students, with void questions: no number changes during the exam. */
      questions: z.array(PublicQuestion),
    }),
    errors: ['exam-not-found', 'exam-refused', 'exam-elsewhere'],
  }),
  'POST /v1/exam_save': call({
    queries: 2,
    access: 'student',
    source: 'added',
    writes: 'natural',
    summary: '保存作答的步骤；没有步骤时只是报到，得到现在的时间和截止时间',
    input: z.object({ attempt: Id, epoch: Ordinal, steps: Steps }),
    data: z.object({
      now: UnixSeconds,
      /** Later than in the previous response if staff extended it. */
      deadline: UnixSeconds,
      state: AttemptState,
      /** Whether another device has taken over: this device is then read-only; its steps are stored but not scored. */
      takenOver: z.boolean(),
      /** Number of steps of this request that arrived too late: stored, not scored. */
      late: z.int(),
      /** `seq` of steps that are not stored: they do not match the paper, or the late steps exceed 64 KiB. */
      refused: z.array(z.int()),
      ...roomState,
    }),
    errors: ['attempt-not-found', 'epoch-unknown'],
  }),
  'POST /v1/exam_leave': call({
    access: 'student',
    source: 'added',
    writes: 'natural',
    summary: '记下离开考试页面的时刻和时长；同一 epoch 和 seq 只记一次，时长取最大',
    input: z.object({
      attempt: Id,
      epoch: Ordinal,
      leaves: z
        .array(z.object({ seq: Seq, at: UnixSeconds, seconds: z.int().min(0).max(86_400) }))
        .min(1)
        .max(100),
    }),
    data: z.object({ leaves: z.int() }),
    errors: ['attempt-not-found'],
  }),
  'POST /v1/exam_message_read': call({
    access: 'student',
    source: 'added',
    writes: 'natural',
    summary: '记下学生看过老师的消息，到给出的这一条为止；老师在监控页看到谁看过',
    input: z.object({ attempt: Id, message: Id }),
    data: z.object({}),
    errors: ['attempt-not-found'],
  }),
  'POST /v1/exam_submit': call({
    queries: 8,
    access: 'student',
    source: 'spec',
    writes: 'natural',
    summary: '交卷，带上还没有保存的步骤；重复交卷得到同一张回执',
    input: z.object({ attempt: Id, epoch: Ordinal, steps: Steps.default([]) }),
    data: Receipt,
    errors: ['attempt-not-found', 'epoch-unknown', 'exam-elsewhere'],
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
    queries: 10,
    access: 'user',
    source: 'spec',
    summary: '我的一次作答的结果：得分、名次、用时、对错；允许时有答案和解析',
    input: z.object({ id: Id }),
    data: AttemptBrief.extend({
      exam: ExamCard.pick({ id: true, title: true, examination_start: true, examination_end: true }),
      maxScore: z.number(),
      passScore: z.number(),
      /**
       * How the total follows from the points of the paper, if students have different papers and staff chose it:
       * `slope` · points + `intercept`, from 0 to `maxScore`. No points stay no points and all points stay all. `points`
       * is null while `sheet` is.
       */
      conversion: z.object({ slope: z.number(), intercept: z.number(), points: z.number().nullable() }).optional(),
      /** Points of maxScore that are not scored yet. */
      waitingScore: z.number(),
      /** Points of the questions scored without a teacher, while the others await manual grading; null otherwise. */
      objective: z.object({ score: z.number(), maxScore: z.number() }).nullable().optional(),
      /** Seconds from start to submission. */
      seconds: z.int(),
      /** Null if ranks are not shown, or not yet. */
      rank: z.object({ place: z.int(), of: z.int() }).nullable(),
      /** Null until a closed attempt has been scored. */
      receipt: Receipt.nullable(),
      leaves: z.array(z.object({ at: UnixSeconds, seconds: z.int() })),
      /** Late steps and steps from a device that was taken over: stored, not scored. */
      lateSteps: z.int(),
      /** Whether another attempt can be started now. */
      retry: z.boolean(),
      analysis: AnalysisPermission,
      /**
       * In the order shown to the student; null until the attempt is scored and either the exam is over or the analysis
       * is visible.
       */
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
      /**
       * Numbers of all questions, with void ones: `own` on the paper of this student, `paper` on the composed paper,
       * which staff use. Absent while `sheet` is null.
       */
      numbers: z.array(z.object({ question: Id, own: z.int(), paper: z.int() })).optional(),
      /** Questions that staff removed from the paper; the points of the others were scaled to the same maximum. */
      voided: z.array(Id).optional(),
      /** 送分: questions whose points every student got. */
      given: z.array(Id).optional(),
      /** Manual scores with comments; empty while `sheet` is null. */
      grades: z.array(ManualGrade).optional(),
      /** Points by knowledge point (tag), lowest share first; empty while `sheet` is null. */
      strengths: z.array(z.object({ tag: z.string(), score: z.number(), maxScore: z.number() })).optional(),
      appeals: z.array(Appeal).optional(),
      /** Whether exam_appeal is open now. */
      mayAppeal: z.boolean().optional(),
      /** Earlier totals that a regrade replaced, oldest first. */
      history: z
        .array(z.object({ at: UnixSeconds, before: z.number(), after: z.number(), reason: z.string() }))
        .optional(),
    }),
    errors: ['attempt-not-found', 'exam-running'],
  }),
  'POST /v1/exam_appeal': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '申请复核一道题的得分；同一题有未答复的申请时只改理由',
    input: z.object({
      attempt: Id,
      question: Id,
      reason: z.string().trim().min(5, { error: '请写明理由，至少 5 个字' }).max(500, { error: '理由最多 500 个字' }),
    }),
    data: z.object({ appeals: z.array(Appeal) }),
    errors: ['attempt-not-found', 'question-not-found', 'appeal-refused'],
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
