import type { WorkItem } from '@dxx/contract/calls/staff/work'
import {
  allRoles,
  allWorkKinds,
  type Permission,
  roleHasPermission,
  type WorkKind,
  workKinds,
} from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Staff, StaffCtx } from '../../context'
import { classScope, examScope, isSuspended, personOf, schoolsOf } from '../staff/public'

/** Kinds of work that the staff member may decide. */
export const kindsOf = ({ grants }: Staff): WorkKind[] =>
  allWorkKinds.filter((kind) => grants.some(({ role }) => roleHasPermission(role, workKinds[kind].permission)))

/** Kinds whose scope depends on the subject of the item. */
const scopedKinds: readonly WorkKind[] = ['student', 'appeal', 'join', 'question']

/**
 * SQL conditions on work items, of which one must hold for the staff member to decide an item. Student authentication
 * belongs to the administrators of the school, or to customer service if the school has none. Appeals belong to staff
 * who manage the exam, requests to join a class to staff who see the class, questions to teachers of the student.
 */
function scopeParts(staff: Staff, now: number, alias: string): RawBuilder<unknown>[] {
  const roles = new Set(staff.grants.map(({ role }) => role))
  // Owners may decide every item; a condition per item would take most of the time of counting.
  if (roles.has('owner')) return [sql`true`]
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  // An array, so that it is computed once for all items.
  const administered = sql`array(
    select a.scope_id from staff_grants a join users u on u.id = a.user_id
    where a.role = 'school_admin' and a.revoked_at is null and (a.ends_at is null or a.ends_at > ${now}::bigint)
      and u.closed_at is null and not ${isSuspended(sql.ref('u.id'), now)})`
  // The ids of the classes are computed once: with a join, the database would read all students before looking at the
  // class.
  const classes = (permission: Permission) =>
    sql`array(select c.id from classes c where ${classScope(staff, permission, 'c')})`
  const anywhere = kindsOf(staff).filter((kind) => !scopedKinds.includes(kind))
  const schools = schoolsOf(staff, 'student.review')
  return [
    anywhere.length > 0 && sql`${of('kind')} = any(${anywhere}::text[])`,
    roles.has('support') &&
      sql`${of('kind')} = 'student' and (${of('school_id')} is null or ${of('school_id')} <> all(${administered}))`,
    schools.length > 0 && sql`${of('kind')} = 'student' and ${of('school_id')} = any(${schools}::bigint[])`,
    sql`${of('kind')} = 'appeal' and exists (
      select from exam_appeals p join exam_attempts t on t.id = p.attempt_id join exams e on e.id = t.exam_id
      where p.id = ${of('subject_id')} and ${examScope(staff, 'exam.manage', 'e')})`,
    sql`${of('kind')} = 'join' and exists (
      select from class_joins j where j.id = ${of('subject_id')} and j.class_id = any(${classes('class.view')}))`,
    sql`${of('kind')} = 'question' and exists (
      select from class_students x
      where x.user_id = ${of('user_id')} and x.class_id = any(${classes('class.message')}))`,
  ].filter((part) => part !== false)
}

/** SQL condition on `w`: work items that the staff member may decide. */
export const workScope = (staff: Staff, now: number): RawBuilder<boolean> =>
  sql<boolean>`((${sql.join(scopeParts(staff, now, 'w'), sql`) or (`)}))`

/**
 * SQL condition on `w`: open items that the staff member may decide. For teachers, each part of the condition is a
 * separate query that starts from their classes, because a scan with the condition would read the waiting items of the
 * whole site.
 */
export function openWorkScope(staff: Staff, now: number): RawBuilder<boolean> {
  const isWide = staff.grants.some(({ scopeKind }) => scopeKind === 'site' || scopeKind === 'school')
  if (isWide) return sql<boolean>`w.closed_at is null and ${workScope(staff, now)}`
  const ids = scopeParts(staff, now, 'o').map(
    (part) => sql`select o.id from work_items o where o.closed_at is null and ${part}`,
  )
  return sql<boolean>`w.closed_at is null and w.id = any(array(${sql.join(ids, sql` union all `)}))`
}

export interface WorkRow {
  id: number
  uid: string
  kind: WorkKind
  subject_id: number
  user_id: number
  title: string
  opened_at: number
  due_at: number
  closed_at: number | null
  assignee_id: number | null
  taken_at: number | null
  assigner_id: number | null
  assigner_name: string | null
  approved_by: number | null
  approved_cents: number | null
  version: number
  person_uid: string
  nickname: string
  avatar: string | null
  mobile: string | null
  person_closed: number | null
  school_uid: string | null
  school_name: string | null
  assignee_uid: string | null
  assignee_name: string | null
  notes: number
}

/** All pairs of a kind of work item and a role that may decide it. */
const decided = allWorkKinds.flatMap((kind) =>
  allRoles.filter((role) => roleHasPermission(role, workKinds[kind].permission)).map((role) => `${kind} ${role}`),
)

/** SQL condition: the assignee of `w` may still decide it. If not, colleagues may take the item. */
export const assigneeWorks = (now: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from staff_grants v join users vu on vu.id = v.user_id
  where v.user_id = w.assignee_id and vu.closed_at is null and v.revoked_at is null
    and (v.ends_at is null or v.ends_at > ${now}::bigint) and w.kind || ' ' || v.role = any(${decided}::text[]))`

/** Selects work items with the columns of the lists; `where` is a condition on `w`. */
export const selectWork = (where: RawBuilder<boolean>, order: RawBuilder<unknown>, now: number) => sql<WorkRow>`
  select w.id, w.uid, w.kind, w.subject_id, w.user_id, w.title, w.opened_at, w.due_at, w.closed_at,
    a.id as assignee_id,
    w.taken_at, w.assigned_by as assigner_id, b.nickname as assigner_name,
    w.approved_by, w.approved_cents, w.version, u.uid as person_uid, u.nickname, u.avatar, u.mobile,
    u.closed_at as person_closed, s.uid as school_uid, s.name as school_name, a.uid as assignee_uid,
    a.nickname as assignee_name, (select count(*) from work_notes n where n.item_id = w.id) as notes
  from work_items w join users u on u.id = w.user_id
    left join schools s on s.id = w.school_id
    left join users a on a.id = w.assignee_id and (w.closed_at is not null or ${assigneeWorks(now)})
    left join users b on b.id = w.assigned_by
  where ${where} ${order}`

export function shapeItem(row: WorkRow, userId: number): WorkItem {
  const { nickname, avatar, mobile } = row
  return {
    id: row.uid,
    kind: row.kind,
    kindName: workKinds[row.kind].name,
    title: row.title,
    person: row.person_closed === null ? personOf({ uid: row.person_uid, nickname, avatar, mobile }) : null,
    school: row.school_uid === null ? null : { id: row.school_uid, name: row.school_name! },
    openedAt: row.opened_at,
    dueAt: row.due_at,
    closedAt: row.closed_at,
    assignee: row.assignee_uid === null ? null : { id: row.assignee_uid, nickname: row.assignee_name! },
    isMine: row.assignee_id === userId,
    notes: row.notes,
    version: row.version,
  }
}

/** Returns an item inside the scope, open or closed. */
export async function itemById({ db, staff, clock }: Pick<StaffCtx, 'db' | 'staff' | 'clock'>, uid: string) {
  const now = clock.now()
  const { rows } = await selectWork(
    sql<boolean>`w.uid = ${uid}::uuid and ${workScope(staff, now)}`,
    sql``,
    now,
  ).execute(db)
  return rows[0] ?? fail('work-not-found')
}

interface ItemRef {
  id: string
  /** Version that the staff member has seen; the decision is rejected if the item has changed since. */
  version?: number
}

async function lockItem(ctx: StaffCtx, { id }: ItemRef, kind?: WorkKind): Promise<WorkRow> {
  await ctx.db.selectFrom('work_items').select('id').where('uid', '=', id).forUpdate().execute()
  const row = await itemById(ctx, id)
  if (kind !== undefined && row.kind !== kind) fail('work-not-found')
  return row
}

function refuseChanged({ version }: ItemRef, row: WorkRow): void {
  if (version !== undefined && version !== row.version)
    fail('work-taken', { msg: '这件事刚刚有变化，请看过最新的内容再决定', data: { version: row.version } })
}

/**
 * Locks an open item that the staff member is about to decide. Rejected if it was closed, or if a colleague has taken
 * it.
 */
export async function holdItem(ctx: StaffCtx, item: ItemRef, kind?: WorkKind): Promise<WorkRow> {
  const row = await lockItem(ctx, item, kind)
  if (row.closed_at !== null) fail('work-closed', { data: { closedAt: row.closed_at } })
  if (row.assignee_id !== null && row.assignee_id !== ctx.user.id)
    fail('work-taken', { msg: `${row.assignee_name} 正在处理这件事`, data: { assignee: row.assignee_name } })
  refuseChanged(item, row)
  return row
}

/** Locks a closed item whose decision the staff member is about to undo. */
export async function holdClosedItem(ctx: StaffCtx, item: ItemRef, kind: WorkKind) {
  const row = await lockItem(ctx, item, kind)
  const { closed_at } = row
  if (closed_at === null) fail('work-not-closed')
  refuseChanged(item, row)
  return { ...row, closed_at }
}

/** Audit target of a work item, without the title, which contains names and texts of users. */
export const workTarget = ({ uid, kind }: Pick<WorkRow, 'uid' | 'kind'>) => ({
  kind: 'work',
  id: uid,
  name: `${workKinds[kind].name} ${uid.slice(0, 8)}`,
})
