import type { staffClasses } from '@dxx/contract/calls/staff/classes'
import type { WorkDetail } from '@dxx/contract/calls/staff/work'
import { withoutStop } from '@dxx/contract/rules/format'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { notify } from '../messages/public'
import { personOf } from '../staff/public'
import { claimEntry, decideEach, hasSameName, notifyPassed, rosterEntry, setStudentStatus } from '../students/public'
import { closeWork, holdItem, type WorkRow, workTarget } from '../work/public'
import { lockRoster } from './queries'

interface Join {
  id: number
  user_id: number
  student_no: string
  name: string
  class_id: number
  class_name: string
  kind: 'home' | 'course'
  school_id: number
  school_name: string
}

/** Locks the waiting request of a work item and its student. */
async function waitingJoin(tx: Db, { subject_id }: WorkRow): Promise<Join> {
  const { rows } = await sql<Join>`
    select j.id, j.user_id, j.student_no, j.name, c.id as class_id, c.name as class_name, c.kind, s.id as school_id,
      s.name as school_name
    from class_joins j join classes c on c.id = j.class_id join schools s on s.id = c.school_id
      join users u on u.id = j.user_id
    where j.id = ${subject_id} and j.state = 'waiting' for update of j, u`.execute(tx)
  return rows[0] ?? fail('work-closed')
}

async function finish(tx: Db, join: Join, by: number, state: 'approved' | 'rejected', reason: string, now: number) {
  await tx
    .updateTable('class_joins')
    .set({ state, reason, decided_at: now, decided_by: by })
    .where('id', '=', join.id)
    .execute()
  await closeWork(tx, 'join', join.id, now)
}

/**
 * Finds or adds the roster entry of the student. A verified student of this school keeps the present entry, whatever
 * number the request names. An entry of another account, or with another name, is not taken over.
 */
async function entryOf(tx: Db, join: Join): Promise<{ id: number; isNew: boolean }> {
  const { rows: claimed } = await sql<{ id: number }>`
    select id from rosters where claimed_by = ${join.user_id} and school_id = ${join.school_id}`.execute(tx)
  if (claimed[0]) return { id: claimed[0].id, isNew: false }
  const entry = await rosterEntry(tx, join.school_id, join.student_no)
  if (!entry) {
    const { id } = await tx
      .insertInto('rosters')
      .values({ school_id: join.school_id, class_id: join.class_id, student_no: join.student_no, name: join.name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, isNew: true }
  }
  if (entry.claimed_by !== null && entry.claimed_by !== join.user_id) fail('join-conflict')
  if (!hasSameName(entry.name, join.name))
    fail('join-conflict', { msg: '名册里这个学号是另一个名字，请核对后退回，让同学改正' })
  return { id: entry.id, isNew: false }
}

async function approveOne(ctx: StaffCtx, item: { id: string; version?: number }): Promise<void> {
  const { db, clock, user } = ctx
  const now = clock.now()
  const row = await holdItem(ctx, item, 'join')
  const join = await waitingJoin(db, row)
  await lockRoster(db, join.school_id)
  const entry = await entryOf(db, join)
  // Ends the claim of an entry of another school, because an account is a student of one school.
  await sql`update rosters set claimed_by = null, claimed_at = null
    where claimed_by = ${join.user_id} and id <> ${entry.id}`.execute(db)
  await claimEntry(db, entry.id, join.user_id, now)
  if (join.kind === 'home')
    await db.updateTable('rosters').set({ class_id: join.class_id }).where('id', '=', entry.id).execute()
  else
    await sql`insert into class_members (class_id, roster_id, added_at)
      select ${join.class_id}, id, ${now}::bigint from rosters where id = ${entry.id} and class_id <> ${join.class_id}
      on conflict do nothing`.execute(db)
  await sql`
    insert into student_applications as a (user_id, school_id, school_name, class_id, class_name, student_no, name,
      submitted_at, reviewed_at, reason)
    select ${join.user_id}, ${join.school_id}, ${join.school_name}, c.id, c.name, r.student_no, r.name,
      ${now}::bigint, ${now}::bigint, ''
    from rosters r join classes c on c.id = r.class_id where r.id = ${entry.id}
    on conflict (user_id) do update set school_id = excluded.school_id, university_code = null,
      school_name = excluded.school_name, class_id = excluded.class_id, class_name = excluded.class_name,
      student_no = excluded.student_no, name = excluded.name, reviewed_at = excluded.reviewed_at, reason = '',
      -- The proof of a campus account holds for the number that it named.
      by_campus = a.by_campus and a.school_id = excluded.school_id and a.student_no = excluded.student_no`.execute(db)
  const { student_status: before } = await db
    .selectFrom('users')
    .select('student_status')
    .where('id', '=', join.user_id)
    .executeTakeFirstOrThrow()
  if (before !== 'passed') {
    await setStudentStatus(db, join.user_id, 'passed')
    await closeWork(db, 'student', join.user_id, now)
    await notifyPassed(db, join.user_id, join.school_name, now)
  }
  await finish(db, join, user.id, 'approved', '', now)
  const body = `老师同意了你的申请，你已加入${join.class_name}。`
  await notify(db, { userId: join.user_id, kind: 'study', title: '已加入班级', body, link: 'pages/study/class' }, now)
  ctx.audit({ target: workTarget(row), after: { class: join.class_name, newEntry: entry.isNew } })
}

export const joinDecisionHandlers: Pick<
  Handlers<typeof staffClasses>,
  'POST /staff/v1/join_approve' | 'POST /staff/v1/join_reject'
> = {
  'POST /staff/v1/join_approve': async (ctx, { items }) => {
    const { done, results } = await decideEach(ctx, items, (item) => approveOne(ctx, item))
    return { approved: done, results }
  },

  'POST /staff/v1/join_reject': async (ctx, { reason, ...item }) => {
    const now = ctx.clock.now()
    const row = await holdItem(ctx, item, 'join')
    const join = await waitingJoin(ctx.db, row)
    await finish(ctx.db, join, ctx.user.id, 'rejected', reason, now)
    const body = `${join.class_name}没有同意你的申请。原因：${withoutStop(reason)}。`
    const link = 'pages/study/class'
    await notify(ctx.db, { userId: join.user_id, kind: 'study', title: '加入班级没有通过', body, link }, now)
    ctx.audit({ target: workTarget(row), after: { state: 'rejected' }, reason })
    return {}
  },
}

interface DetailRow {
  class_name: string
  student_no: string
  name: string
  created_at: number
  current_class: string | null
  roster_name: string | null
  roster_class: string | null
  claimer_uid: string | null
  claimer_name: string
  claimer_avatar: string | null
  claimer_mobile: string | null
}

/** Request of a work item, with the roster entry of the same student number. */
export async function joinDetail(
  db: Db,
  { subject_id }: Pick<WorkRow, 'subject_id'>,
): Promise<Extract<WorkDetail, { kind: 'join' }> | null> {
  const { rows } = await sql<DetailRow>`
    select c.name as class_name, j.student_no, j.name, j.created_at, r.name as roster_name, rc.name as roster_class,
      case when u.student_status = 'passed' then a.class_name end as current_class,
      k.uid as claimer_uid, k.nickname as claimer_name, k.avatar as claimer_avatar, k.mobile as claimer_mobile
    from class_joins j join classes c on c.id = j.class_id join users u on u.id = j.user_id
      left join student_applications a on a.user_id = j.user_id and a.school_id = c.school_id
      left join rosters r on r.school_id = c.school_id and r.student_no = j.student_no
      left join classes rc on rc.id = r.class_id
      left join users k on k.id = r.claimed_by and k.id <> j.user_id
    where j.id = ${subject_id}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { claimer_uid: uid, claimer_name: nickname, claimer_avatar: avatar, claimer_mobile: mobile } = row
  return {
    kind: 'join',
    className: row.class_name,
    given: { studentNo: row.student_no, name: row.name },
    currentClass: row.current_class,
    submittedAt: row.created_at,
    roster:
      row.roster_name === null
        ? null
        : {
            name: row.roster_name,
            className: row.roster_class!,
            claimedBy: uid === null ? null : personOf({ uid, nickname, avatar, mobile }),
          },
  }
}
