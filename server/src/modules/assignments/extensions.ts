import type { staffAssignments } from '@dxx/contract/calls/staff/assignments'
import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { notifyAll } from '../messages/public'
import { classScope } from '../staff/public'
import type { AssignmentRow } from './queries'
import { assignmentLink } from './remind'
import { assignmentInScope } from './staff-lists'

/** Students in the scope who were chosen. All must be found, so that a foreign student is refused like an unknown one. */
async function chosenStudents({ db, staff }: StaffCtx, { id }: AssignmentRow, users: string[]) {
  const { rows } = await sql<{ userId: number; studentNo: string }>`
    select distinct on (x.user_id) x.user_id as "userId", x.student_no as "studentNo"
    from assignment_classes k join classes c on c.id = k.class_id join class_students x on x.class_id = c.id
      join users u on u.id = x.user_id
    where k.assignment_id = ${id} and u.uid = any(${users}::uuid[]) and ${classScope(staff, 'class.assign', 'c')}
    order by x.user_id`.execute(db)
  if (rows.length !== new Set(users).size) fail('assignment-student')
  return rows
}

/** Gives the students more time. Students whose deadline does not change are not notified again. */
async function extend(
  db: Db,
  {
    id,
    userIds,
    dueAt,
    reason,
    by,
    now,
  }: {
    id: number
    userIds: number[]
    dueAt: number
    reason: string
    by: number
    now: number
  },
): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    insert into assignment_extensions as x (assignment_id, user_id, due_at, reason, created_by, created_at)
    select ${id}, user_id, ${dueAt}::bigint, ${reason}, ${by}, ${now}::bigint from unnest(${userIds}::bigint[]) u (user_id)
    on conflict (assignment_id, user_id) do update set due_at = excluded.due_at, reason = excluded.reason,
      created_by = excluded.created_by, created_at = excluded.created_at, reminded_at = null
      where x.due_at <> excluded.due_at
    returning user_id as "userId"`.execute(db)
  return rows.map(({ userId }) => userId)
}

export const extensionHandlers: Pick<Handlers<typeof staffAssignments>, 'POST /staff/v1/assignment_extend'> = {
  'POST /staff/v1/assignment_extend': async (ctx, { id, students, dueAt, reason }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    const row = await assignmentInScope(ctx, id, 'class.assign')
    if (row.withdrawnAt !== null) fail('assignment-not-found')
    if (dueAt !== null && dueAt <= Math.max(row.dueAt, now)) fail('assignment-extension')
    const chosen = await chosenStudents(ctx, row, students)
    const userIds = chosen.map(({ userId }) => userId)
    let changed: number[]
    if (dueAt === null) {
      const { rows } = await sql<{ userId: number }>`
        delete from assignment_extensions where assignment_id = ${row.id} and user_id = any(${userIds}::bigint[])
        returning user_id as "userId"`.execute(db)
      changed = rows.map(({ userId }) => userId)
    } else changed = await extend(db, { id: row.id, userIds, dueAt, reason, by: user.id, now })
    // Before the start no student has seen the assignment; the message at the start will name the student's own end.
    if (row.startsAt <= now && changed.length > 0) {
      const body =
        dueAt === null
          ? `《${row.title}》仍在 ${formatChineseTime(row.dueAt)} 截止。原因：${reason}`
          : `《${row.title}》给你延长到 ${formatChineseTime(dueAt)}。原因：${reason}`
      const title = dueAt === null ? '作业延期取消了' : '作业截止时间延长了'
      await notifyAll(db, changed, { kind: 'study', title, body, link: assignmentLink(row.uid) }, now)
    }
    ctx.audit({
      target: { kind: 'assignment', id: row.uid, name: row.title },
      after: { dueAt, students: chosen.map(({ studentNo }) => studentNo).join('、') },
      reason,
    })
    return { changed: changed.length }
  },
}
