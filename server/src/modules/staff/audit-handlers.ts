import type { AuditEntry, audit } from '@dxx/contract/calls/staff/audit'
import { maskMobile } from '@dxx/contract/rules/mask'
import { formatDate, formatExactTime } from '@dxx/contract/rules/time-from'
import { type Role, roles, totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { csvLine } from '../../base/csv'
import { escapeLike } from '../../base/escape-like'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'

/** Chinese names of the kinds of targets. */
export const auditTargetNames: Record<string, string> = {
  staff: '员工',
  audit: '操作记录',
  student: '学生认证',
  order: '订单',
  invoice: '发票',
  conversation: '客服对话',
  feedback: '反馈',
  post: '评价与讨论',
  user: '用户',
  work: '待办',
  reply: '常用回复',
  exam: '考试',
  exam_draft: '试卷草稿',
  exam_appeal: '成绩复核',
  attempt: '作答',
  coupon: '兑换码',
  discount: '优惠券',
  shelf: '上架',
  collection: '首页专题',
  banner: '轮播图',
  article: '文章',
  help: '帮助',
  version: '应用版本',
  curriculum: '内容',
  question: '题目',
  bank: '题库',
  school: '学校',
  class: '班级',
  term: '学期',
  assignment: '作业',
  message: '消息',
  words: '敏感词',
  switch: '开关',
  setting: '设置',
  job: '后台任务',
  session: '登录',
  storage: '文件存储',
}

/** Chinese names of the calls. Commands, which import this file for its texts, do not load the whole contract. */
async function callNames(): Promise<(call: string) => string> {
  const { staffCalls } = await import('@dxx/contract/staff-calls')
  const summaries = new Map(
    Object.entries(staffCalls).map(([name, { summary }]) => [
      name.replace(/^.*\//, ''),
      summary.split(/[：；，（]/)[0]!,
    ]),
  )
  return (call) => summaries.get(call) ?? `命令行 ${call}`
}

interface Filter {
  keyword?: string
  person?: string
  call?: string
  targetKind?: string
  targetId?: string
  from?: number
  to?: number
}

/** A request id or its beginning: the staff console shows the first eight digits. */
const requestNumber = /^[0-9a-f]{8}(-?[0-9a-f]{4}){0,3}(-?[0-9a-f]{12})?$/i

/** SQL condition: an entry matches the keyword. Texts have no index; with millions of rows, narrow the days as well. */
function matching(keyword: string): RawBuilder<boolean> {
  const part = `%${escapeLike(keyword)}%`
  const parts = [
    sql`a.target_name ilike ${part}`,
    sql`a.reason ilike ${part}`,
    sql`a.target_id = ${keyword}`,
    /^\d{1,15}$/.test(keyword) && sql`a.id = ${keyword}::bigint`,
    requestNumber.test(keyword) &&
      sql`replace(a.request_id, '-', '') like ${`${keyword.toLowerCase().replaceAll('-', '')}%`}`,
  ].filter((one) => one !== false)
  return sql`(${sql.join(parts, sql` or `)})`
}

function conditionOf({ keyword, person, call, targetKind, targetId, from, to }: Filter): RawBuilder<boolean> {
  const parts = [
    keyword !== undefined && keyword !== '' && matching(keyword),
    person === 'shell' && sql`a.user_id is null`,
    person !== undefined && person !== 'shell' && sql`a.user_id = (select id from users where uid = ${person}::uuid)`,
    call !== undefined && sql`a.call = ${call}`,
    targetKind !== undefined && sql`a.target_kind = ${targetKind}`,
    targetId !== undefined && sql`a.target_id = ${targetId}`,
    from !== undefined && sql`a.at >= ${from}::bigint`,
    to !== undefined && sql`a.at < ${to}::bigint`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`
}

interface Row {
  id: number
  at: number
  uid: string | null
  nickname: string | null
  mobile: string | null
  roles: string
  call: string
  target_kind: string
  target_id: string
  target_name: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string
  address: string
  request_id: string
  hash: Buffer
}

async function readAudit(db: Db, filter: RawBuilder<boolean>, before: number | null, limit: number) {
  const { rows } = await sql<Row>`
    select a.id, a.at, u.uid, u.nickname, u.mobile, a.roles, a.call, a.target_kind, a.target_id, a.target_name,
      a.before, a.after, a.reason, a.address, a.request_id, a.hash
    from audit a left join users u on u.id = a.user_id
    where ${filter} and (${before}::bigint is null or a.id < ${before}::bigint)
    order by a.id desc limit ${limit}`.execute(db)
  const [students, callName] = [await studentNames(db, rows.flatMap(studentIdsOf)), await callNames()]
  return rows.map((row) => shapeEntry(row, students, callName(row.call)))
}

/** Fields with ids of students. The log stores no names, because it is kept longer than accounts. */
const studentFields = ['studentIds', 'skippedIds']

const studentIdsOf = ({ before, after }: Row): string[] =>
  [before, after].flatMap((values) => studentFields.flatMap((field) => (values?.[field] as string[] | undefined) ?? []))

async function studentNames(db: Db, uids: string[]): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map()
  const { rows } = await sql<{ uid: string; name: string }>`
    select u.uid, coalesce(s.name, u.nickname) as name from users u
      left join student_applications s on s.user_id = u.id where u.uid = any(${uids}::uuid[])`.execute(db)
  return new Map(rows.map(({ uid, name }) => [uid, name]))
}

function shapeEntry(row: Row, students: Map<string, string>, callName: string): AuditEntry {
  const names = row.roles.split(',').filter(Boolean)
  return {
    id: row.id,
    at: row.at,
    actor: { id: row.uid, name: row.nickname ?? '命令行', mobile: row.mobile ? maskMobile(row.mobile) : '' },
    roles: names.map((role) => roles[role as Role]?.name ?? role).join('、'),
    call: row.call,
    callName,
    target: {
      kind: row.target_kind,
      kindName: auditTargetNames[row.target_kind] ?? row.target_kind,
      id: row.target_id,
      name: row.target_name,
    },
    before: row.before,
    after: row.after,
    students: Object.fromEntries(
      studentIdsOf(row).flatMap((uid) => (students.has(uid) ? [[uid, students.get(uid)!]] : [])),
    ),
    reason: row.reason,
    address: row.address,
    requestId: row.request_id,
    hash: row.hash.toString('hex'),
  }
}

/** Audit entries of a target, newest first, without the fields that need `audit.read`. */
export async function historyOf(db: Db, target: { targetKind: string; targetId: string }, limit: number) {
  const entries = await readAudit(db, conditionOf(target), null, limit)
  return entries.map(({ id, at, actor, callName: name, reason }) => ({
    id,
    at,
    actor: actor.name,
    callName: name,
    reason,
  }))
}

function afterOf(text: string | undefined): number | null {
  if (text === undefined) return null
  return /^\d{1,15}$/.test(text) ? Number(text) : fail('invalid-input')
}

const exportMax = 10_000
const columns = [
  '编号',
  '时间',
  '人员',
  '角色',
  '操作',
  '对象',
  '对象编号',
  '之前',
  '之后',
  '原因',
  '地址',
  '请求编号',
  '校验值',
]

const jsonText = (value: unknown) => (value === null ? '' : JSON.stringify(value))

const csvRow = (entry: AuditEntry) =>
  csvLine([
    entry.id,
    formatExactTime(entry.at),
    entry.actor.name,
    entry.roles,
    entry.callName,
    `${entry.target.kindName} ${entry.target.name}`,
    entry.target.id,
    jsonText(entry.before),
    jsonText(entry.after),
    entry.reason,
    entry.address,
    entry.requestId,
    entry.hash,
  ])

export const auditHandlers: Handlers<typeof audit> = {
  'GET /staff/v1/audit_list': async ({ db }, { after, limit, ...filter }) => {
    const where = conditionOf(filter)
    const found = await readAudit(db, where, afterOf(after), limit + 1)
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (select from audit a where ${where} limit ${totalMax}) counted`.execute(db)
    const list = found.slice(0, limit)
    return { list, next: found.length > limit ? String(list.at(-1)!.id) : null, total: rows[0]!.total }
  },

  'GET /staff/v1/audit_filters': async ({ db }) => {
    const { rows: people } = await sql<{ id: string; name: string }>`
      select u.uid as id, u.nickname as name from users u
      where exists (select from staff_grants g where g.user_id = u.id) order by u.id limit 500`.execute(db)
    // Jumps from value to value in the index, because `select distinct` would read the whole table.
    const { rows: calls } = await sql<{ call: string }>`
      with recursive found as (
        (select call from audit order by call limit 1)
        union all
        select (select a.call from audit a where a.call > found.call order by a.call limit 1) from found
          where found.call is not null)
      select call from found where call is not null`.execute(db)
    const callName = await callNames()
    return {
      people: [...people, { id: 'shell', name: '命令行' }],
      calls: calls.map(({ call }) => ({ call, name: callName(call) })),
      targetKinds: Object.entries(auditTargetNames).map(([kind, name]) => ({ kind, name })),
    }
  },

  'POST /staff/v1/audit_export': async (ctx, filter) => {
    const { db, clock } = ctx
    const entries = await readAudit(db, conditionOf(filter), null, exportMax + 1)
    const shown = entries.slice(0, exportMax)
    const lines = [csvLine(columns), ...shown.map(csvRow)]
    ctx.audit({ target: { kind: 'audit', id: '', name: '导出' }, after: { ...filter, rows: shown.length } })
    return {
      fileName: `操作记录-${formatDate(clock.now())}.csv`,
      csv: `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`,
      rows: shown.length,
      truncated: entries.length > exportMax,
    }
  },
}
