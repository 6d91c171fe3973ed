import * as z from 'zod'
import { call, calls } from '../../call'
import { Done, Id, UnixSeconds } from '../../shapes'
import { StudentStatus } from '../accounts'
import { Upload, UploadLink } from '../uploads'
import { After, cursorPageSchema, PersonBrief, Reason } from './shapes'

export const UserRow = PersonBrief.extend({
  studentStatus: StudentStatus,
  school: z.string(),
  createdAt: UnixSeconds,
  mutedUntil: UnixSeconds.nullable(),
  closed: z.boolean(),
})
export type UserRow = z.infer<typeof UserRow>

export const UserDetail = z.object({
  user: UserRow,
  lastSeenAt: UnixSeconds.nullable(),
  muteReason: z.string(),
  counts: z.object({
    owned: z.int(),
    orders: z.int(),
    posts: z.int(),
    attempts: z.int(),
    devices: z.int(),
    reportsAgainst: z.int(),
  }),
  /** `orders` and each of the lists below: the last 20 entries, newest first. */
  orders: z.array(
    z.object({ no: z.string(), title: z.string(), payCents: z.int(), status: z.int(), createdAt: UnixSeconds }),
  ),
  /** `source` in Chinese: 「购买」. */
  owned: z.array(z.object({ title: z.string(), source: z.string(), createdAt: UnixSeconds })),
  studied: z.array(z.object({ title: z.string(), minutes: z.int(), at: UnixSeconds })),
  /** Exams that the user entered, without their results. */
  attempts: z.array(
    z.object({ id: Id, title: z.string(), startedAt: UnixSeconds.nullable(), submittedAt: UnixSeconds.nullable() }),
  ),
  posts: z.array(
    z.object({ id: Id, kindName: z.string(), text: z.string(), place: z.string(), createdAt: UnixSeconds }),
  ),
  /** Feedback, and messages to customer service. */
  asked: z.array(z.object({ kindName: z.string(), text: z.string(), createdAt: UnixSeconds })),
})
export type UserDetail = z.infer<typeof UserDetail>

const person = z.object({ id: Id, reason: Reason })

export const users = calls({
  'GET /staff/v1/user_search': call({
    access: { staff: 'user.read' },
    source: 'added',
    summary: '找用户：完整的手机号、订单号或学号，或昵称、姓名的开头',
    input: After.extend({ keyword: z.string().trim().max(50).default('') }),
    data: cursorPageSchema(UserRow),
  }),
  'GET /staff/v1/user_info': call({
    access: { staff: 'user.read' },
    source: 'added',
    summary: '一位用户：拥有的、做过的、问过的',
    input: z.object({ id: Id }),
    data: UserDetail,
    errors: ['user-not-found'],
  }),
  'POST /staff/v1/user_reveal': call({
    access: { staff: 'user.read' },
    source: 'added',
    writes: 'natural',
    summary: '查看完整的手机号；这次查看会被记录',
    input: person,
    data: z.object({ mobile: z.string() }),
    errors: ['user-not-found'],
  }),
  'POST /staff/v1/user_mute': call({
    access: { staff: 'user.restrict' },
    source: 'added',
    writes: 'natural',
    summary: '禁言到某个时间，原因会告诉用户；until 为空时解除',
    input: person.extend({ until: UnixSeconds.nullable() }),
    data: Done,
    errors: ['user-not-found', 'user-restrict-refused'],
  }),
  'POST /staff/v1/user_log_out': call({
    access: { staff: 'user.restrict' },
    source: 'added',
    writes: 'natural',
    summary: '让一位用户在所有设备上退出，原因会告诉用户',
    input: person,
    data: Done,
    errors: ['user-not-found', 'user-restrict-refused'],
  }),
  'POST /staff/v1/user_close': call({
    access: { staff: 'user.restrict', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '关闭账号：退出所有设备，不能再登录，原因在登录时显示；open 时重新开放',
    input: person.extend({ open: z.boolean().default(false) }),
    data: Done,
    errors: ['user-not-found', 'user-restrict-refused'],
  }),
  'POST /staff/v1/upload_link': call({
    access: { staff: 'any' },
    source: 'added',
    writes: 'natural',
    summary: '取得一个文件的上传链接，用 PUT 发送后再调用 upload_complete',
    input: z.object({
      name: z.string().trim().min(1, { error: '文件没有名称' }).max(200, { error: '文件名太长' }),
      size: z
        .int()
        .min(1, { error: '文件是空的' })
        .max(2 ** 40),
    }),
    data: UploadLink,
    errors: ['upload-too-large', 'upload-quota'],
  }),
  'POST /staff/v1/upload_complete': call({
    access: { staff: 'any' },
    source: 'added',
    writes: 'natural',
    summary: '文件已发送：检查内容并保存；重复调用结果相同',
    input: z.object({ id: Id }),
    data: Upload,
    errors: ['upload-not-found', 'upload-not-received', 'upload-refused'],
  }),
})
