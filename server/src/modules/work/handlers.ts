import type { work } from '@dxx/contract/calls/staff/work'
import { totalMax, type WorkKind, workKinds } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import { assigneesOf } from './assignees'
import {
  assigneeWorks,
  holdItem,
  itemById,
  kindsOf,
  openWorkScope,
  selectWork,
  shapeItem,
  type WorkRow,
  workScope,
  workTarget,
} from './items'

type Calls =
  | 'GET /staff/v1/work_list'
  | 'GET /staff/v1/work_counts'
  | 'GET /staff/v1/work_news'
  | 'GET /staff/v1/work_next'
  | 'POST /staff/v1/work_take'
  | 'POST /staff/v1/work_assign'
  | 'GET /staff/v1/work_assignees'
  | 'POST /staff/v1/work_note'

interface Filter {
  closed?: boolean
  kinds?: WorkKind[]
  schoolId?: string
  assigned?: 'open' | 'mine' | 'unassigned' | 'all'
}

/** SQL condition on `w`: items in scope that match the filter, open ones unless `closed` is set. */
function conditionOf({ staff, user, clock }: StaffCtx, { closed, kinds, schoolId, assigned = 'open' }: Filter) {
  const now = clock.now()
  const isOwnItem = sql`w.assignee_id = ${user.id}`
  const free = sql`(w.assignee_id is null or (w.assignee_id <> ${user.id} and not ${assigneeWorks(now)}))`
  const parts: RawBuilder<unknown>[] = [
    closed ? sql`w.closed_at is not null and ${workScope(staff, now)}` : openWorkScope(staff, now),
  ]
  if (kinds !== undefined) parts.push(sql`w.kind = any(${kinds}::text[])`)
  if (schoolId !== undefined) parts.push(sql`w.school_id = (select id from schools where uid = ${schoolId}::uuid)`)
  if (assigned === 'mine') parts.push(isOwnItem)
  if (assigned === 'unassigned') parts.push(free)
  if (assigned === 'open') parts.push(sql`(w.assignee_id is null or ${isOwnItem} or ${free})`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** Parses a position in the queue: `opened_at.id` of an item. */
function positionOf(text: string): [number, number] {
  const [, opened, id] = /^(\d{1,12})\.(\d{1,15})$/.exec(text) ?? fail('invalid-input')
  return [Number(opened), Number(id)]
}

const keyOf = (row: WorkRow, closed: boolean) => `${closed ? row.closed_at : row.opened_at}.${row.id}`

const newsMax = 20

/** SQL: time at which an item became new for a staff member: when it was opened, or assigned by a colleague. */
const newsAt = (userId: number) => sql`case
  when w.assignee_id = ${userId} and w.assigned_by <> ${userId} then w.taken_at else w.opened_at end`

/** Counts items that were opened, or assigned to the caller by a colleague, after a time. Both counts use an index. */
async function countNews({ db, user }: StaffCtx, where: RawBuilder<boolean>, since: number): Promise<number> {
  const handed = sql`(w.assignee_id = ${user.id} and w.assigned_by <> ${user.id})`
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from work_items w
        where ${where} and w.opened_at > ${since}::bigint and ${handed} is not true) +
      (select count(*) from work_items w
        where ${where} and ${handed} and w.taken_at > ${since}::bigint) as count`.execute(db)
  return rows[0]!.count
}

async function changed(ctx: StaffCtx, uid: string) {
  return shapeItem(await itemById(ctx, uid), ctx.user.id)
}

async function setAssignee({ db, user, clock }: StaffCtx, id: number, assignee: number | null): Promise<void> {
  await db
    .updateTable('work_items')
    .set((eb) => ({
      assignee_id: assignee,
      taken_at: assignee === null ? null : clock.now(),
      assigned_by: assignee === null ? null : user.id,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export const queueHandlers: Pick<Handlers<typeof work>, Calls> = {
  'GET /staff/v1/work_list': async (ctx, { after, limit, ...filter }) => {
    const where = conditionOf(ctx, filter)
    const { closed } = filter
    const at = sql.ref(closed ? 'w.closed_at' : 'w.opened_at')
    const position = after === undefined ? null : positionOf(after)
    const than = sql.raw(closed ? '<' : '>')
    const from = position ? sql`(${at}, w.id) ${than} (${position[0]}::bigint, ${position[1]}::bigint)` : sql`true`
    const direction = sql.raw(closed ? 'desc' : 'asc')
    const { rows } = await selectWork(
      sql`${where} and ${from}`,
      sql`order by ${at} ${direction}, w.id ${direction} limit ${limit + 1}`,
      ctx.clock.now(),
    ).execute(ctx.db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from (select from work_items w where ${where} limit ${totalMax}) c`.execute(ctx.db)
    const shown = rows.slice(0, limit)
    return {
      list: shown.map((row) => shapeItem(row, ctx.user.id)),
      next: rows.length > limit ? keyOf(shown.at(-1)!, closed) : null,
      total: counted[0]!.total,
    }
  },

  'GET /staff/v1/work_counts': async (ctx, { schoolId, since }) => {
    const { db, staff, user, clock } = ctx
    const where = conditionOf(ctx, { schoolId })
    const { rows } = await sql<{ kind: WorkKind; waiting: number; mine: number; overdue: number; newest: number }>`
      select w.kind, count(*) as waiting, count(*) filter (where w.assignee_id = ${user.id}) as mine,
        count(*) filter (where w.due_at < ${clock.now()}::bigint) as overdue, max(w.id) as newest
      from work_items w where ${where} group by w.kind`.execute(db)
    return {
      kinds: kindsOf(staff).map((kind) => {
        const none = { waiting: 0, mine: 0, overdue: 0, newest: 0 }
        const { waiting, mine, overdue, newest } = rows.find((row) => row.kind === kind) ?? none
        return { kind, kindName: workKinds[kind].name, waiting, mine, overdue, newest }
      }),
      newest: Math.max(0, ...rows.map(({ newest }) => newest)),
      fresh: since === undefined ? 0 : await countNews(ctx, where, since),
    }
  },

  'GET /staff/v1/work_news': async (ctx, { schoolId, since }) => {
    const at = newsAt(ctx.user.id)
    const { rows } = await selectWork(
      sql`${conditionOf(ctx, { schoolId })} and ${at} > ${since}::bigint`,
      sql`order by ${at} desc, w.id desc limit ${newsMax}`,
      ctx.clock.now(),
    ).execute(ctx.db)
    return rows.map((row) => {
      const handedBy = row.assigner_id === ctx.user.id ? null : row.assigner_name
      return { item: shapeItem(row, ctx.user.id), at: handedBy === null ? row.opened_at : row.taken_at!, handedBy }
    })
  },

  'GET /staff/v1/work_next': async (ctx, { kinds, schoolId, after }) => {
    const last = after === undefined ? null : await itemById(ctx, after)
    const from = last ? sql`(w.opened_at, w.id) > (${last.opened_at}::bigint, ${last.id}::bigint)` : sql`true`
    const { rows } = await selectWork(
      sql`${conditionOf(ctx, { kinds, schoolId })} and ${from}`,
      sql`order by w.opened_at, w.id limit 1`,
      ctx.clock.now(),
    ).execute(ctx.db)
    return { item: rows[0] ? shapeItem(rows[0], ctx.user.id) : null }
  },

  'POST /staff/v1/work_take': async (ctx, { id, force }) => {
    const { db, user } = ctx
    await db.selectFrom('work_items').select('id').where('uid', '=', id).forUpdate().execute()
    const row = await itemById(ctx, id)
    if (row.closed_at !== null) fail('work-closed')
    if (row.assignee_id === user.id) {
      ctx.audit(null)
      return shapeItem(row, user.id)
    }
    if (row.assignee_id !== null && !force)
      fail('work-taken', { msg: `${row.assignee_name} 正在处理这件事`, data: { assignee: row.assignee_name } })
    await setAssignee(ctx, row.id, user.id)
    const before = row.assignee_name === null ? null : { assignee: row.assignee_name }
    ctx.audit({ target: workTarget(row), before, after: { assignee: user.nickname } })
    return changed(ctx, id)
  },

  'POST /staff/v1/work_assign': async (ctx, { id, version, assignee }) => {
    const row = await holdItem(ctx, { id, version })
    const colleague = assignee === null ? null : await colleagueOf(ctx, row, assignee)
    await setAssignee(ctx, row.id, colleague?.id ?? null)
    ctx.audit({
      target: workTarget(row),
      before: { assignee: row.assignee_name },
      after: { assignee: colleague?.nickname ?? null },
    })
    return changed(ctx, id)
  },

  'GET /staff/v1/work_assignees': async (ctx, { id }) => {
    const people = await assigneesOf(ctx.db, await itemById(ctx, id), ctx.clock.now())
    return people.map(({ uid, nickname }) => ({ id: uid, nickname }))
  },

  'POST /staff/v1/work_note': async (ctx, { id, text }) => {
    const { db, user, clock } = ctx
    const row = await itemById(ctx, id)
    const note = await db
      .insertInto('work_notes')
      .values({ item_id: row.id, user_id: user.id, text, created_at: clock.now() })
      .returning(['uid', 'created_at'])
      .executeTakeFirstOrThrow()
    ctx.audit({ target: workTarget(row), after: { note: text } })
    return { id: note.uid, author: user.nickname, text, createdAt: note.created_at }
  },
}

async function colleagueOf({ db, clock }: StaffCtx, row: WorkRow, uid: string) {
  const people = await assigneesOf(db, row, clock.now())
  return people.find((one) => one.uid === uid) ?? fail('person-not-found')
}
