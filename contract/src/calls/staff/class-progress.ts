import * as z from 'zod'
import { call, calls } from '../../call'
import { CurriculumKind, Id, UnixSeconds } from '../../shapes'
import { StudentNo } from '../students'

/** Calls about the progress of a class: students who fall behind, weak points, messages. */
export const classProgress = calls({
  'GET /staff/v1/class_curricula': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '班级在学的内容：布置过的、学过的，人多的在前，最多 20 个',
    input: z.object({ id: Id }),
    data: z.array(z.object({ id: Id, kind: CurriculumKind, title: z.string(), students: z.int() })),
    errors: ['class-not-found'],
  }),
  'GET /staff/v1/class_heatmap': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '学生和章节的完成情况，每格是百分数；章按它的小节算',
    input: z.object({ id: Id, curriculum: Id }),
    data: z.object({
      chapters: z.array(z.object({ id: Id, title: z.string() })),
      students: z.array(
        z.object({
          studentNo: z.string(),
          name: z.string(),
          user: Id.nullable(),
          avatar: z.string().nullable(),
          /** Last study of this curriculum; null: never. */
          studiedAt: UnixSeconds.nullable(),
          weekMinutes: z.int(),
          /** By chapter, in order. */
          percents: z.array(z.int()),
          percent: z.int(),
        }),
      ),
      /** Average of the students with an account. */
      average: z.int(),
    }),
    errors: ['class-not-found', 'curriculum-not-found'],
  }),
  'GET /staff/v1/class_attention': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '需要关注的学生：过期没做完的作业，多久没有学习；最多 50 人',
    input: z.object({ id: Id }),
    data: z.array(
      z.object({
        studentNo: z.string(),
        name: z.string(),
        user: Id,
        /** Overdue assignments with items left. */
        overdue: z.int(),
        /** Days since the last study; null: never studied. */
        idleDays: z.int().nullable(),
      }),
    ),
    errors: ['class-not-found'],
  }),
  'GET /staff/v1/class_weak_points': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '答错最多的知识点（题目的标签），最近 90 天，最多 20 个',
    input: z.object({ id: Id, curriculum: Id.optional() }),
    data: z.array(
      z.object({
        tag: z.string(),
        answers: z.int(),
        /** Share of answers that are wrong or partly wrong, 0 to 100. */
        wrongPercent: z.int(),
        /** Students with a wrong answer. */
        students: z.int(),
      }),
    ),
    errors: ['class-not-found'],
  }),
  'GET /staff/v1/class_trend': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '班级每周的学习：时长、学习的人数、答题和正确率；最近 12 周，最后一周是本周',
    input: z.object({ id: Id }),
    data: z.object({
      /** Students with an account. */
      students: z.int(),
      weeks: z.array(
        z.object({
          /** Monday, in Asia/Shanghai. */
          from: z.string(),
          /** Minutes of all students together. */
          minutes: z.int(),
          /** Number of students who studied. */
          active: z.int(),
          /** Number of answers in practices, tests and finished exams. */
          answers: z.int(),
          /** Share of right answers, 0 to 100; null without answers. */
          rightPercent: z.int().nullable(),
        }),
      ),
    }),
    errors: ['class-not-found'],
  }),
  'POST /staff/v1/class_message': call({
    access: { staff: 'class.message' },
    source: 'added',
    writes: 'keyed',
    summary: '给班级或选中的学生发消息；只有有账号的学生能收到',
    input: z.object({
      id: Id,
      /** Null: the whole class. */
      students: z.array(StudentNo).min(1, { error: '请先选择学生' }).max(500, { error: '一次最多 500 人' }).nullable(),
      title: z.string().trim().min(1, { error: '请写标题' }).max(30, { error: '标题最多 30 个字' }),
      text: z.string().trim().min(1, { error: '请写内容' }).max(500, { error: '最多 500 个字' }),
    }),
    data: z.object({ sent: z.int() }),
    errors: ['class-not-found'],
  }),
})
