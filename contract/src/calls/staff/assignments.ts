import * as z from 'zod'
import { call, calls } from '../../call'
import { CurriculumKind, Done, Id, UnixSeconds } from '../../shapes'
import { HandIn, ItemKind, LateRule } from '../assignments'
import { Reason } from './shapes'

const Percent = z.int().min(0).max(100)

export const StaffItem = z.object({
  id: Id,
  kind: ItemKind,
  title: z.string(),
  target: Id.nullable(),
  chapter: Id.nullable(),
  amount: z.int(),
  minPercent: z.int(),
  points: z.int(),
})
export type StaffItem = z.infer<typeof StaffItem>

export const AssignmentBrief = z.object({
  id: Id,
  title: z.string(),
  classes: z.array(z.object({ id: Id, name: z.string() })),
  startsAt: UnixSeconds,
  dueAt: UnixSeconds,
  late: LateRule,
  latePercent: z.int(),
  items: z.int(),
  /** Students with an account. */
  students: z.int(),
  /** Students who have completed all items. */
  done: z.int(),
  /** Hand-ins without a score. */
  ungraded: z.int(),
  withdrawnAt: UnixSeconds.nullable(),
})
export type AssignmentBrief = z.infer<typeof AssignmentBrief>

export const AssignmentRow = z.object({
  studentNo: z.string(),
  name: z.string(),
  className: z.string(),
  /** Null for a student without an account. */
  user: Id.nullable(),
  /** End of a student with more time than the class. */
  extendedTo: UnixSeconds.nullable(),
  /** By item, in order. */
  percents: z.array(z.int()),
  percent: z.int(),
  done: z.boolean(),
  late: z.boolean(),
  doneAt: UnixSeconds.nullable(),
})
export type AssignmentRow = z.infer<typeof AssignmentRow>

/** Input of one item. `target`: chapter, question, exam or curriculum by kind; none for a hand-in. */
const ItemInput = z.object({
  id: Id.optional(),
  kind: ItemKind,
  title: z.string().trim().max(500, { error: '最多 500 个字' }).default(''),
  target: Id.nullable().default(null),
  /** For a practice: only questions of this chapter; null: of the whole bank. */
  chapter: Id.nullable().default(null),
  amount: z.int().min(0).max(500, { error: '一次练习最多 500 题' }).default(0),
  minPercent: Percent.default(0),
  points: z.int().min(1, { error: '每项至少 1 分' }).max(1000, { error: '每项最多 1000 分' }).default(10),
})

export const HandInRow = z.object({
  id: Id,
  item: Id,
  studentNo: z.string(),
  name: z.string(),
  className: z.string(),
  points: z.int(),
  handIn: HandIn,
  gradedBy: z.string().nullable(),
})
export type HandInRow = z.infer<typeof HandInRow>

/** Calls with which teachers set homework and follow its progress. */
export const staffAssignments = calls({
  'GET /staff/v1/assignment_list': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '作业，截止晚的在前，最多 200 份',
    input: z.object({ class: Id.optional(), ungraded: z.boolean().default(false) }),
    data: z.array(AssignmentBrief),
  }),
  'GET /staff/v1/assignment_detail': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '一份作业：内容，和每个学生做到哪里',
    input: z.object({ id: Id, class: Id.optional() }),
    data: AssignmentBrief.extend({
      note: z.string(),
      content: z.array(StaffItem),
      rows: z.array(AssignmentRow),
    }),
    errors: ['assignment-not-found'],
  }),
  'POST /staff/v1/assignment_save': call({
    access: { staff: 'class.assign' },
    source: 'added',
    writes: 'keyed',
    summary: '布置作业，或修改（带 id）；开始以后学生会收到消息',
    input: z
      .object({
        id: Id.optional(),
        classes: z.array(Id).min(1, { error: '请选择班级' }).max(50, { error: '一次最多 50 个班' }),
        title: z.string().trim().min(1, { error: '请写标题' }).max(60, { error: '标题最多 60 个字' }),
        note: z.string().trim().max(2000, { error: '说明最多 2000 个字' }).default(''),
        startsAt: UnixSeconds,
        dueAt: UnixSeconds,
        late: LateRule.default('accept'),
        latePercent: Percent.default(0),
        items: z.array(ItemInput).min(1, { error: '请加上要做的内容' }).max(50, { error: '一份作业最多 50 项' }),
      })
      .refine(({ startsAt, dueAt }) => startsAt < dueAt, { error: '截止要在开始以后', path: ['dueAt'] }),
    data: z.object({ id: Id, students: z.int() }),
    errors: ['assignment-not-found', 'class-not-found', 'assignment-target', 'assignment-started'],
  }),
  'POST /staff/v1/assignment_withdraw': call({
    access: { staff: 'class.assign' },
    source: 'added',
    writes: 'natural',
    summary: '撤回作业：学生不再看到；已开始的会告诉学生原因',
    input: z.object({ id: Id, reason: Reason }),
    data: Done,
    errors: ['assignment-not-found'],
  }),
  'POST /staff/v1/assignment_extend': call({
    access: { staff: 'class.assign' },
    source: 'added',
    writes: 'natural',
    summary: '给选中的学生延长截止时间；dueAt 为空是取消延长。学生会收到消息和原因',
    input: z.object({
      id: Id,
      students: z.array(Id).min(1, { error: '请先选择学生' }).max(500, { error: '一次最多 500 人' }),
      dueAt: UnixSeconds.nullable(),
      reason: Reason,
    }),
    data: z.object({ changed: z.int() }),
    errors: ['assignment-not-found', 'assignment-student', 'assignment-extension'],
  }),
  'GET /staff/v1/assign_curricula': call({
    access: { staff: 'class.assign' },
    source: 'added',
    summary: '可以布置的课程、书和题库，按名称找，最多 30 个；without 是这些班里还没有它的学生',
    input: z.object({
      keyword: z.string().trim().max(60).default(''),
      kinds: z.array(CurriculumKind).max(4).optional(),
      classes: z.array(Id).max(50).default([]),
    }),
    data: z.array(
      z.object({
        id: Id,
        kind: CurriculumKind,
        title: z.string(),
        /** Whether it is sold; every student can take a free item. */
        paid: z.boolean(),
        without: z.int(),
      }),
    ),
  }),
  'GET /staff/v1/assign_chapters': call({
    access: { staff: 'class.assign' },
    source: 'added',
    summary: '一门课程、书或题库的章节',
    input: z.object({ curriculum: Id }),
    data: z.array(
      z.object({
        id: Id,
        title: z.string(),
        kind: z.enum(['part', 'text', 'video', 'expand']),
        /** 0 for the top level. */
        depth: z.int(),
        hasTest: z.boolean(),
        questions: z.int(),
        /** Open to students who do not have the curriculum. */
        free: z.boolean(),
      }),
    ),
    errors: ['curriculum-not-found'],
  }),
  'GET /staff/v1/assign_programs': call({
    access: { staff: 'class.assign' },
    source: 'added',
    summary: '一门课程、书或题库的编程题',
    input: z.object({ curriculum: Id }),
    data: z.array(z.object({ id: Id, title: z.string(), chapter: z.string() })),
    errors: ['curriculum-not-found'],
  }),
  'GET /staff/v1/assign_exams': call({
    access: { staff: 'class.assign' },
    source: 'added',
    summary: '这些班的考试，新的在前，最多 50 场',
    input: z.object({ classes: z.array(Id).max(50) }),
    data: z.array(z.object({ id: Id, title: z.string(), startsAt: UnixSeconds, endsAt: UnixSeconds })),
  }),
  'GET /staff/v1/hand_ins': call({
    access: { staff: 'exam.grade' },
    source: 'added',
    summary: '一份作业交上来的内容，没批的在前，最多 500 份',
    input: z.object({ assignment: Id }),
    data: z.object({ title: z.string(), list: z.array(HandInRow) }),
    errors: ['assignment-not-found'],
  }),
  'POST /staff/v1/hand_in_grade': call({
    access: { staff: 'exam.grade' },
    source: 'added',
    writes: 'natural',
    summary: '给一份交上来的作业打分；学生会收到消息。number 是看到的第几次提交，学生又交了就不能打',
    input: z.object({
      id: Id,
      number: z.int().min(1).max(100_000),
      score: z.number().min(0).max(1000).multipleOf(0.5, { error: '分数按 0.5 分给' }).nullable(),
      comment: z.string().trim().max(2000, { error: '评语最多 2000 个字' }).default(''),
    }),
    data: HandInRow,
    errors: ['hand-in-not-found', 'hand-in-changed', 'score-too-high'],
  }),
})
