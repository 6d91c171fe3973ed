import { z } from 'zod'
import { call, calls } from '../../call'
import { Count, Done, Id, Ordinal, UnixSeconds } from '../../shapes'
import { allWorkKinds } from '../../staff'
import { CsMessage, OpinionKind, PrivatePicture } from '../support'
import { AuditEntry } from './audit'
import { Appeal } from './exam-regrade'
import { After, PersonBrief, pageAfter, Reason } from './shapes'

export const WorkKindName = z.enum(allWorkKinds)

/** A thing that waits for staff. */
export const WorkItem = z.object({
  id: Id,
  kind: WorkKindName,
  kindName: z.string(),
  /** Example: 「数据结构 · ¥39.00」. */
  title: z.string(),
  /** The user who waits; null if the account was closed. */
  person: PersonBrief.nullable(),
  school: z.object({ id: Id, name: z.string() }).nullable(),
  openedAt: UnixSeconds,
  dueAt: UnixSeconds,
  closedAt: UnixSeconds.nullable(),
  /** Who works on it. */
  assignee: z.object({ id: Id, nickname: z.string() }).nullable(),
  isMine: z.boolean(),
  notes: z.int(),
  /** Incremented by every change of the item; a decision that names an older version is refused. */
  version: z.int(),
})
export type WorkItem = z.infer<typeof WorkItem>

export const WorkNote = z.object({ id: Id, author: z.string(), text: z.string(), createdAt: UnixSeconds })
export type WorkNote = z.infer<typeof WorkNote>

const StudentDetail = z.object({
  kind: z.literal('student'),
  given: z.object({ school: z.string(), className: z.string(), studentNo: z.string(), name: z.string() }),
  submittedAt: UnixSeconds,
  /** Expiring URL of the student card; null without a photo. */
  photo: z.string().nullable(),
  /** Roster entry with the same number; null if there is none. */
  roster: z.object({ name: z.string(), className: z.string(), claimedBy: PersonBrief.nullable() }).nullable(),
})

const RefundDetail = z.object({
  kind: z.literal('refund'),
  order: z.object({
    no: z.string(),
    title: z.string(),
    payCents: z.int(),
    /** Refunded before in parts. */
    refundedCents: z.int(),
    channel: z.string(),
    createdAt: UnixSeconds,
    paidAt: UnixSeconds.nullable(),
  }),
  reason: z.string(),
  /** All that was left of the payment, or the part that staff propose. */
  askedCents: z.int(),
  /** Nickname of the staff member who began it; null: the buyer asked. */
  begunBy: z.string().nullable(),
  askedAt: UnixSeconds,
  usedPercent: z.int(),
  /** First of the two approvals that amounts above the limit need; null before it. */
  approvedBy: z.object({ id: Id, nickname: z.string(), cents: z.int() }).nullable(),
  /** Above this amount a second person has to approve. */
  secondPersonCents: z.int(),
})

const InvoiceDetail = z.object({
  kind: z.literal('invoice'),
  order: z.object({ no: z.string(), title: z.string(), paidAt: UnixSeconds.nullable() }),
  invoiceKind: z.enum(['personal', 'company']),
  invoiceTitle: z.string(),
  taxNo: z.string(),
  email: z.string(),
  cents: z.int(),
  requestedAt: UnixSeconds,
})

const SupportDetail = z.object({
  kind: z.literal('support'),
  /** The last 100, oldest first. */
  messages: z.array(CsMessage),
})

const FeedbackDetail = z.object({
  kind: z.literal('feedback'),
  feedbackKind: OpinionKind,
  text: z.string(),
  images: z.array(PrivatePicture),
  videos: z.array(PrivatePicture),
  contact: z.string(),
  createdAt: UnixSeconds,
})

export const ModeratedPost = z.object({
  id: Id,
  kind: z.enum(['comment', 'discuss', 'note', 'reply']),
  kindName: z.string(),
  author: PersonBrief,
  text: z.string(),
  images: z.array(z.object({ id: Id, url: z.string() })),
  stars: z.int().nullable(),
  quote: z.string(),
  /** Example: 「《数据结构》 · 第一章」. */
  place: z.string(),
  createdAt: UnixSeconds,
  reports: z.int(),
  /** By whom and why it was hidden; null while it is shown. */
  hidden: z.object({ at: UnixSeconds, reason: z.string(), by: z.string() }).nullable(),
})
export type ModeratedPost = z.infer<typeof ModeratedPost>

const ReportDetail = z.object({
  kind: z.literal('report'),
  post: ModeratedPost,
  reports: z.array(z.object({ reason: z.string(), reporter: PersonBrief, createdAt: UnixSeconds })),
  /** The post above and the replies around it, oldest first, including the reported one. */
  surroundings: z.array(ModeratedPost),
})

/** Answered on the exam's page of appeals. */
const AppealDetail = z.object({ kind: z.literal('appeal'), appeal: Appeal })

export const WorkDetail = z.discriminatedUnion('kind', [
  StudentDetail,
  RefundDetail,
  InvoiceDetail,
  SupportDetail,
  FeedbackDetail,
  ReportDetail,
  AppealDetail,
])
export type WorkDetail = z.infer<typeof WorkDetail>

const Kinds = z.array(WorkKindName).max(allWorkKinds.length).optional()
/** `unassigned`: without an assignee; `open`: those and the caller's own; `all`: of every assignee. */
const Assigned = z.enum(['open', 'mine', 'unassigned', 'all']).default('open')
const Item = z.object({ id: Id, version: Count.optional() })
const decisionErrors = ['work-not-found', 'work-closed', 'work-taken'] as const

export const work = calls({
  'GET /staff/v1/work_list': call({
    access: { staff: 'any' },
    source: 'added',
    summary: '工作台：等待处理的事项，最早的在前；只有自己的权限和范围内的',
    input: After.extend({
      kinds: Kinds,
      assigned: Assigned,
      schoolId: Id.optional(),
      closed: z.boolean().default(false),
    }),
    data: pageAfter(WorkItem),
  }),
  'GET /staff/v1/work_counts': call({
    access: { staff: 'any', quiet: true },
    source: 'added',
    summary: '各类待办的数量；页面定时询问，不延长登录',
    input: z.object({ schoolId: Id.optional(), since: UnixSeconds.optional() }),
    data: z.object({
      kinds: z.array(
        z.object({
          kind: WorkKindName,
          kindName: z.string(),
          /** Without an assignee, or the caller's own. */
          waiting: z.int(),
          mine: z.int(),
          overdue: z.int(),
        }),
      ),
      /** Largest number of an item: a page that knows a smaller one has new items to show. */
      newest: z.int(),
      /** Opened, or handed over to the caller, after `since`. */
      fresh: z.int(),
    }),
  }),
  'GET /staff/v1/work_news': call({
    access: { staff: 'any' },
    source: 'added',
    summary: '某个时间以后新来的、或交给我的待办，新的在前，最多 20 件',
    input: z.object({ schoolId: Id.optional(), since: UnixSeconds }),
    data: z.array(z.object({ item: WorkItem, at: UnixSeconds, handedBy: z.string().nullable() })),
  }),
  'GET /staff/v1/work_item': call({
    access: { staff: 'any' },
    source: 'added',
    summary: '一件待办：事实、便签和经过',
    input: z.object({ id: Id }),
    data: z.object({
      item: WorkItem,
      /** Null after the item was closed and what it was about is gone. */
      detail: WorkDetail.nullable(),
      notes: z.array(WorkNote),
      /** Newest first. */
      history: z.array(AuditEntry),
    }),
    errors: ['work-not-found'],
  }),
  'GET /staff/v1/work_next': call({
    access: { staff: 'any' },
    source: 'added',
    summary: '下一件：我的或没有人处理的，after 之后最早的；没有时为空',
    input: z.object({ kinds: Kinds, schoolId: Id.optional(), after: Id.optional() }),
    data: z.object({ item: WorkItem.nullable() }),
  }),
  'POST /staff/v1/work_take': call({
    access: { staff: 'any' },
    source: 'added',
    writes: 'natural',
    summary: '由我处理；已经有人处理时回 work-taken（data.assignee），force 时接过来',
    input: Item.extend({ force: z.boolean().default(false) }),
    data: WorkItem,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/work_assign': call({
    access: { staff: 'any' },
    source: 'added',
    writes: 'natural',
    summary: '交给同事，或放回（assignee 为空）',
    input: Item.extend({ assignee: Id.nullable() }),
    data: WorkItem,
    errors: [...decisionErrors, 'person-not-found'],
  }),
  'GET /staff/v1/work_assignees': call({
    access: { staff: 'any' },
    source: 'added',
    summary: '可以处理这件事的同事',
    input: z.object({ id: Id }),
    data: z.array(z.object({ id: Id, nickname: z.string() })),
    errors: ['work-not-found'],
  }),
  'POST /staff/v1/work_note': call({
    access: { staff: 'any' },
    source: 'added',
    writes: 'keyed',
    summary: '给同事留便签；用户看不到',
    input: z.object({
      id: Id,
      text: z.string().trim().min(1, { error: '请写点什么' }).max(500, { error: '便签最多 500 个字' }),
    }),
    data: WorkNote,
    errors: ['work-not-found'],
  }),

  'POST /staff/v1/student_approve': call({
    access: { staff: 'student.review' },
    source: 'added',
    writes: 'natural',
    summary: '通过学生认证，一次最多 50 件；学号若已被别的账号占用，会改归这位同学',
    input: z.object({ items: z.array(Item).min(1, { error: '请先选择' }).max(50, { error: '一次最多 50 件' }) }),
    /** One result per item, in order; `error` is the name of the refusal. */
    data: z.object({
      approved: z.int(),
      results: z.array(z.object({ id: Id, ok: z.boolean(), error: z.string(), msg: z.string() })),
    }),
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/student_reject': call({
    access: { staff: 'student.review' },
    source: 'added',
    writes: 'natural',
    summary: '退回学生认证；原因会显示给学生',
    input: Item.extend({ reason: Reason }),
    data: Done,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/refund_approve': call({
    access: { staff: 'order.refund', fresh: true },
    source: 'added',
    writes: 'keyed',
    summary:
      '同意退款：不带 cents 时全额，收回学习权限；带 cents 时部分退款，权限保留、订单仍为已完成；超过限额要两个人',
    input: Item.extend({ cents: Ordinal.optional(), reason: z.string().trim().max(200).default('') }),
    /** `needsSecond`: recorded as the first of two approvals. */
    data: z.object({ needsSecond: z.boolean(), cents: z.int() }),
    errors: [...decisionErrors, 'refund-amount-refused', 'second-person-required'],
  }),
  'POST /staff/v1/refund_decline': call({
    access: { staff: 'order.refund' },
    source: 'added',
    writes: 'natural',
    summary: '不同意退款；原因会显示给用户',
    input: Item.extend({ reason: Reason }),
    data: Done,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/invoice_issue': call({
    access: { staff: 'invoice.issue' },
    source: 'added',
    writes: 'natural',
    summary: '发票已开具：可以带文件（upload_link 上传），用户在订单里下载',
    input: Item.extend({ file: Id.nullable().default(null) }),
    data: Done,
    errors: [...decisionErrors, 'upload-not-found'],
  }),
  'POST /staff/v1/support_reply': call({
    access: { staff: 'support.answer' },
    source: 'added',
    writes: 'keyed',
    summary: '回复客服对话，文字和图片至少有一样；close 为否时留在待办里',
    input: Item.extend({
      text: z.string().trim().max(500, { error: '最多输入 500 个字' }).default(''),
      /** Own uploads, and pictures of canned replies. */
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
    input: Item,
    data: Done,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/feedback_answer': call({
    access: { staff: 'feedback.answer' },
    source: 'added',
    writes: 'natural',
    summary: '答复反馈；用户会收到消息',
    input: Item.extend({
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
    input: Item,
    data: Done,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/report_remove': call({
    access: { staff: 'moderate' },
    source: 'added',
    writes: 'natural',
    summary: '隐藏被举报的内容；原因会告诉作者，可以在内容页恢复',
    input: Item.extend({ reason: Reason }),
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
    data: pageAfter(ModeratedPost),
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
      /** Own uploads, and pictures that the reply has already. */
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
