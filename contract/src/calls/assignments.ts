import * as z from 'zod'
import { call, calls } from '../call'
import { CurriculumKind, Id, UnixSeconds } from '../shapes'

export const ItemKind = z.enum(['chapter', 'lesson', 'test', 'practice', 'code', 'exam', 'handin'])
export type ItemKind = z.infer<typeof ItemKind>

/** `accept`: late work counts and is shown as late; `deduct`: it loses points; `close`: it does not count. */
export const LateRule = z.enum(['accept', 'deduct', 'close'])
export type LateRule = z.infer<typeof LateRule>

export const HandInFile = z.object({
  id: Id,
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  /** Expires. */
  url: z.string(),
})
export type HandInFile = z.infer<typeof HandInFile>

export const HandIn = z.object({
  text: z.string(),
  files: z.array(HandInFile),
  submittedAt: UnixSeconds,
  /** Number of the student's hand-ins. */
  number: z.int(),
  late: z.boolean(),
  /** Points; null until graded. */
  score: z.number().nullable(),
  comment: z.string(),
})
export type HandIn = z.infer<typeof HandIn>

export const AssignmentItem = z.object({
  id: Id,
  kind: ItemKind,
  title: z.string(),
  /** Curriculum of the item; null for exams and hand-ins. */
  curriculum: z.object({ id: Id, kind: CurriculumKind, title: z.string() }).nullable(),
  /** Route where the item is done; empty for hand-ins. */
  link: z.string(),
  /** Number of questions of a practice; 0 otherwise. */
  amount: z.int(),
  minPercent: z.int(),
  points: z.int(),
  /** Progress of the student: what the student has read, watched and answered. */
  percent: z.int(),
  done: z.boolean(),
  doneAt: UnixSeconds.nullable(),
  handIn: HandIn.nullable(),
})
export type AssignmentItem = z.infer<typeof AssignmentItem>

export const AssignmentState = z.enum(['open', 'late', 'done', 'closed'])
export type AssignmentState = z.infer<typeof AssignmentState>

export const Assignment = z.object({
  id: Id,
  title: z.string(),
  note: z.string(),
  /** Names of the student's classes that have the assignment. */
  classes: z.array(z.string()),
  teacher: z.string(),
  startsAt: UnixSeconds,
  dueAt: UnixSeconds,
  late: LateRule,
  latePercent: z.int(),
  /** `late`: overdue, but late work is still accepted; `closed`: overdue, and late work does not count. */
  state: AssignmentState,
  /** Reason of the teacher for more time, which `dueAt` includes; null if the end of the class applies. */
  extension: z.string().nullable(),
  percent: z.int(),
  /** Items that are not done. */
  left: z.int(),
  items: z.array(AssignmentItem),
})
export type Assignment = z.infer<typeof Assignment>

export const handInMax = { text: 20_000, files: 10 } as const

/** Homework of a student. */
export const assignments = calls({
  'GET /v1/assignments': call({
    access: 'user',
    source: 'added',
    summary: '我的作业：没做完的按截止时间，再是做完的和过期的，最多 100 份',
    input: z.object({}),
    data: z.object({
      list: z.array(Assignment),
      /** Open or late assignments with items left. */
      waiting: z.int(),
    }),
  }),
  'GET /v1/assignment': call({
    access: 'user',
    source: 'added',
    summary: '一份作业',
    input: z.object({ id: Id }),
    data: Assignment,
    errors: ['assignment-not-found'],
  }),
  'POST /v1/hand_in': call({
    access: 'user',
    source: 'added',
    writes: 'keyed',
    summary: '交作业：文字和文件；再交会替换上一次，批过的要重新等老师批',
    input: z
      .object({
        item: Id,
        text: z.string().trim().max(handInMax.text, { error: '最多 20000 个字，更长的请放在文件里' }).default(''),
        /** Uploads of purpose `homework`, or files of the last hand-in. */
        files: z.array(Id).max(handInMax.files, { error: '最多 10 个文件' }).default([]),
      })
      .refine(({ text, files }) => text !== '' || files.length > 0, {
        error: '请写点什么，或加上文件',
        path: ['text'],
      }),
    data: Assignment,
    errors: ['assignment-not-found', 'assignment-closed', 'hand-in-file-missing'],
  }),
})
