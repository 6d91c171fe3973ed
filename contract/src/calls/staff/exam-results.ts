import * as z from 'zod'
import { call, calls } from '../../call'
import { QuestionType, ScoredQuestion, Verdict } from '../../questions'
import { Id, UnixSeconds } from '../../shapes'
import { Points, RulingKind } from './exam-shapes'
import { After, cursorPageSchema } from './shapes'

const access = { staff: 'exam.results' } as const
const source = 'added' as const

const ResultRow = z.object({
  student: Id,
  /** The attempt that counts: the best one. Null if absent. */
  attempt: Id.nullable(),
  name: z.string(),
  number: z.string(),
  class: z.string(),
  state: z.enum(['absent', 'running', 'scoring', 'marking', 'scored']),
  /** Null until the score is final. */
  score: Points.nullable(),
  passed: z.boolean().nullable(),
  rank: z.int().nullable(),
  /** Seconds from start to submission without pauses. */
  seconds: z.int().nullable(),
  leaves: z.int(),
  submittedAt: UnixSeconds.nullable(),
  tries: z.int(),
})
export type ResultRow = z.infer<typeof ResultRow>

const Statistics = z.object({
  students: z.int(),
  absent: z.int(),
  scored: z.int(),
  average: Points.nullable(),
  median: Points.nullable(),
  lowerQuartile: Points.nullable(),
  upperQuartile: Points.nullable(),
  best: Points.nullable(),
  worst: Points.nullable(),
  /** Standard deviation (n − 1). */
  deviation: Points.nullable(),
  passed: z.int(),
  /** Students per tenth of the maximum, from 0–10 % to 90–100 %. */
  tenths: z.array(z.int()).length(10),
})
export type ExamStatistics = z.infer<typeof Statistics>

const OptionCount = z.object({
  /** Number of the question part of a 材料题, from 0; null for other questions. */
  part: z.int().nullable(),
  /** Letter of the option in the author's order, such as A; 对 or 错 for 判断; 未答 for no answer. */
  label: z.string(),
  text: z.string(),
  /** Whether the option is right by the key that counts now. */
  right: z.boolean(),
  /** Students who chose the option: in the upper, middle and lower third by total score, and in all. */
  upper: z.int(),
  middle: z.int(),
  lower: z.int(),
  all: z.int(),
})

export const ItemFlag = z.enum([
  'too-easy',
  'too-hard',
  'negative',
  'weak',
  'unused-distractor',
  'distractor-beats-key',
])
export type ItemFlag = z.infer<typeof ItemFlag>

const Item = z.object({
  question: Id,
  number: z.int(),
  type: QuestionType,
  text: z.string(),
  maxScore: Points,
  ruling: RulingKind.nullable(),
  /** Average share of the points, 0 to 1. */
  p: z.number().nullable(),
  deviation: z.number().nullable(),
  /** Correlation with the sum of the other questions; null without variance. */
  discrimination: z.number().nullable(),
  /** Difference of p between upper and lower third. */
  thirdsDifference: z.number().nullable(),
  /** Seconds; null if unknown. */
  medianSeconds: z.number().nullable(),
  unanswered: z.int(),
  /** Cronbach's alpha of the exam without this question. */
  alphaWithout: z.number().nullable(),
  options: z.array(OptionCount),
  flags: z.array(ItemFlag),
})
export type AnalysedItem = z.infer<typeof Item>

/** Two students with more equal wrong answers than chance explains. */
const SimilarPair = z.object({
  students: z.array(z.object({ attempt: Id, name: z.string(), number: z.string(), class: z.string() })).length(2),
  bothWrong: z.int(),
  sameWrong: z.int(),
  /** Number of equal wrong answers expected by chance. */
  expected: z.number(),
  /** Probability that so many wrong answers are equal by chance. */
  chance: z.number(),
})
export type SimilarPair = z.infer<typeof SimilarPair>

const Export = z.object({ exam: Id, format: z.enum(['csv', 'xlsx']), class: Id.optional() })
/** `base64` is the file; a CSV file starts with a byte order mark. */
const ExportFile = z.object({ fileName: z.string(), mime: z.string(), base64: z.string(), rows: z.int() })

export const examResults = calls({
  'GET /staff/v1/exam_results': call({
    access,
    source,
    summary: '成绩表，名次在前的在前；缺考的在最后',
    input: After.extend({
      exam: Id,
      class: Id.optional(),
      keyword: z.string().trim().max(50).optional(),
      state: ResultRow.shape.state.optional(),
      passed: z.boolean().optional(),
    }),
    data: cursorPageSchema(ResultRow),
    errors: ['exam-not-found'],
  }),
  'GET /staff/v1/exam_statistics': call({
    access,
    source,
    summary: '成绩概况和分布，全体和各班并排',
    input: z.object({ exam: Id }),
    data: z.object({
      title: z.string(),
      maxScore: Points,
      passScore: Points,
      all: Statistics,
      classes: z.array(Statistics.extend({ id: Id, name: z.string() })),
    }),
    errors: ['exam-not-found'],
  }),
  'GET /staff/v1/exam_class_questions': call({
    access,
    source,
    summary: '各班每道题的平均得分率，供比较班级；作废的题不列',
    input: z.object({ exam: Id }),
    data: z.object({
      classes: z.array(z.object({ id: Id, name: z.string() })),
      questions: z.array(
        z.object({
          question: Id,
          number: z.int(),
          all: z.number().nullable(),
          /** In the order of `classes`. */
          classes: z.array(z.number().nullable()),
        }),
      ),
    }),
    errors: ['exam-not-found'],
  }),
  'GET /staff/v1/exam_analysis': call({
    access,
    source,
    summary: '题目分析：难度、区分度、选项分布、用时和整卷信度，只算成绩已定的作答',
    input: z.object({ exam: Id }),
    data: z.object({
      students: z.int(),
      /** If questions are void, scaled to the full maximum, like the results. */
      average: Points.nullable(),
      deviation: Points.nullable(),
      /** Cronbach's alpha. */
      alpha: z.number().nullable(),
      /** Standard error of measurement, in points. */
      standardError: Points.nullable(),
      items: z.array(Item),
    }),
    errors: ['exam-not-found'],
  }),
  'GET /staff/v1/exam_similar_answers': call({
    access,
    source,
    summary: '错得比偶然更一样的学生，供老师了解情况；不是结论',
    input: z.object({ exam: Id }),
    data: z.object({
      students: z.int(),
      compared: z.int(),
      /** Share of honest exams in which any pair is listed. */
      falseAlarmRate: z.number(),
      /** Large exams are compared within classes only. */
      withinClasses: z.boolean(),
      pairs: z.array(SimilarPair),
      /** Number of pairs beyond those listed. */
      more: z.int(),
    }),
    errors: ['exam-not-found'],
  }),
  'GET /staff/v1/exam_attempt_view': call({
    access,
    source,
    summary: '一位学生的作答：每题的答案、得分、评语和改分记录',
    input: z.object({ attempt: Id }),
    data: z.object({
      student: z.object({ name: z.string(), number: z.string(), class: z.string() }),
      exam: z.object({ id: Id, title: z.string() }),
      state: z.enum(['running', 'submitted', 'closed']),
      score: Points.nullable(),
      maxScore: Points,
      startedAt: UnixSeconds,
      submittedAt: UnixSeconds.nullable(),
      leaves: z.array(z.object({ at: UnixSeconds, seconds: z.int() })),
      lateSteps: z.int(),
      questions: z.array(
        z.object({
          number: z.int(),
          ruling: RulingKind.nullable(),
          result: ScoredQuestion,
          /** Number on the paper of this student; `number` is the number on the composed paper. */
          ownNumber: z.int(),
          /** Manual grades that are not undone, oldest first. */
          grades: z.array(
            z.object({
              /** Number of the question part, from 0; null for the question itself. */
              part: z.int().nullable(),
              score: Points,
              comment: z.string(),
              rubric: z.array(z.object({ score: Points, html: z.string(), met: z.boolean() })),
              by: z.string(),
              at: UnixSeconds,
              /** Whether the grade is part of the score. */
              counts: z.boolean(),
            }),
          ),
          history: z.array(z.object({ at: UnixSeconds, before: Points, after: Points, reason: z.string() })),
        }),
      ),
    }),
    errors: ['attempt-not-found'],
  }),
  'GET /staff/v1/exam_question_answers': call({
    access,
    source,
    summary: '一道题所有学生的得分和对错，供核对',
    input: After.extend({ exam: Id, question: Id, verdict: Verdict.optional() }),
    data: cursorPageSchema(
      z.object({
        attempt: Id,
        name: z.string(),
        number: z.string(),
        verdict: Verdict,
        score: Points,
        text: z.string(),
      }),
    ),
    errors: ['exam-not-found', 'question-not-found'],
  }),
  'POST /staff/v1/exam_export': call({
    access,
    source,
    writes: 'natural',
    summary: '导出成绩（csv 或 xlsx），不含姓名和学号',
    input: Export,
    data: ExportFile,
    errors: ['exam-not-found'],
  }),
  'POST /staff/v1/exam_export_names': call({
    access: { staff: 'export.names', fresh: true },
    source,
    writes: 'natural',
    summary: '导出成绩（csv 或 xlsx），含姓名、学号和班级',
    input: Export,
    data: ExportFile,
    errors: ['exam-not-found'],
  }),
})
