import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { Id, UnixSeconds } from '../shapes'
import { StudentStatus } from './accounts'

export const School = z.object({
  id: Id,
  name: z.string(),
  province: z.string(),
  city: z.string(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Whether the school has a roster, so that applications can be matched immediately. */
  hasRoster: z.boolean(),
  /** Whether name and number alone do not pass: a photo of the student card or a campus account is needed. */
  needsCard: z.boolean(),
  /** Whether students of the school can log in by their campus account. */
  campusLogin: z.boolean(),
})
export type School = z.infer<typeof School>

export const SchoolClass = z.object({ id: Id, name: z.string(), college: z.string(), year: z.int() })
export type SchoolClass = z.infer<typeof SchoolClass>

export const University = z.object({
  /** Ten-digit code of the Ministry of Education. */
  code: z.string(),
  name: z.string(),
  province: z.string(),
  city: z.string(),
  level: z.string(),
})
export type University = z.infer<typeof University>

export const StudentAuthInfo = z.object({
  status: StudentStatus,
  /** Null before the first application. */
  application: z
    .object({
      /** One of the two is null: `schoolId` is a school registered here, `universityCode` one of the national list. */
      schoolId: Id.nullable(),
      universityCode: z.string().nullable(),
      school: z.string(),
      classId: Id.nullable(),
      className: z.string(),
      studentNo: z.string(),
      name: z.string(),
      hasPhoto: z.boolean(),
      submittedAt: UnixSeconds,
      reviewedAt: UnixSeconds.nullable(),
      /** Reason of a rejection; empty otherwise. */
      reason: z.string(),
    })
    .nullable(),
})
export type StudentAuthInfo = z.infer<typeof StudentAuthInfo>

export const StudentNo = z
  .string()
  // Input methods write full-width digits.
  .normalize('NFKC')
  .trim()
  .regex(/^[0-9A-Za-z-]{1,32}$/, { error: '学号只能由数字和字母组成，最多 32 位' })
export const RealName = z
  .string()
  .trim()
  .regex(/^[\p{Script=Han}\p{Script=Latin}·•. -]{2,40}$/u, { error: '请填写真实姓名' })

const Keyword = z.string().trim().max(50).optional()

export const students = calls({
  'GET /v1/get_schools': call({
    access: 'public',
    source: 'spec',
    summary: '在这里发布内容的学校',
    input: Paging.extend({ keyword: Keyword }),
    data: pageOf(School),
  }),
  'GET /v1/get_class': call({
    access: 'public',
    source: 'spec',
    summary: '一所学校的班级',
    input: z.object({ schoolId: Id }),
    data: z.array(SchoolClass),
    errors: ['school-not-found'],
  }),
  'GET /v1/universities': call({
    access: 'public',
    source: 'spec',
    summary: '全国高校名单，按省份、名称或拼音首字母查找',
    input: Paging.extend({ province: z.string().max(20).optional(), keyword: Keyword }),
    data: pageOf(University).extend({ provinces: z.array(z.string()) }),
  }),
  'GET /v1/divisions': call({
    access: 'public',
    source: 'added',
    summary: '行政区划：不带 parent 时是省级，带上时是它的下一级',
    input: z.object({ parent: z.string().max(30).optional() }),
    data: z.array(z.object({ code: z.string(), name: z.string(), hasMore: z.boolean() })),
  }),
  'GET /v1/division_search': call({
    access: 'public',
    source: 'added',
    summary: '按名称找行政区划，答案是从省到它的全名',
    input: z.object({ keyword: z.string().trim().min(1, { error: '请输入地名' }).max(20, { error: '地名太长' }) }),
    data: z.array(z.object({ code: z.string(), place: z.string() })),
  }),
  'POST /v1/student_auth': call({
    access: 'mobile',
    source: 'spec',
    writes: 'natural',
    summary: '提交学生认证：学校有名单时当场核对，否则等待审核',
    input: z
      .object({
        schoolId: Id.optional(),
        universityCode: z
          .string()
          .regex(/^\d{10}$/, { error: '请从列表里选择学校' })
          .optional(),
        classId: Id.optional(),
        className: z.string().trim().max(40, { error: '班级最多 40 个字' }).optional(),
        studentNo: StudentNo,
        name: RealName,
        /** Upload id of the student card photo. */
        photo: Id.optional(),
      })
      .refine(({ schoolId, universityCode }) => (schoolId === undefined) !== (universityCode === undefined), {
        error: '请选择学校',
        path: ['schoolId'],
      })
      .refine(({ classId, className }) => (classId === undefined) !== (className === undefined || className === ''), {
        error: '请选择或填写班级',
        path: ['classId'],
      }),
    data: StudentAuthInfo,
    errors: [
      'school-not-found',
      'class-not-found',
      'upload-not-found',
      'student-not-matched',
      'student-claimed',
      'student-card-required',
      'student-passed',
    ],
  }),
  'GET /v1/student_auth_info': call({
    access: 'user',
    source: 'added',
    summary: '我的学生认证',
    input: z.object({}),
    data: StudentAuthInfo,
  }),
})
