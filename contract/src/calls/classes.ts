import * as z from 'zod'
import { call, calls } from '../call'
import { Id, UnixSeconds } from '../shapes'
import { RealName, StudentNo } from './students'

/** Code with which students join a class. */
const ClassCode = z
  .string()
  .trim()
  .regex(/^[2-9A-HJKMNP-Za-hjkmnp-z]{6}$/, { error: '班级码是 6 位字母和数字，请检查一下' })

const CodeClass = z.object({
  name: z.string(),
  college: z.string(),
  school: z.string(),
  teachers: z.array(z.string()),
})

export const MyClasses = z.object({
  /** `home` is the class of the student authentication; a student may have further teaching classes. */
  classes: z.array(CodeClass.extend({ id: Id, kind: z.enum(['home', 'course']) })),
  /** Latest request to join a class; null if there is none, or it was approved or withdrawn. */
  request: z
    .object({
      class: CodeClass,
      studentNo: z.string(),
      name: z.string(),
      state: z.enum(['waiting', 'rejected']),
      /** Reason of a rejection; empty otherwise. */
      reason: z.string(),
      createdAt: UnixSeconds,
    })
    .nullable(),
})
export type MyClasses = z.infer<typeof MyClasses>

/** Calls about the classes of a student. */
export const classes = calls({
  'GET /v1/class_by_code': call({
    access: 'user',
    source: 'added',
    summary: '班级码对应的班级',
    input: z.object({ code: ClassCode }),
    data: CodeClass,
    errors: ['class-code-wrong'],
  }),
  'POST /v1/class_join': call({
    access: 'mobile',
    source: 'added',
    writes: 'natural',
    summary: '用班级码申请加入班级；老师同意后同时通过学生认证',
    input: z.object({ code: ClassCode, studentNo: StudentNo, name: RealName }),
    data: MyClasses,
    errors: ['class-code-wrong', 'class-joined', 'join-waiting'],
  }),
  'POST /v1/class_join_withdraw': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '撤回加入班级的申请',
    input: z.object({}),
    data: MyClasses,
    errors: ['join-not-found'],
  }),
  'GET /v1/my_classes': call({
    access: 'user',
    source: 'added',
    summary: '我的班级，和还没有结果的或最近被退回的加入申请',
    input: z.object({}),
    data: MyClasses,
  }),
})
