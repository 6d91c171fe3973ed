import * as z from 'zod'
import { call, calls } from '../../call'
import { Count, Done, Id, UnixSeconds } from '../../shapes'
import { After, cursorPageSchema, Reason } from './shapes'

/** Users who receive a message. */
export const Audience = z.discriminatedUnion('to', [
  z.object({ to: z.literal('all') }),
  /** Verified students. */
  z.object({ to: z.literal('students') }),
  z.object({ to: z.literal('class'), id: Id }),
  /** Users with access to an item. */
  z.object({ to: z.literal('owners'), id: Id }),
])
export type Audience = z.infer<typeof Audience>

export const Broadcast = z.object({
  id: Id,
  title: z.string(),
  body: z.string(),
  link: z.string(),
  /** 「所有人」, 「江城大学 计算机 2401」. */
  audience: z.string(),
  sendAt: UnixSeconds,
  state: z.enum(['planned', 'sending', 'sent', 'cancelled', 'recalled']),
  recipients: Count,
  read: Count,
  recalled: Count,
  by: z.string(),
})
export type Broadcast = z.infer<typeof Broadcast>

const access = { staff: 'message.send' } as const

const Text = z.object({
  title: z.string().trim().min(1, { error: '请填写标题' }).max(40, { error: '标题最多 40 个字' }),
  body: z.string().trim().min(1, { error: '请填写内容' }).max(500, { error: '内容最多 500 个字' }),
  /** A route of the app, such as pages/my/coupons; empty for none. */
  link: z
    .string()
    .trim()
    .max(200)
    .regex(/^(pages\/[\w\-/]+(\?[^\s#]*)?)?$/, { error: '链接应形如 pages/my/coupons，或留空' }),
})

export const broadcasts = calls({
  'GET /staff/v1/broadcast_list': call({
    access,
    source: 'added',
    summary: '群发的消息，新的在前，带收到和读过的人数',
    input: After,
    data: cursorPageSchema(Broadcast),
  }),
  'GET /staff/v1/broadcast_classes': call({
    access,
    source: 'added',
    summary: '可以发给的班级',
    input: z.object({}),
    data: z.object({ list: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  'GET /staff/v1/broadcast_items': call({
    access,
    source: 'added',
    summary: '按名称找内容，发给拥有它的人',
    input: z.object({ keyword: z.string().trim().max(50).default('') }),
    data: z.object({ list: z.array(z.object({ id: Id, title: z.string() })) }),
  }),
  'GET /staff/v1/broadcast_count': call({
    access,
    source: 'added',
    summary: '这条消息会发给多少人',
    input: z.object({ to: z.enum(['all', 'students', 'class', 'owners']), id: Id.optional() }),
    data: z.object({ recipients: Count }),
    errors: ['broadcast-audience'],
  }),
  'POST /staff/v1/broadcast_test': call({
    access,
    source: 'added',
    writes: 'keyed',
    summary: '先发给自己看看',
    input: Text,
    data: Done,
  }),
  'POST /staff/v1/broadcast_send': call({
    access: { ...access, fresh: true },
    source: 'added',
    writes: 'keyed',
    summary: '发送消息，马上或定时；人数和确认时看到的不同时拒绝',
    input: Text.extend({
      audience: Audience,
      /** Null: now. */
      sendAt: UnixSeconds.nullable(),
      /** Number of recipients that was confirmed. */
      recipients: Count,
    }),
    data: z.object({ id: Id }),
    errors: ['broadcast-audience', 'broadcast-count', 'broadcast-empty'],
  }),
  'POST /staff/v1/broadcast_cancel': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '取消还没有发送的消息',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['broadcast-not-found', 'broadcast-begun'],
  }),
  'POST /staff/v1/broadcast_recall': call({
    access: { ...access, fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '撤回：没读过的人不再看到；读过的保留',
    input: z.object({ id: Id, reason: Reason }),
    data: z.object({ recalled: Count }),
    errors: ['broadcast-not-found', 'broadcast-not-sent'],
  }),
})
