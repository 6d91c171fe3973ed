import * as z from 'zod'
import { call, calls } from '../../call'
import { AnswerKey, PublicQuestion, QuestionType } from '../../questions'
import { CodeAnswer, CodeKey } from '../../questions/code'
import { Count, CurriculumKind, Done, Id, Ordinal, UnixSeconds } from '../../shapes'
import {
  Clash,
  ClassBrief,
  ExamState,
  FormsSummary,
  ItemParameters,
  ItemStatistics,
  PaperRules,
  Points,
  QuestionBrief,
  StaffPaperSection,
} from './exam-shapes'
import { After, cursorPageSchema, Reason } from './shapes'

const access = { staff: 'exam.manage' } as const
const source = 'added' as const

const DraftSection = z.object({
  title: z.string().max(100, { error: '大题的名称最多 100 个字' }),
  /** Number of questions that each student gets, drawn so that all papers are equally hard; absent: all. */
  draw: z.int().min(1, { error: '每人至少抽 1 题' }).max(500).optional(),
  questions: z
    .array(
      z.object({
        question: Id,
        /** Null: the points that the question has in its bank. */
        points: z.number().min(0.01).max(1000).multipleOf(0.01, { error: '分值最多两位小数' }).nullable(),
      }),
    )
    .max(500, { error: '一场考试最多 500 题' }),
})

/** A draft as typed: any field may still be empty or invalid; exam_draft_check returns the problems. */
export const DraftBody = z.object({
  title: z.string().max(100, { error: '名称最多 100 个字' }),
  school: Id.nullable(),
  classes: z.array(Id).max(200),
  /** Markdown. */
  notice: z.string().max(20_000, { error: '考试说明最多 20000 个字' }),
  startsAt: UnixSeconds.nullable(),
  endsAt: UnixSeconds.nullable(),
  durationMinutes: z.int().min(1).max(1440, { error: '时长最多 1440 分钟' }).nullable(),
  attempts: z.int().min(1).max(20, { error: '最多 20 次作答机会' }),
  /** Points; null: 60 % of the total. */
  pass: z.number().min(0).max(500_000).nullable(),
  analysis: z.enum(['never', 'submitted', 'ended']),
  rank: z.boolean(),
  shuffle: z.object({ questions: z.boolean(), options: z.boolean() }),
  /** Goals of the author: total points, and average as a share of them. exam_draft_check only compares with them. */
  goal: z.object({
    points: z.number().min(1).max(500_000).multipleOf(0.01).nullable(),
    expected: z.number().min(0.05).max(0.95).nullable(),
  }),
  sections: z.array(DraftSection).max(50, { error: '最多 50 个大题' }),
  /** Absent: no rules. */
  papers: PaperRules.optional(),
})
export type DraftBody = z.infer<typeof DraftBody>

const Editor = z.object({ name: z.string(), at: UnixSeconds, isMe: z.boolean() })

const DraftBrief = z.object({
  id: Id,
  title: z.string(),
  questions: z.int(),
  points: Points,
  updatedAt: UnixSeconds,
  updatedBy: z.string(),
  /** The exam published from this draft, which publishing it again corrects; null for a new draft. */
  exam: z.object({ id: Id, state: ExamState }).nullable(),
})

export const Draft = DraftBrief.extend({
  /** Sent with every save; grows with every change. */
  version: z.int(),
  body: DraftBody,
  /** Briefs of the questions in `body`. */
  briefs: z.array(QuestionBrief),
  /** Other staff who have the draft open now. */
  others: z.array(Editor),
})
export type Draft = z.infer<typeof Draft>

const DraftCheck = z.object({
  version: z.int(),
  questions: z.int(),
  points: Points,
  /** Expected average as a share of the points, 0 to 1; null without questions. */
  expected: z.number().nullable(),
  /** Number of questions whose expected share was measured from answers. */
  measured: z.int(),
  types: z.array(z.object({ type: QuestionType, count: z.int(), points: Points })),
  difficulties: z.array(z.object({ difficulty: z.int(), count: z.int() })),
  tags: z.array(z.object({ tag: z.string(), count: z.int(), points: Points })),
  /** Pairs of questions with almost the same text. */
  duplicates: z.array(z.object({ first: Id, second: Id, similarity: z.number() })),
  classes: z.array(ClassBrief),
  /** Number of students who get the exam. */
  students: z.int(),
  /** From a few sample papers; null if all students get the same questions. */
  forms: FormsSummary.nullable(),
  clashes: z.array(Clash),
  /** Reasons why the draft cannot be published; empty if it can. */
  problems: z.array(z.string()),
  /** Problems that do not prevent publishing. */
  warnings: z.array(z.string()),
})
export type DraftCheck = z.infer<typeof DraftCheck>

const Version = Ordinal

export const examDrafts = calls({
  'GET /staff/v1/exam_draft_list': call({
    access,
    source,
    summary: '还没有发布的考试草稿，最近修改的在前',
    input: After.extend({ keyword: z.string().trim().max(50).optional() }),
    data: cursorPageSchema(DraftBrief),
  }),
  'GET /staff/v1/exam_draft_info': call({
    access,
    source,
    summary: '一份草稿：内容、题目摘要、正在编辑的人',
    input: z.object({ id: Id }),
    data: Draft,
    errors: ['draft-not-found'],
  }),
  'POST /staff/v1/exam_draft_create': call({
    access,
    source,
    writes: 'keyed',
    summary: '新建草稿；可复制一场考试（exam）或另一份草稿（draft）的内容，不带时间和班级',
    input: z.object({ exam: Id.optional(), draft: Id.optional() }),
    data: Draft.extend({
      /** What is missing in the copy of an exam or should be checked; empty if nothing is. */
      note: z.string(),
    }),
    errors: ['draft-not-found', 'exam-not-found'],
  }),
  'POST /staff/v1/exam_draft_edit': call({
    access,
    source,
    writes: 'keyed',
    summary: '修改一场还没有人开始的考试：得到它的草稿，改好后再次发布',
    input: z.object({ exam: Id }),
    data: Draft,
    errors: ['exam-not-found', 'exam-refused'],
  }),
  'POST /staff/v1/exam_draft_save': call({
    access,
    source,
    writes: 'natural',
    summary: '保存草稿；version 不是最新的就不保存，并说明谁在什么时候改过（data.by、data.at、data.version）',
    input: z.object({ id: Id, version: Version, body: DraftBody }),
    data: z.object({ version: z.int(), updatedAt: UnixSeconds, others: z.array(Editor) }),
    errors: ['draft-not-found', 'draft-changed'],
  }),
  'POST /staff/v1/exam_draft_presence': call({
    // `quiet`: the page calls this every 20 s, and a page left open must not prolong the session.
    access: { staff: 'exam.manage', quiet: true },
    source,
    writes: 'natural',
    summary: '报到：我正在编辑这份草稿；得到最新的 version 和其他正在编辑的人，每 20 秒一次',
    input: z.object({ id: Id }),
    data: z.object({ version: z.int(), updatedAt: UnixSeconds, updatedBy: z.string(), others: z.array(Editor) }),
    errors: ['draft-not-found'],
  }),
  'POST /staff/v1/exam_draft_delete': call({
    access,
    source,
    writes: 'natural',
    summary: '删除草稿；30 天内可以撤销（undo）',
    input: z.object({ id: Id, undo: z.boolean().default(false) }),
    data: Done,
    errors: ['draft-not-found', 'exam-refused'],
  }),
  'GET /staff/v1/exam_draft_check': call({
    access,
    source,
    summary: '检查草稿：总分、预计难度、近似的题、收到的人数、时间冲突和不能发布的原因',
    input: z.object({ id: Id }),
    data: DraftCheck,
    errors: ['draft-not-found'],
  }),
  'GET /staff/v1/exam_draft_preview': call({
    access,
    source,
    summary: '草稿的试卷，与学生看到的一样（seed 换一个就换一个顺序），另附答案供打印',
    input: z.object({ id: Id, seed: Count.default(1) }),
    data: z.object({
      title: z.string(),
      /** HTML. */
      notice: z.string(),
      durationMinutes: z.int().nullable(),
      points: Points,
      seed: z.int(),
      shuffle: z.object({ questions: z.boolean(), options: z.boolean() }),
      fixed: z.array(z.string()),
      /** Sections of the paper; each contains the next `count` of `questions`. */
      sections: z.array(StaffPaperSection),
      questions: z.array(PublicQuestion),
      /** In the order of `questions`; one key per question part of a 材料题. */
      keys: z.array(z.object({ keys: z.array(AnswerKey), analysis: z.array(z.string()) })),
    }),
    errors: ['draft-not-found'],
  }),
  'POST /staff/v1/exam_draft_run': call({
    access,
    source,
    summary:
      '在预览里试运行一道编程题：参考程序（不给 source）或自己写的代码，逐个测试的结果，不公开的测试也显示；什么也不保存',
    input: z.object({
      id: Id,
      question: Id,
      /** Number of the question part of a 材料题, from 0. */
      part: z.int().min(0).max(99).nullable().default(null),
      source: CodeAnswer.shape.source.optional(),
    }),
    data: z.object({
      points: Points,
      maxPoints: Points,
      passed: z.int(),
      tests: CodeKey.shape.tests,
      compileError: CodeKey.shape.compileError,
      /** Why the program would need manual grading; null if the tests decide. */
      manual: CodeKey.shape.manual,
    }),
    errors: ['draft-not-found', 'question-not-found'],
  }),
  'GET /staff/v1/exam_class_list': call({
    access,
    source,
    summary: '可以发布考试的班级，按学校，带收得到考试的学生数',
    input: z.object({}),
    data: z.array(z.object({ id: Id, name: z.string(), classes: z.array(ClassBrief) })),
  }),
  'GET /staff/v1/exam_bank_list': call({
    access,
    source,
    summary: '可以选题的题库和教材，带章节、题型、难度和标签的题数',
    input: z.object({}),
    data: z.array(
      z.object({
        id: Id,
        kind: CurriculumKind,
        title: z.string(),
        questions: z.int(),
        chapters: z.array(z.object({ id: Id, title: z.string(), questions: z.int() })),
        types: z.array(z.object({ type: QuestionType, questions: z.int() })),
        tags: z.array(z.object({ tag: z.string(), questions: z.int() })),
      }),
    ),
  }),
  'GET /staff/v1/exam_question_search': call({
    access,
    source,
    summary: '在题库里找题',
    input: After.extend({
      keyword: z.string().trim().max(100).optional(),
      bank: Id.optional(),
      chapter: Id.optional(),
      type: QuestionType.optional(),
      difficulty: z.int().min(1).max(5).optional(),
      tag: z.string().max(50).optional(),
      /** Only questions that have not been in an exam. */
      unused: z.boolean().optional(),
    }),
    data: cursorPageSchema(QuestionBrief),
  }),
  'GET /staff/v1/exam_question_view': call({
    access,
    source,
    summary: '一道题的全貌：题目、答案和解析',
    input: z.object({ id: Id }),
    data: z.object({
      brief: QuestionBrief,
      question: PublicQuestion,
      keys: z.array(AnswerKey),
      analysis: z.array(z.string()),
      statistics: z.array(ItemStatistics),
      /** Null before the first calibration with answers to this version. */
      parameters: ItemParameters.nullable(),
    }),
    errors: ['question-not-found'],
  }),
  'POST /staff/v1/exam_blueprint': call({
    access,
    source,
    writes: 'natural',
    summary: '按双向细目表抽题：每行的章节、题型、难度和题数；不重复抽，少用过的在前；不够时说明缺几题',
    input: z.object({
      /** Seed of the random choice: another number draws other questions. */
      seed: Count,
      /** Questions already on the paper, which are not drawn again. */
      except: z.array(Id).max(500).default([]),
      rows: z
        .array(
          z.object({
            bank: Id,
            chapter: Id.nullable().default(null),
            type: QuestionType.nullable().default(null),
            difficulty: z.int().min(1).max(5).nullable().default(null),
            tag: z.string().max(50).nullable().default(null),
            count: z.int().min(1).max(200),
          }),
        )
        .min(1, { error: '请至少填一行' })
        .max(100),
    }),
    data: z.object({
      rows: z.array(z.object({ questions: z.array(QuestionBrief), missing: z.int() })),
    }),
  }),
  'POST /staff/v1/exam_publish': call({
    access,
    source,
    writes: 'keyed',
    summary:
      '发布草稿并通知学生；没有学生时不能发布，有时间冲突时要确认（data.clashes）；草稿来自一场考试时修改它（要写原因；不归我管的班级保留，去掉班级要再次确认身份）',
    input: z.object({
      draft: Id,
      version: Version,
      acceptClashes: z.boolean().default(false),
      /** Required to correct a published exam; shown to students. */
      reason: Reason.optional(),
    }),
    data: z.object({ exam: Id, students: z.int() }),
    errors: ['exam-not-found', 'draft-not-found', 'draft-changed', 'exam-plan-refused', 'exam-clash', 'exam-refused'],
  }),
  'POST /staff/v1/exam_reschedule': call({
    access,
    source,
    writes: 'natural',
    summary: '改还没有人开始的考试的时间，通知学生；不给结束时间就一样长；有时间冲突时要确认（data.clashes）',
    input: z.object({
      exam: Id,
      startsAt: UnixSeconds,
      endsAt: UnixSeconds.optional(),
      reason: Reason,
      acceptClashes: z.boolean().default(false),
    }),
    data: z.object({ startsAt: UnixSeconds, endsAt: UnixSeconds, students: z.int() }),
    errors: ['exam-not-found', 'exam-refused', 'exam-clash'],
  }),
  'POST /staff/v1/exam_withdraw': call({
    access: { staff: 'exam.manage', fresh: true },
    source,
    writes: 'natural',
    summary: '撤回还没有人开始的考试，通知学生；题目随即可以在别处使用',
    input: z.object({ exam: Id, reason: Reason }),
    data: z.object({ students: z.int() }),
    errors: ['exam-not-found', 'exam-refused'],
  }),
})
