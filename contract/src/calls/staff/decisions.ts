import { z } from 'zod'
import { call, calls } from '../../call'
import { Done, Id, Ordinal } from '../../shapes'
import { CsMessage, PrivatePicture } from '../support'
import { ItemResults, Items } from './decision-items'
import { After, cursorPageSchema, Reason } from './shapes'
import { decisionErrors, ModeratedPost, WorkRef } from './work'

/** Decisions on items of the work queue, posts of users, and canned replies. */
export const decisions = calls({
  'POST /staff/v1/student_approve': call({
    access: { staff: 'student.review' },
    source: 'added',
    writes: 'natural',
    summary: '通过学生认证，一次最多 50 件；学号若已被别的账号占用，会改归这位同学',
    input: z.object({ items: Items }),
    data: z.object({ approved: z.int(), results: ItemResults }),
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/student_reject': call({
    access: { staff: 'student.review' },
    source: 'added',
    writes: 'natural',
    summary: '退回学生认证；原因会显示给学生',
    input: WorkRef.extend({ reason: Reason }),
    data: Done,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/student_reopen': call({
    access: { staff: 'student.review' },
    source: 'added',
    writes: 'natural',
    summary: '撤销认证的决定，一次最多 50 件：申请回到待办里，认领的学号放开；原因会显示给学生',
    input: z.object({ items: Items, reason: Reason }),
    data: z.object({ reopened: z.int(), results: ItemResults }),
    errors: ['work-not-found', 'work-not-closed', 'work-taken'],
  }),
  'POST /staff/v1/refund_approve': call({
    access: { staff: 'order.refund', fresh: true },
    source: 'added',
    writes: 'keyed',
    summary:
      '同意退款：不带 cents 时全额，收回学习权限；带 cents 时部分退款，权限保留、订单仍为已完成；超过限额要两个人',
    input: WorkRef.extend({ cents: Ordinal.optional(), reason: z.string().trim().max(200).default('') }),
    /** `needsSecond`: this was recorded as the first of two required approvals. */
    data: z.object({ needsSecond: z.boolean(), cents: z.int() }),
    errors: [...decisionErrors, 'refund-amount-refused', 'second-person-required'],
  }),
  'POST /staff/v1/refund_decline': call({
    access: { staff: 'order.refund' },
    source: 'added',
    writes: 'natural',
    summary: '不同意退款；原因会显示给用户',
    input: WorkRef.extend({ reason: Reason }),
    data: Done,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/invoice_issue': call({
    access: { staff: 'invoice.issue' },
    source: 'added',
    writes: 'natural',
    summary: '发票已开具：可以带文件（upload_link 上传），用户在订单里下载',
    input: WorkRef.extend({ file: Id.nullable().default(null) }),
    data: Done,
    errors: [...decisionErrors, 'upload-not-found'],
  }),
  'POST /staff/v1/support_reply': call({
    access: { staff: 'support.answer' },
    source: 'added',
    writes: 'keyed',
    summary: '回复客服对话，文字和图片至少有一样；close 为否时留在待办里',
    input: WorkRef.extend({
      text: z.string().trim().max(500, { error: '最多输入 500 个字' }).default(''),
      /** Uploads of the caller, or pictures of canned replies. */
      images: z.array(Id).max(9, { error: '最多 9 张图片' }).default([]),
      close: z.boolean().default(true),
    }).refine(({ text, images }) => text !== '' || images.length > 0, { error: '请输入文字，或选择图片' }),
    data: CsMessage,
    errors: [...decisionErrors, 'image-not-found'],
  }),
  'POST /staff/v1/support_close': call({
    access: { staff: 'support.answer' },
    source: 'added',
    writes: 'natural',
    summary: '不用回复，结束这次对话',
    input: WorkRef,
    data: Done,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/support_reopen': call({
    access: { staff: 'support.answer' },
    source: 'added',
    writes: 'natural',
    summary: '撤销结束：对话回到待办里；对方已经又写了消息时没有影响',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['work-not-found', 'work-not-closed'],
  }),
  'POST /staff/v1/feedback_contact': call({
    access: { staff: 'feedback.answer' },
    source: 'added',
    writes: 'natural',
    summary: '查看反馈的联系方式；查看会记入操作记录',
    input: z.object({ id: Id }),
    data: z.object({ contact: z.string() }),
    errors: ['work-not-found'],
  }),
  'POST /staff/v1/feedback_answer': call({
    access: { staff: 'feedback.answer' },
    source: 'added',
    writes: 'natural',
    summary: '答复反馈；用户会收到消息',
    input: WorkRef.extend({
      text: z.string().trim().min(1, { error: '请写答复' }).max(500, { error: '最多输入 500 个字' }),
    }),
    data: Done,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/report_keep': call({
    access: { staff: 'moderate' },
    source: 'added',
    writes: 'natural',
    summary: '内容没有问题，结束这些举报',
    input: WorkRef,
    data: Done,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/report_remove': call({
    access: { staff: 'moderate' },
    source: 'added',
    writes: 'natural',
    summary: '隐藏被举报的内容；原因会告诉作者，可以在内容页恢复',
    input: WorkRef.extend({ reason: Reason }),
    data: Done,
    errors: [...decisionErrors],
  }),
  'GET /staff/v1/posts_recent': call({
    access: { staff: 'moderate' },
    source: 'added',
    summary: '最近的评价、讨论、公开笔记和回复，新的在前',
    input: After.extend({
      kind: z.enum(['comment', 'discuss', 'note', 'reply']).optional(),
      state: z.enum(['shown', 'hidden']).default('shown'),
      author: Id.optional(),
    }),
    data: cursorPageSchema(ModeratedPost),
  }),
  'POST /staff/v1/post_hide': call({
    access: { staff: 'moderate' },
    source: 'added',
    writes: 'natural',
    summary: '隐藏一条内容，可以恢复；原因会告诉作者',
    input: z.object({ id: Id, reason: Reason }),
    data: Done,
    errors: ['target-not-found'],
  }),
  'POST /staff/v1/post_restore': call({
    access: { staff: 'moderate' },
    source: 'added',
    writes: 'natural',
    summary: '恢复一条隐藏的内容；作者会收到消息',
    input: z.object({ id: Id, reason: Reason }),
    data: Done,
    errors: ['target-not-found'],
  }),

  'GET /staff/v1/reply_list': call({
    access: { staff: 'support.answer' },
    source: 'added',
    summary: '常用回复',
    input: z.object({}),
    data: z.array(z.object({ id: Id, title: z.string(), text: z.string(), images: z.array(PrivatePicture) })),
  }),
  'POST /staff/v1/reply_save': call({
    access: { staff: 'support.answer' },
    source: 'added',
    writes: 'keyed',
    summary: '新增或修改（带 id）常用回复',
    input: z.object({
      id: Id.optional(),
      title: z.string().trim().min(1, { error: '请写标题' }).max(30, { error: '标题最多 30 个字' }),
      text: z.string().trim().min(1, { error: '请写内容' }).max(500, { error: '最多输入 500 个字' }),
      /** Uploads of the caller, or pictures that the reply already has. */
      images: z.array(Id).max(9, { error: '最多 9 张图片' }).default([]),
    }),
    data: z.object({ id: Id }),
    errors: ['reply-not-found', 'image-not-found'],
  }),
  'POST /staff/v1/reply_delete': call({
    access: { staff: 'support.answer' },
    source: 'added',
    writes: 'natural',
    summary: '删除常用回复',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['reply-not-found'],
  }),
})
