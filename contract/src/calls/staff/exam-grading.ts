import * as z from 'zod'
import { call, calls } from '../../call'
import { AnswerKey, PartAnswer, PublicQuestion, QuestionType } from '../../questions'
import { Count, Done, Id, UnixSeconds } from '../../shapes'
import { ExamState, Points, QuestionPart } from './exam-shapes'

const access = { staff: 'exam.grade' } as const
const source = 'added' as const

const RubricPoint = z.object({ score: Points, html: z.string() })

/** Score entered by a grader, with at most two decimals. */
const GivenScore = z.number().min(0).max(1000).multipleOf(0.01, { error: '得分最多两位小数' })

/** `second`: needs the score of a second grader; `third`: two graders differ too much, so a third one decides. */
const AnswerState = z.enum(['waiting', 'second', 'third', 'graded'])
export type GradingState = z.infer<typeof AnswerState>

/** Maximum number of answers that one call may score. */
export const answersPerSave = 1000

const Comment = z.string().max(1000, { error: '评语最多 1000 个字' })

const Grade = z.object({
  /** Identifies the grade, to undo it. */
  id: Id,
  score: Points,
  /** Numbers of the rubric points that are met. */
  points: z.array(z.int()),
  comment: z.string(),
  at: UnixSeconds,
  /** Name of the grader; empty if graders must not see each other. */
  by: z.string(),
  isMine: z.boolean(),
  undone: z.boolean(),
})

const GradedAnswer = z.object({
  /** Id of the answer; does not reveal the student. */
  id: Id,
  state: AnswerState,
  answer: PartAnswer.nullable(),
  /** Result of the automatic tests of a program; empty for other questions. */
  note: z.string(),
  /** Other ungraded answers with the same text; they can be scored together with this one. */
  equals: z.array(Id),
  /** Spellings of this answer and of `equals`, this one first; at most 20. Empty if all are spelled the same. */
  spellings: z.array(z.string()),
  /** Until this time no other grader gets the answer. */
  claimedUntil: UnixSeconds.nullable(),
  /** Score that counts; null until the answer is graded. */
  score: Points.nullable(),
  /** Oldest first. With double grading, only the caller's own until both graders have scored. */
  grades: z.array(Grade),
  /** Name and number; null while grading is anonymous. */
  student: z.object({ name: z.string(), number: z.string() }).nullable(),
  /** Set if the answer is flagged for another grader. `by` is empty if graders must not see each other. */
  flag: z.object({ by: z.string(), isMine: z.boolean(), at: UnixSeconds }).nullable(),
})
export type GradingAnswer = z.infer<typeof GradedAnswer>

const Setup = z.object({
  /** Whether two graders score each answer independently. */
  double: z.boolean(),
  /** If two graders differ by at most this many points, their average counts. */
  difference: Points,
  anonymous: z.boolean(),
  /** Rubric in this exam; that of the question unless it was changed here. */
  rubric: z.array(RubricPoint),
  /** Identifies the rubric; sent with grades that refer to its points. */
  rubricId: z.string(),
  /** Sent with changes of the setup. */
  version: z.int(),
})

const Progress = z.object({
  question: Id,
  part: z.int().nullable(),
  /** Number on the paper, such as 5 or 5.2. */
  number: z.string(),
  type: QuestionType,
  text: z.string(),
  maxScore: Points,
  total: z.int(),
  waiting: z.int(),
  second: z.int(),
  third: z.int(),
  graded: z.int(),
  /** Answers that other graders have claimed now. */
  claimed: z.int(),
  mine: z.int(),
  /** Open answers that the caller has not scored: they need a first, a second or a third grader. */
  forMe: z.int(),
  /** Those of `forMe` that no other grader has claimed. */
  free: z.int(),
  /** Answers flagged for another grader. */
  flagged: z.int(),
  average: Points.nullable(),
  /** Whether the question is void, so that its answers need no grading. */
  isVoid: z.boolean(),
  setup: Setup,
})

const ExamToGrade = z.object({
  id: Id,
  title: z.string(),
  classes: z.array(z.string()),
  state: ExamState,
  endsAt: UnixSeconds,
  /** Number of questions and question parts that are graded manually. */
  questions: z.int(),
  total: z.int(),
  graded: z.int(),
  /** Open answers that the caller has not scored: they need a first, a second or a third grader. */
  waiting: z.int(),
  third: z.int(),
  mine: z.int(),
})
export type ExamToGrade = z.infer<typeof ExamToGrade>

export const examGrading = calls({
  'GET /staff/v1/grading_list': call({
    access: { staff: 'exam.grade', quiet: true },
    source,
    summary: '我能批阅的考试和等着我批的份数；没批完的、早结束的在前，批完的最近 50 场',
    input: z.object({}),
    data: z.object({ waiting: z.int(), list: z.array(ExamToGrade) }),
  }),
  'GET /staff/v1/grading_overview': call({
    access,
    source,
    summary: '批阅进度：每道要人工批阅的题，已批、待批、待第二人、待仲裁',
    input: z.object({ exam: Id }),
    data: z.object({
      title: z.string(),
      questions: z.array(Progress),
      graders: z.array(z.object({ name: z.string(), grades: z.int(), isMe: z.boolean() })),
    }),
    errors: ['exam-not-found'],
  }),
  'GET /staff/v1/grading_question': call({
    access,
    source,
    summary: '批阅一道题要看的：题目、参考答案、评分要点',
    input: z.object({ exam: Id, ...QuestionPart.shape }),
    data: z.object({
      progress: Progress,
      question: PublicQuestion,
      key: AnswerKey.nullable(),
      analysis: z.string(),
      /** Classes with open answers. */
      classes: z.array(z.object({ id: Id, name: z.string(), open: z.int() })),
    }),
    errors: ['exam-not-found', 'question-not-found'],
  }),
  'POST /staff/v1/grading_take': call({
    access,
    source,
    writes: 'natural',
    summary:
      '领一批答卷来批，10 分钟内别人领不到；已领未批的在前，相同的答案只领一份；可只领一个班的，可让相近的答案挨着；作废的题不用批，领不到',
    input: z.object({
      exam: Id,
      ...QuestionPart.shape,
      limit: z.int().min(1).max(50).default(20),
      /** `waiting`: answers without a score; `third`: answers that need a third grader. */
      state: z.enum(['waiting', 'third']).default('waiting'),
      /** `submitted`: by time of submission; `similar`: similar texts one after another. */
      order: z.enum(['submitted', 'similar']).default('submitted'),
      /** Only answers of this class; names stay hidden. */
      class: Id.optional(),
      /** This answer and those with the same text come first, unless another grader has claimed them. */
      answer: Id.optional(),
    }),
    data: z.object({
      answers: z.array(GradedAnswer),
      left: z.int(),
      /** Number of answers in `left` that other graders have claimed, and the time at which the last claim expires. */
      held: z.int(),
      heldUntil: UnixSeconds.nullable(),
    }),
    errors: ['exam-not-found', 'question-not-found'],
  }),
  'GET /staff/v1/grading_answers': call({
    access,
    source,
    summary: '一道题的全部答卷，批过的也在；按 id 翻页，可只看我批的、请人再看的',
    input: z.object({
      exam: Id,
      ...QuestionPart.shape,
      state: AnswerState.optional(),
      mine: z.boolean().optional(),
      /** Only answers flagged for another grader. */
      flagged: z.boolean().optional(),
      /** Only this answer. */
      answer: Id.optional(),
      after: z.string().max(200).optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    data: z.object({ list: z.array(GradedAnswer), next: z.string().nullable(), total: z.int() }),
    errors: ['exam-not-found', 'question-not-found'],
  }),
  'GET /staff/v1/grading_groups': call({
    access,
    source,
    summary: '一道题里相同的答案（忽略空白、全角半角和句末句号），人数多的在前',
    input: z.object({ exam: Id, ...QuestionPart.shape }),
    data: z.array(
      z.object({
        answers: z.array(Id),
        text: z.string(),
        count: z.int(),
        waiting: z.int(),
        score: Points.nullable(),
      }),
    ),
    errors: ['exam-not-found', 'question-not-found'],
  }),
  'POST /staff/v1/grading_save': call({
    access,
    source,
    writes: 'natural',
    summary: '给一份或几份相同的答卷打分；同一个 key 只记一次；被别人领走、已经批过或评分要点改了的在 refused 里说明',
    input: z.object({
      exam: Id,
      ...QuestionPart.shape,
      grades: z
        .array(
          z.object({
            /** Created and stored by the client before sending, so that a repeated request changes nothing. */
            key: Id,
            answers: z.array(Id).min(1).max(500),
            /** Null: the score is the sum of the met rubric points. */
            score: GivenScore.nullable(),
            points: z.array(z.int().min(0).max(99)).max(100).default([]),
            /** Rubric that `points` refer to; refused if the rubric has changed since. Omitted: the current rubric. */
            rubricId: z.string().max(64).optional(),
            comment: Comment.default(''),
            /** Whether to replace a grade given by the caller, or with `exam.manage` any grade. */
            again: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(50)
        .refine((grades) => grades.reduce((sum, { answers }) => sum + answers.length, 0) <= answersPerSave, {
          error: `一次最多给 ${answersPerSave} 份答卷打分`,
        }),
    }),
    data: z.object({
      saved: z.array(z.object({ key: Id, answers: z.array(Id), state: AnswerState })),
      refused: z.array(
        z.object({ key: Id, answer: Id, reason: z.enum(['claimed', 'graded', 'missing', 'rubric']), msg: z.string() }),
      ),
    }),
    errors: ['exam-not-found', 'question-not-found', 'grade-refused'],
  }),
  'POST /staff/v1/grading_undo': call({
    access,
    source,
    writes: 'natural',
    summary: '撤销自己打的分（由 key 指明；exam.manage 可以撤销任何人的）；答卷回到之前的状态，没有别人在批就又归我批',
    input: z.object({ exam: Id, key: Id }),
    data: z.object({ answers: z.array(z.object({ id: Id, state: AnswerState, score: Points.nullable() })) }),
    errors: ['exam-not-found', 'grade-not-found'],
  }),
  'POST /staff/v1/grading_flag': call({
    access,
    source,
    writes: 'natural',
    summary: '标记一份答卷，请另一位老师看，或去掉标记；得分不受影响，批过的答卷里和管理考试的人都看得到',
    input: z.object({ exam: Id, ...QuestionPart.shape, answer: Id, flagged: z.boolean() }),
    data: z.object({ flag: GradedAnswer.shape.flag }),
    errors: ['exam-not-found', 'question-not-found', 'grade-not-found'],
  }),
  'POST /staff/v1/grading_release': call({
    access,
    source,
    writes: 'natural',
    summary: '放回我领了还没有批的答卷，一道题的或整场的',
    input: z.object({ exam: Id, question: Id.optional(), part: QuestionPart.shape.part }),
    data: z.object({ released: z.int() }),
    errors: ['exam-not-found', 'question-not-found'],
  }),
  'POST /staff/v1/grading_setup': call({
    access: { staff: 'exam.manage' },
    source,
    writes: 'natural',
    summary: '设置一道题的批阅：评分要点、是否双评、允许的分差、是否匿名；已打的分不变，没有定分的按新的双评规则重新定',
    input: z.object({
      exam: Id,
      ...QuestionPart.shape,
      version: Count,
      double: z.boolean(),
      difference: GivenScore,
      anonymous: z.boolean(),
      /** Null: use the rubric of the question; omitted: leave the rubric unchanged. */
      rubric: z
        .array(
          z.object({
            score: z.number().min(-1000).max(1000).multipleOf(0.01, { error: '分值最多两位小数' }),
            /** Plain text. */
            text: z.string().trim().min(1, { error: '请写评分要点' }).max(300),
          }),
        )
        .max(30, { error: '最多 30 个评分要点' })
        .nullable()
        .optional(),
    }),
    data: Setup,
    errors: ['exam-not-found', 'question-not-found', 'setup-changed'],
  }),
  'GET /staff/v1/grading_phrases': call({
    access,
    source,
    summary: '我的常用评语，常用的在前',
    input: z.object({}),
    data: z.array(z.object({ id: Id, text: z.string(), uses: z.int() })),
  }),
  'POST /staff/v1/grading_phrase_save': call({
    access,
    source,
    writes: 'natural',
    summary: '保存一条常用评语；已有同样的就算用了一次',
    input: z.object({ text: z.string().trim().min(1, { error: '请写评语' }).max(300) }),
    data: z.object({ id: Id }),
    errors: ['grade-refused'],
  }),
  'POST /staff/v1/grading_phrase_delete': call({
    access,
    source,
    writes: 'natural',
    summary: '删除一条常用评语',
    input: z.object({ id: Id }),
    data: Done,
  }),
})
