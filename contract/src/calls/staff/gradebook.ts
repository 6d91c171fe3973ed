import * as z from 'zod'
import { call, calls } from '../../call'
import { Id } from '../../shapes'
import { Grade, GradebookSettings, GradeColumn, GradeTermChoice, GradeTerms } from '../gradebook'
import { Reason } from './shapes'

const format = z.enum(['moodle', 'canvas', 'registry'])
const ExportedFile = z.object({ fileName: z.string(), mime: z.string(), base64: z.string(), rows: z.int() })

/** Gradebook of a class. */
export const staffGradebook = calls({
  'GET /staff/v1/gradebook': call({
    access: { staff: 'class.view' },
    source: 'added',
    summary: '班级的成绩册：作业、测验、考试，总评按权重，去掉最低的几次',
    input: z.object({ class: Id, term: GradeTermChoice }),
    data: z.object({
      ...GradeTerms,
      settings: GradebookSettings,
      columns: z.array(GradeColumn),
      rows: z.array(
        z.object({
          user: Id,
          studentNo: z.string(),
          name: z.string(),
          grades: z.array(Grade),
          total: z.number().nullable(),
          /** Indexes of dropped columns. */
          dropped: z.array(z.int()),
        }),
      ),
    }),
    errors: ['class-not-found', 'term-not-found'],
  }),
  'POST /staff/v1/gradebook_settings': call({
    access: { staff: 'class.assign' },
    source: 'added',
    writes: 'natural',
    summary: '成绩册的权重和去掉最低的次数；选了学期就只改那个学期的',
    input: z.object({ class: Id, term: GradeTermChoice, settings: GradebookSettings }),
    data: z.object({ settings: GradebookSettings }),
    errors: ['class-not-found', 'term-not-found'],
  }),
  'POST /staff/v1/grade_override': call({
    access: { staff: 'class.assign' },
    source: 'added',
    writes: 'natural',
    summary: '改一个学生一项的得分（百分数）并写明原因，学生看得到；percent 为空时恢复原来的',
    input: z.object({
      class: Id,
      column: Id,
      user: Id,
      percent: z.number().min(0).max(100).multipleOf(0.5, { error: '按 0.5 改' }).nullable(),
      reason: Reason,
    }),
    data: Grade,
    errors: ['class-not-found', 'user-not-found', 'grade-column-not-found'],
  }),
  'POST /staff/v1/gradebook_export': call({
    access: { staff: 'class.view' },
    source: 'added',
    writes: 'natural',
    summary: '导出成绩册，没有姓名，按学号：Moodle、Canvas 能导入的 csv，或教务的 xlsx',
    input: z.object({ class: Id, term: GradeTermChoice, format }),
    data: ExportedFile,
    errors: ['class-not-found', 'term-not-found'],
  }),
  'POST /staff/v1/gradebook_export_names': call({
    access: { staff: 'export.names', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '导出成绩册，带姓名',
    input: z.object({ class: Id, term: GradeTermChoice, format }),
    data: ExportedFile,
    errors: ['class-not-found', 'term-not-found'],
  }),
})
