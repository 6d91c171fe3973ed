import type { decisions } from '@dxx/contract/calls/staff/decisions'
import type { WorkDetail } from '@dxx/contract/calls/staff/work'
import { sql } from 'kysely'
import { fail, Refusal } from '../../base/refusal'
import type { Config } from '../../config'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { signedUrl } from '../media/public'
import { personOf } from '../staff/public'
import { holdClosedItem, holdItem, type WorkRow, workTarget } from '../work/public'
import { approveStudent, rejectStudent, reopen } from './review'

type Calls = 'POST /staff/v1/student_approve' | 'POST /staff/v1/student_reject' | 'POST /staff/v1/student_reopen'
interface Item {
  id: string
  version?: number
}

type StudentDetail = Extract<WorkDetail, { kind: 'student' }>

async function applicationOf(db: Db, { subject_id }: WorkRow): Promise<string> {
  const { uid } = await db
    .selectFrom('student_applications')
    .select('uid')
    .where('user_id', '=', subject_id)
    .executeTakeFirstOrThrow()
  return uid
}

async function approveOne(ctx: StaffCtx, item: Item): Promise<void> {
  const row = await holdItem(ctx, item, 'student')
  await approveStudent(ctx.db, await applicationOf(ctx.db, row), ctx.clock.now())
  ctx.audit({ target: workTarget(row), before: { status: 'pending' }, after: { status: 'passed' } })
}

/** Reopens a decided item. Only its current version, so that an undo does not undo a colleague's later decision. */
async function reopenOne(ctx: StaffCtx, item: Item, reason: string): Promise<void> {
  const row = await holdClosedItem(ctx, item, 'student')
  const status = await reopen(ctx.db, row, reason, ctx.clock.now())
  if (status === null) fail('work-taken', { msg: '这位同学后来又提交了申请，请处理新的一份' })
  ctx.audit({ target: workTarget(row), before: { status }, after: { status: 'pending' }, reason })
}

/** Decides items one after another. A refusal of a single item is thrown; among several items it is listed. */
export async function decideEach(ctx: StaffCtx, items: Item[], decide: (item: Item) => Promise<void>) {
  ctx.audit(null)
  const results = []
  // Sorted by id, so that two concurrent calls do not deadlock.
  const ordered = [...new Map(items.map((item) => [item.id, item])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const item of ordered) {
    try {
      await decide(item)
      results.push({ id: item.id, ok: true, error: '', msg: '' })
    } catch (error) {
      if (!(error instanceof Refusal) || items.length === 1) throw error
      results.push({ id: item.id, ok: false, error: error.name, msg: error.message })
    }
  }
  return { done: results.filter(({ ok }) => ok).length, results }
}

export const studentStaffHandlers: Pick<Handlers<typeof decisions>, Calls> = {
  'POST /staff/v1/student_approve': async (ctx, { items }) => {
    const { done, results } = await decideEach(ctx, items, (item) => approveOne(ctx, item))
    return { approved: done, results }
  },

  'POST /staff/v1/student_reopen': async (ctx, { items, reason }) => {
    const { done, results } = await decideEach(ctx, items, (item) => reopenOne(ctx, item, reason))
    return { reopened: done, results }
  },

  'POST /staff/v1/student_reject': async (ctx, { reason, ...item }) => {
    const row = await holdItem(ctx, item, 'student')
    await rejectStudent(ctx.db, await applicationOf(ctx.db, row), reason, ctx.clock.now())
    ctx.audit({ target: workTarget(row), before: { status: 'pending' }, after: { status: 'rejected' }, reason })
    return {}
  },
}

interface Row {
  school_name: string
  class_name: string
  student_no: string
  name: string
  submitted_at: number
  photo_key: string | null
  roster_name: string | null
  roster_class: string | null
  claimer_uid: string | null
  claimer_name: string | null
  claimer_avatar: string | null
  claimer_mobile: string | null
}

/**
 * The data of an application and the roster entry with the same student number. Null if a later application replaced
 * it: the later one may be to another school, and only staff of that school may see it.
 */
export async function studentDetail(
  db: Db,
  config: Config,
  { subject_id: userId, school_uid: school, closed_at: closedAt }: WorkRow,
  now: number,
): Promise<StudentDetail | null> {
  const { rows } = await sql<Row>`
    select a.school_name, a.class_name, a.student_no, a.name, a.submitted_at, m.key as photo_key,
      r.name as roster_name, c.name as roster_class, k.uid as claimer_uid, k.nickname as claimer_name,
      k.avatar as claimer_avatar, k.mobile as claimer_mobile
    from student_applications a
      left join uploads p on p.id = a.photo_id left join media m on m.id = p.media_id
      left join rosters r on r.school_id = a.school_id and r.student_no = a.student_no
      left join classes c on c.id = r.class_id
      left join users k on k.id = r.claimed_by and k.id <> a.user_id
      left join schools s on s.id = a.school_id
    where a.user_id = ${userId} and s.uid is not distinct from ${school}::uuid
      and (${closedAt}::bigint is null or a.submitted_at <= ${closedAt}::bigint)`.execute(db)
  const row = rows[0]
  if (!row) return null
  const claimer = row.claimer_uid && {
    uid: row.claimer_uid,
    nickname: row.claimer_name!,
    avatar: row.claimer_avatar,
    mobile: row.claimer_mobile,
  }
  return {
    kind: 'student',
    given: { school: row.school_name, className: row.class_name, studentNo: row.student_no, name: row.name },
    submittedAt: row.submitted_at,
    photo: row.photo_key && signedUrl(config.secret, row.photo_key, now),
    roster:
      row.roster_name === null
        ? null
        : { name: row.roster_name, className: row.roster_class!, claimedBy: claimer ? personOf(claimer) : null },
  }
}
