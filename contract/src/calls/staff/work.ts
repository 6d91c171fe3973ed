import * as z from 'zod'
import { call, calls } from '../../call'
import { Count, Id, UnixSeconds } from '../../shapes'
import { allWorkKinds } from '../../staff'
import { CsMessage, OpinionKind, PrivatePicture } from '../support'
import { Appeal } from './exam-regrade'
import { After, cursorPageSchema, PersonBrief } from './shapes'

export const WorkKindName = z.enum(allWorkKinds)

/** A work item: waits for a decision of staff. */
export const WorkItem = z.object({
  id: Id,
  kind: WorkKindName,
  kindName: z.string(),
  /** Example: 「数据结构 · ¥39.00」. */
  title: z.string(),
  /** The user who waits for the decision; null if the account was closed. */
  person: PersonBrief.nullable(),
  school: z.object({ id: Id, name: z.string() }).nullable(),
  openedAt: UnixSeconds,
  dueAt: UnixSeconds,
  closedAt: UnixSeconds.nullable(),
  /** Staff member who works on the item; null if unassigned. */
  assignee: z.object({ id: Id, nickname: z.string() }).nullable(),
  isMine: z.boolean(),
  notes: z.int(),
  /** Incremented by every change of the item; a decision that names an older version is refused. */
  version: z.int(),
})
export type WorkItem = z.infer<typeof WorkItem>

export const WorkNote = z.object({ id: Id, author: z.string(), text: z.string(), createdAt: UnixSeconds })
export type WorkNote = z.infer<typeof WorkNote>

/** An event in the history of an item, taken from the audit log. */
export const WorkEvent = z.object({
  id: z.int(),
  at: UnixSeconds,
  actor: z.string(),
  callName: z.string(),
  reason: z.string(),
})
export type WorkEvent = z.infer<typeof WorkEvent>

const StudentDetail = z.object({
  kind: z.literal('student'),
  given: z.object({ school: z.string(), className: z.string(), studentNo: z.string(), name: z.string() }),
  submittedAt: UnixSeconds,
  /** Expiring URL of the student card; null without a photo. */
  photo: z.string().nullable(),
  /** Roster entry with the same student number; null if there is none. */
  roster: z.object({ name: z.string(), className: z.string(), claimedBy: PersonBrief.nullable() }).nullable(),
})

const RefundDetail = z.object({
  kind: z.literal('refund'),
  order: z.object({
    no: z.string(),
    title: z.string(),
    payCents: z.int(),
    /** Sum of earlier partial refunds. */
    refundedCents: z.int(),
    channel: z.string(),
    createdAt: UnixSeconds,
    paidAt: UnixSeconds.nullable(),
  }),
  reason: z.string(),
  /** The whole amount not yet refunded, or the part that staff propose. */
  askedCents: z.int(),
  /** Nickname of the staff member who started the refund; null if the buyer requested it. */
  begunBy: z.string().nullable(),
  askedAt: UnixSeconds,
  usedPercent: z.int(),
  /** First of the two approvals that amounts above the limit need; null if not given yet. */
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
  /** Masked; feedback_contact returns it in full. */
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
  /** Who hid the post and why; null while it is shown. */
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

/** An appeal is answered on the appeals page of its exam, not in the work queue. */
const AppealDetail = z.object({ kind: z.literal('appeal'), appeal: Appeal })

/** A student who wants to join a class by its code. */
const JoinDetail = z.object({
  kind: z.literal('join'),
  className: z.string(),
  given: z.object({ studentNo: z.string(), name: z.string() }),
  /** Roster entry with the same student number; null if there is none. */
  roster: z.object({ name: z.string(), className: z.string(), claimedBy: PersonBrief.nullable() }).nullable(),
  /** Class in which the student is verified now; null if in none. */
  currentClass: z.string().nullable(),
  submittedAt: UnixSeconds,
})

/** A student's question to the teacher about a passage; a discussion that other readers of the chapter see too. */
const QuestionDetail = z.object({
  kind: z.literal('question'),
  text: z.string(),
  quote: z.string(),
  /** Example: 「《数据结构》 · 第一章」. */
  place: z.string(),
  askedAt: UnixSeconds,
  replies: z.array(z.object({ author: z.string(), text: z.string(), createdAt: UnixSeconds })),
})

export const WorkDetail = z.discriminatedUnion('kind', [
  StudentDetail,
  RefundDetail,
  InvoiceDetail,
  SupportDetail,
  FeedbackDetail,
  ReportDetail,
  AppealDetail,
  JoinDetail,
  QuestionDetail,
])
export type WorkDetail = z.infer<typeof WorkDetail>

const Kinds = z.array(WorkKindName).max(allWorkKinds.length).optional()
/**
 * Filter by assignee. `unassigned`: items without an assignee; `open`: these and the caller's own; `all`: items of
 * every assignee.
 */
const Assigned = z.enum(['open', 'mine', 'unassigned', 'all']).default('open')
/** Id of an item and, if the caller has seen the item, its version. */
export const WorkRef = z.object({ id: Id, version: Count.optional() })
export const decisionErrors = ['work-not-found', 'work-closed', 'work-taken'] as const

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
    data: cursorPageSchema(WorkItem),
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
          /** Items without an assignee, or assigned to the caller. */
          waiting: z.int(),
          mine: z.int(),
          overdue: z.int(),
          /** Highest item number; 0 if there is no item. If a page has seen only lower numbers, there are new items. */
          newest: z.int(),
        }),
      ),
      /** Highest item number of all kinds. */
      newest: z.int(),
      /** Items opened, or handed over to the caller, after `since`. */
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
      /** Null if the item is closed and its subject (such as the reported post) no longer exists. */
      detail: WorkDetail.nullable(),
      notes: z.array(WorkNote),
      /** Newest first. */
      history: z.array(WorkEvent),
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
    input: WorkRef.extend({ force: z.boolean().default(false) }),
    data: WorkItem,
    errors: [...decisionErrors],
  }),
  'POST /staff/v1/work_assign': call({
    access: { staff: 'any' },
    source: 'added',
    writes: 'natural',
    summary: '交给同事，或放回（assignee 为空）',
    input: WorkRef.extend({ assignee: Id.nullable() }),
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
})
