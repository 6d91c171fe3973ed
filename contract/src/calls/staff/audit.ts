import * as z from 'zod'
import { call, calls } from '../../call'
import { Id, UnixSeconds } from '../../shapes'
import { After, cursorPageSchema } from './shapes'

const Values = z.record(z.string(), z.unknown()).nullable()

export const AuditEntry = z.object({
  /** Sequence number. */
  id: z.int(),
  at: UnixSeconds,
  actor: z.object({
    /** Null if the action was an ops command on the command line. */
    id: Id.nullable(),
    /** Nickname, or 「命令行」. */
    name: z.string(),
    /** Masked; empty for the command line. */
    mobile: z.string(),
  }),
  /** Chinese names of the actor's roles with the permission, joined by 「、」; empty for the command line. */
  roles: z.string(),
  /** Path without prefix, such as `grant_create`, or the ops command, such as `orders refund`. */
  call: z.string(),
  /** Chinese summary of the call. */
  callName: z.string(),
  target: z.object({ kind: z.string(), kindName: z.string(), id: z.string(), name: z.string() }),
  before: Values,
  after: Values,
  /** Names by id of the students that the values list under `studentIds` and `skippedIds`; the log itself has ids. */
  students: z.record(z.string(), z.string()),
  reason: z.string(),
  address: z.string(),
  requestId: z.string(),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Filter = z.object({
  /** Part of the target's name or of the reason; or a whole target id, record number or request number. */
  keyword: z.string().trim().max(80).optional(),
  /** Id of the acting person; `shell` for the command line. */
  person: z.union([Id, z.literal('shell')]).optional(),
  call: z.string().max(80).optional(),
  targetKind: z.string().max(40).optional(),
  targetId: z.string().max(80).optional(),
  from: UnixSeconds.optional(),
  /** End of the time range, exclusive. */
  to: UnixSeconds.optional(),
})

export const audit = calls({
  'GET /staff/v1/audit_list': call({
    access: { staff: 'audit.read' },
    source: 'added',
    summary: '操作记录，最新的在前',
    input: After.extend(Filter.shape),
    data: cursorPageSchema(AuditEntry),
  }),
  'GET /staff/v1/audit_filters': call({
    access: { staff: 'audit.read' },
    source: 'added',
    summary: '操作记录里可选的人、操作和对象种类',
    input: z.object({}),
    data: z.object({
      people: z.array(z.object({ id: z.string(), name: z.string() })),
      calls: z.array(z.object({ call: z.string(), name: z.string() })),
      targetKinds: z.array(z.object({ kind: z.string(), name: z.string() })),
    }),
  }),
  'POST /staff/v1/audit_export': call({
    access: { staff: 'audit.read', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '导出操作记录（csv，最多 10000 行），按与列表相同的条件',
    input: Filter,
    /** `csv` starts with a byte order mark. */
    data: z.object({ fileName: z.string(), csv: z.string(), rows: z.int(), truncated: z.boolean() }),
  }),
})
