import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { Id, UnixSeconds } from '../shapes'

export const MessageKind = z.enum(['system', 'order', 'study', 'social'])
export type MessageKind = z.infer<typeof MessageKind>

export const Message = z.object({
  id: Id,
  kind: MessageKind,
  title: z.string(),
  body: z.string(),
  /** A route of the app with its query; empty if the message has no target. */
  link: z.string(),
  createdAt: UnixSeconds,
  read: z.boolean(),
})
export type Message = z.infer<typeof Message>

/** Unread counts: per kind, replies of customer service, and total. */
export const Unread = z.object({
  system: z.int(),
  order: z.int(),
  study: z.int(),
  social: z.int(),
  cs: z.int(),
  total: z.int(),
})
export type Unread = z.infer<typeof Unread>

export const NotifySettings = z.object({
  /** Likes and replies. */
  social: z.boolean(),
  /** Minute of the day in Shanghai at which a user who has not studied is reminded; null for never. */
  remindMinute: z.int().min(0).max(1439).nullable(),
})

export const messages = calls({
  'GET /v1/user_message': call({
    access: 'user',
    source: 'spec',
    summary: '我的消息，新的在前；可以只看一类',
    input: Paging.extend({ kind: MessageKind.optional() }),
    data: pageOf(Message),
  }),
  'GET /v1/message_read': call({
    access: 'user',
    source: 'spec',
    // A GET that writes, as the specification requires; naturally idempotent.
    writes: 'natural',
    summary: '标为已读：带 id 是一条，带 kind 是一类，都不带是全部',
    input: z.object({ id: Id.optional(), kind: MessageKind.optional() }),
    data: Unread,
  }),
  'GET /v1/notify_settings': call({
    access: 'user',
    source: 'added',
    summary: '我的通知设置：互动消息收不收，每天几点提醒学习',
    input: z.object({}),
    data: NotifySettings,
  }),
  'POST /v1/notify_settings': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '修改通知设置；考试、订单和账号的通知不能关',
    input: NotifySettings,
    data: NotifySettings,
  }),
  'GET /v1/message_unread': call({
    access: 'user',
    source: 'added',
    summary: '未读消息数',
    input: z.object({}),
    data: Unread,
  }),
  'GET /v1/message_kinds': call({
    access: 'user',
    source: 'added',
    summary: '每一类消息的未读数和最新一条',
    input: z.object({}),
    data: z.object({
      unread: Unread,
      kinds: z.array(z.object({ kind: MessageKind, latest: Message.nullable() })),
      /** The last message of the customer service chat. */
      cs: z.object({ text: z.string(), createdAt: UnixSeconds }).nullable(),
    }),
  }),
})
