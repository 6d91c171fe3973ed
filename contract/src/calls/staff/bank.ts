import * as z from 'zod'
import { call, calls } from '../../call'
import { AnswerKey, PublicQuestion, QuestionType } from '../../questions'
import { CurriculumKind, Done, Id, UnixSeconds } from '../../shapes'
import { ItemParameters, ItemStatistics, Points } from './exam-shapes'
import { After, cursorPageSchema } from './shapes'

const access = { staff: 'bank.edit' } as const
const source = 'added' as const

const Tag = z.string().trim().min(1).max(30, { error: '标签最多 30 个字' })
/** Markdown of one question, as in a file of questions. */
const QuestionText = z.string().max(100_000, { error: '题目太长' })
const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: '标识只能用小写字母、数字和连字符' })
  .max(80)

/** An exam that has not ended and contains the question. `title` is empty for an exam outside the caller's scope. */
const OpenExam = z.object({ title: z.string(), endsAt: UnixSeconds })

export const BankQuestion = z.object({
  /** Id of the question, or of its draft if it was never published. */
  id: Id,
  slug: z.string(),
  type: QuestionType,
  /** Start of the stem as plain text. */
  text: z.string(),
  difficulty: z.int(),
  tags: z.array(z.string()),
  points: Points,
  bank: z.object({ id: Id, title: z.string() }),
  chapter: z.object({ id: Id, title: z.string() }).nullable(),
  /** `draft`: changed, not published. `new`: never published. `retired`: no longer offered. */
  state: z.enum(['published', 'draft', 'new', 'retired']),
  /** Number of exams that contain it. */
  exams: z.int(),
  /** Whether an exam that has not ended contains it. */
  locked: z.boolean(),
  /** Share of the points in first answers, 0 to 1; null below 20 answers. */
  share: z.number().nullable(),
  /**
   * Correlation between the points of this question and those of the rest of the paper; null below 20 answers in exams
   * and tests.
   */
  discrimination: z.number().nullable(),
  /** Number of first answers. */
  answers: z.int(),
  updatedAt: UnixSeconds,
})
export type BankQuestion = z.infer<typeof BankQuestion>

const Version = z.object({
  id: z.string(),
  at: UnixSeconds,
  /** Empty for an import. */
  by: z.string(),
  text: z.string(),
  current: z.boolean(),
})

const Duplicate = z.object({ id: Id, text: z.string(), similarity: z.number() })

const Flaw = z.object({ level: z.enum(['error', 'warning']), text: z.string() })

/** Formats of question files that the importer reads. */
export const QuestionFileFormat = z.enum([
  ...(['markdown', 'gift', 'moodle', 'qti', 'aiken', 'cloze', 'sheet', 'docx', 'text'] as const),
])
export type QuestionFileFormat = z.infer<typeof QuestionFileFormat>

export const QuestionImport = z.object({
  id: Id,
  name: z.string(),
  /** The chosen format, or the one that the check recognised; null before, or if the format is unknown. */
  format: QuestionFileFormat.nullable(),
  bank: z.object({ id: Id, title: z.string() }),
  by: z.string(),
  at: UnixSeconds,
  /** `checking` and `importing`: a job is working on the file. */
  state: z.enum(['checking', 'checked', 'importing', 'done', 'failed']),
  /** Questions that an import writes, or wrote. */
  accepted: z.int(),
  refused: z.int(),
  /** Rejected items, warnings, and facts about the file as a whole, at most 1,000. */
  report: z.array(
    z.object({ line: z.int(), item: z.string(), level: z.enum(['error', 'warning', 'info']), text: z.string() }),
  ),
})
export type QuestionImport = z.infer<typeof QuestionImport>

export const bank = calls({
  'GET /staff/v1/bank_list': call({
    access,
    source,
    summary: '我能编辑的题库和教材，带章节、标签和题数',
    input: z.object({}),
    data: z.array(
      z.object({
        id: Id,
        kind: CurriculumKind,
        title: z.string(),
        questions: z.int(),
        drafts: z.int(),
        chapters: z.array(z.object({ id: Id, slug: z.string(), title: z.string() })),
        tags: z.array(z.object({ tag: z.string(), questions: z.int() })),
      }),
    ),
  }),
  'GET /staff/v1/bank_questions': call({
    access,
    source,
    summary: '题目列表：按题库、章节、题型、难度、标签、状态和文字筛选',
    input: After.extend({
      keyword: z.string().trim().max(100).optional(),
      bank: Id.optional(),
      chapter: Id.optional(),
      type: QuestionType.optional(),
      difficulty: z.int().min(1).max(5).optional(),
      tag: Tag.optional(),
      /** `flagged`: measured, with a share of the points below 0.2 or above 0.95. */
      state: z.enum(['published', 'draft', 'retired', 'locked', 'unused', 'flagged']).optional(),
    }),
    data: cursorPageSchema(BankQuestion),
  }),
  'GET /staff/v1/bank_question': call({
    access,
    source,
    summary: '一道题：文字、草稿、用在哪里、历次版本',
    input: z.object({ id: Id }),
    data: z.object({
      brief: BankQuestion,
      /** Markdown of the draft, or as published. */
      text: z.string(),
      hash: z.string(),
      /** Markdown as published; null for a new question. */
      published: z.string().nullable(),
      updatedBy: z.string(),
      /** Whether the caller saved the draft. */
      isOwn: z.boolean(),
      exams: z.array(z.object({ id: Id, title: z.string(), startsAt: UnixSeconds })),
      /** Number of exams outside the caller's scope. */
      examsElsewhere: z.int(),
      /** Chapters of textbooks that embed it. */
      chapters: z.array(z.string()),
      lockedBy: z.array(OpenExam),
      /** Of the published version. */
      statistics: z.array(ItemStatistics),
      /** Null before the first calibration with answers to this version. */
      parameters: ItemParameters.nullable(),
      versions: z.array(Version),
    }),
    errors: ['question-not-found'],
  }),
  'POST /staff/v1/bank_preview': call({
    access,
    source,
    summary: '把一道题的文字编成学生看到的样子，并检查；什么也不保存',
    input: z.object({ bank: Id, text: QuestionText }),
    data: z.object({
      question: PublicQuestion.nullable(),
      keys: z.array(AnswerKey),
      analysis: z.array(z.string()),
      flaws: z.array(Flaw),
    }),
    errors: ['content-not-found'],
  }),
  'GET /staff/v1/bank_duplicates': call({
    access,
    source,
    summary: '同一题库里文字相近的题',
    input: z.object({ id: Id }),
    data: z.array(Duplicate),
    errors: ['question-not-found'],
  }),
  'POST /staff/v1/bank_create': call({
    access,
    source,
    writes: 'keyed',
    summary: '新建一道题的草稿；copy 是照着写的题，text 是已经写好的题目，标识会另起',
    input: z.object({
      bank: Id,
      chapter: Id.nullable().default(null),
      type: QuestionType,
      copy: Id.optional(),
      text: QuestionText.optional(),
      slug: Slug.optional(),
    }),
    data: z.object({ id: Id }),
    errors: ['content-not-found', 'question-not-found', 'content-refused'],
  }),
  'POST /staff/v1/bank_save': call({
    access,
    source,
    writes: 'natural',
    summary: '保存题目的草稿；base 不是现在的版本就不保存，并说明谁改过（data.by、data.at）',
    input: z.object({ id: Id, text: QuestionText, base: z.string().max(64) }),
    data: z.object({ hash: z.string(), updatedAt: UnixSeconds, changed: z.boolean() }),
    errors: ['question-not-found', 'draft-changed'],
  }),
  'POST /staff/v1/bank_publish': call({
    access,
    source,
    writes: 'natural',
    summary: '发布题目的草稿；在还没有结束的考试里的题不能改（data.exams）',
    input: z.object({ id: Id }),
    data: z.object({ id: Id }),
    errors: ['question-not-found', 'question-refused', 'question-locked', 'nothing-to-publish', 'publishing'],
  }),
  'POST /staff/v1/bank_discard': call({
    access,
    source,
    writes: 'natural',
    summary: '放弃题目的草稿',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['question-not-found'],
  }),
  'POST /staff/v1/bank_restore': call({
    access,
    source,
    writes: 'natural',
    summary: '把题目以前的一个版本放进草稿',
    input: z.object({ id: Id, version: z.string().regex(/^\d{1,15}$/) }),
    data: Done,
    errors: ['question-not-found', 'revision-not-found'],
  }),
  'POST /staff/v1/bank_import_start': call({
    access,
    source,
    writes: 'keyed',
    summary: '检查一个上传好的题目文件（studio_upload_start 上传的）；在后台进行，结果用 bank_import 看',
    input: z.object({
      upload: Id,
      chapter: Id.nullable().default(null),
      /** Null: recognised by the file's name and content. */
      format: QuestionFileFormat.nullable().default(null),
    }),
    data: z.object({ id: Id }),
    errors: ['upload-not-found', 'upload-not-received', 'content-refused'],
  }),
  'GET /staff/v1/bank_import': call({
    access,
    source,
    summary: '一个题目文件的检查报告或导入结果',
    input: z.object({ id: Id }),
    data: QuestionImport,
    errors: ['import-not-found'],
  }),
  'POST /staff/v1/bank_import_check': call({
    access,
    source,
    writes: 'natural',
    summary: '按另一种格式再检查一个还没有导入的题目文件；在后台进行',
    input: z.object({ id: Id, format: QuestionFileFormat }),
    data: Done,
    errors: ['import-not-found', 'content-refused'],
  }),
  'POST /staff/v1/bank_import_run': call({
    access,
    source,
    writes: 'natural',
    summary: '导入检查过的题目文件；在后台进行，不能导入的题跳过',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['import-not-found', 'content-refused'],
  }),
  'POST /staff/v1/bank_bulk': call({
    access,
    source,
    writes: 'natural',
    summary: '批量：加标签、去标签、移到章节、停用、恢复；在还没有结束的考试里的题跳过',
    input: z.object({
      ids: z.array(Id).min(1).max(500, { error: '一次最多 500 题' }),
      action: z.enum(['tag', 'untag', 'move', 'retire', 'revive']),
      tag: Tag.optional(),
      chapter: Id.optional(),
    }),
    data: z.object({ changed: z.int(), skipped: z.array(z.object({ id: Id, reason: z.string() })) }),
    errors: ['content-refused', 'publishing'],
  }),
})

export type BankCalls = typeof bank
