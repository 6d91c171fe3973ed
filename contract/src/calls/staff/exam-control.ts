import * as z from 'zod'
import { call, calls } from '../../call'
import { AnswerKey, PublicQuestion, QuestionType } from '../../questions'
import { Id, UnixSeconds } from '../../shapes'
import {
  ClassBrief,
  ExamState,
  FormsSummary,
  Pause,
  Points,
  RoomMessage,
  RulingKind,
  StaffPaperSection,
} from './exam-shapes'
import { After, cursorPageSchema, Reason } from './shapes'

const manage = { staff: 'exam.manage' } as const
const source = 'added' as const

const ExamBrief = z.object({
  id: Id,
  title: z.string(),
  school: z.string(),
  classes: z.array(z.string()),
  state: ExamState,
  startsAt: UnixSeconds,
  /** Moves later while the exam is paused. */
  endsAt: UnixSeconds,
  /** End of the last attempt, with all extensions; moves later while the exam is paused. */
  closesAt: UnixSeconds,
  durationMinutes: z.int(),
  paused: Pause.nullable(),
  questions: z.int(),
  points: Points,
  students: z.int(),
  /** Attempts in progress. */
  running: z.int(),
  /** Students with a submitted or closed attempt. */
  submitted: z.int(),
  /** Attempts with a score that is not final. */
  unscored: z.int(),
  openAppeals: z.int(),
  /** Average of each student's best attempt with a final score; null if there is none. */
  average: Points.nullable(),
  /** Share of the students counted in `average` who passed, 0 to 1. */
  passRate: z.number().nullable(),
})
export type StaffExamBrief = z.infer<typeof ExamBrief>

const ExamDetail = ExamBrief.extend({
  /** HTML. */
  notice: z.string(),
  attempts: z.int(),
  passPoints: Points,
  analysis: z.enum(['never', 'submitted', 'ended']),
  rank: z.boolean(),
  shuffle: z.object({ questions: z.boolean(), options: z.boolean() }),
  /** Null if all students get the same questions. */
  forms: FormsSummary.nullable(),
  classList: z.array(ClassBrief),
  publishedAt: UnixSeconds,
  /** Whether a student has started: from then on the paper cannot be changed. */
  started: z.boolean(),
  /** Extra minutes given to all students. */
  extensionMinutes: z.int(),
  /** Total seconds of all ended pauses. */
  pausedSeconds: z.int(),
  withdrawn: z.object({ at: UnixSeconds, reason: z.string() }).nullable(),
  endedEarly: z.object({ at: UnixSeconds, reason: z.string() }).nullable(),
  rulings: z.array(
    z.object({ question: Id, number: z.int(), kind: RulingKind, reason: z.string(), at: UnixSeconds, by: z.string() }),
  ),
  messages: z.array(RoomMessage),
  /** Actions of staff on the exam since it was published, newest first, at most 100. */
  events: z.array(
    z.object({
      at: UnixSeconds,
      kind: z.enum(['publish', 'correct', 'reschedule', 'extend', 'pause', 'resume', 'end', 'withdraw', 'regrade']),
      /** Details: the old and new times, or the minutes and the students who got them. */
      text: z.string(),
      reason: z.string(),
      by: z.string(),
    }),
  ),
  draft: Id.nullable(),
})
export type StaffExam = z.infer<typeof ExamDetail>

/** `absent`: the exam is over and the student has not started. */
const LiveState = z.enum(['waiting', 'answering', 'submitted', 'closed', 'absent'])

const LiveStudent = z.object({
  /** Id of the student, for exam_extend and exam_message. */
  student: Id,
  attempt: Id.nullable(),
  name: z.string(),
  number: z.string(),
  class: z.string(),
  state: LiveState,
  answered: z.int(),
  leaves: z.int(),
  /** Time of the last request from the page; null before the start. */
  seenAt: UnixSeconds.nullable(),
  /** Whether the page of an answering student has sent no request for 45 s. */
  offline: z.boolean(),
  startedAt: UnixSeconds.nullable(),
  /** Moves later while the exam is paused. */
  deadline: UnixSeconds.nullable(),
  submittedAt: UnixSeconds.nullable(),
  /** Extra minutes given to this student only. */
  extensionMinutes: z.int(),
  /** Number of the attempt, from 1. */
  tries: z.int(),
  /** Time of the newest message that the student confirmed; null if none. */
  messagesReadAt: UnixSeconds.nullable(),
})
export type LiveStudent = z.infer<typeof LiveStudent>

export const examControl = calls({
  'GET /staff/v1/exam_list': call({
    access: { staff: 'exam.results' },
    source,
    summary: '我管得到的考试，按状态、班级、题目所属的课程和开始时间筛选，按名称或班级查找；最近开始的在前',
    input: After.extend({
      state: ExamState.optional(),
      keyword: z.string().trim().max(50).optional(),
      class: Id.optional(),
      /** Only exams with questions from this curriculum. */
      course: Id.optional(),
      /** Only exams that start at or after `from` and before `to`. */
      from: UnixSeconds.optional(),
      to: UnixSeconds.optional(),
    }),
    data: cursorPageSchema(ExamBrief).extend({
      counts: z.object({
        draft: z.int(),
        scheduled: z.int(),
        running: z.int(),
        marking: z.int(),
        finished: z.int(),
        withdrawn: z.int(),
      }),
    }),
  }),
  'GET /staff/v1/exam_filters': call({
    access: { staff: 'exam.results' },
    source,
    summary: '考试列表可以按哪些班级和课程（题库、教材）筛选',
    input: z.object({}),
    data: z.object({
      classes: z.array(z.object({ id: Id, name: z.string(), school: z.string() })),
      courses: z.array(z.object({ id: Id, title: z.string() })),
    }),
  }),
  'GET /staff/v1/exam_info': call({
    access: { staff: 'exam.results' },
    source,
    summary: '一场考试：状态、规则、班级、改过的题、发过的消息',
    input: z.object({ id: Id }),
    data: ExamDetail,
    errors: ['exam-not-found'],
  }),
  'GET /staff/v1/exam_paper': call({
    access: { staff: 'exam.results' },
    source,
    summary: '一场考试的试卷和答案，按出卷的顺序；打印用',
    input: z.object({ id: Id }),
    data: z.object({
      title: z.string(),
      points: Points,
      sections: z.array(StaffPaperSection),
      questions: z.array(PublicQuestion),
      keys: z.array(z.object({ keys: z.array(AnswerKey), analysis: z.array(z.string()) })),
      rulings: z.array(
        z.object({
          question: Id,
          kind: RulingKind,
          /** For `key`: whether the published key counts as well, and the keys that were added. */
          keepKey: z.boolean(),
          accepted: z.array(z.array(AnswerKey)),
        }),
      ),
    }),
    errors: ['exam-not-found'],
  }),
  'POST /staff/v1/exam_extend': call({
    access: manage,
    source,
    writes: 'keyed',
    summary: '延长时间，给所有人、一位或几位学生；作答中的立即生效',
    input: z.object({
      exam: Id,
      minutes: z.int().min(1).max(1440),
      /** All students if omitted. */
      students: z.array(Id).min(1).max(1000).optional(),
      reason: Reason,
    }),
    data: z.object({
      /** Attempts in progress whose deadline moved. */
      moved: z.int(),
      students: z.int(),
      /** Chosen students who got no extension: they have submitted, or can no longer start. */
      skipped: z.int(),
    }),
    errors: ['exam-not-found', 'exam-refused'],
  }),
  'POST /staff/v1/exam_pause': call({
    access: manage,
    source,
    writes: 'natural',
    summary: '暂停考试：所有人的时间停住，暂停期间的保存照样算数；再次暂停没有影响',
    input: z.object({ exam: Id, reason: Reason }),
    data: z.object({ since: UnixSeconds, running: z.int() }),
    errors: ['exam-not-found', 'exam-refused'],
  }),
  'POST /staff/v1/exam_resume': call({
    access: manage,
    source,
    writes: 'natural',
    summary: '继续考试：所有截止时间和考试结束时间顺延暂停的时长；没有暂停时没有影响',
    input: z.object({ exam: Id }),
    data: z.object({ seconds: z.int(), moved: z.int(), endsAt: UnixSeconds }),
    errors: ['exam-not-found', 'exam-refused'],
  }),
  'POST /staff/v1/exam_end': call({
    access: manage,
    source,
    writes: 'natural',
    summary: '提前结束考试：给出的分钟数之后收卷，已保存的作答都算数',
    input: z.object({ exam: Id, minutes: z.int().min(0).max(120).default(0), reason: Reason }),
    data: z.object({ endsAt: UnixSeconds, running: z.int() }),
    errors: ['exam-not-found', 'exam-refused'],
  }),
  'POST /staff/v1/exam_message': call({
    access: manage,
    source,
    writes: 'keyed',
    summary: '给正在考试的学生发消息，显示在考试页面上；可以只发给几位',
    input: z.object({
      exam: Id,
      body: z.string().trim().min(1, { error: '请写消息内容' }).max(500, { error: '消息最多 500 个字' }),
      students: z.array(Id).min(1).max(1000).optional(),
      /** Question that the message is about: students see its stem and their own number. */
      question: Id.optional(),
    }),
    data: z.object({
      message: RoomMessage,
      students: z.int(),
      /** Students among `students` whose page has sent no request for 45 s; they see the message when they are back. */
      offline: z.int(),
    }),
    errors: ['exam-not-found', 'exam-refused', 'question-not-found'],
  }),
  'GET /staff/v1/exam_live': call({
    access: { staff: 'exam.manage', quiet: true },
    source,
    summary: '考场实况：每位学生的状态、已答题数、离开次数、断线和剩余时间；每 2 秒一次',
    input: z.object({ id: Id }),
    data: z.object({
      now: UnixSeconds,
      state: ExamState,
      startsAt: UnixSeconds,
      endsAt: UnixSeconds,
      paused: Pause.nullable(),
      questions: z.int(),
      types: z.array(z.object({ type: QuestionType, count: z.int() })),
      students: z.array(LiveStudent),
    }),
    errors: ['exam-not-found'],
  }),
})
