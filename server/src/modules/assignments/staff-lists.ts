import type { AssignmentBrief, staffAssignments } from '@dxx/contract/calls/staff/assignments'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { classScope } from '../staff/public'
import { type ItemProgress, itemProgress } from './item-progress'
import { type AssignmentRow, extensionsOf, type ItemRow, itemsOf, readAssignments } from './queries'
import { summarise } from './rules'

type Calls = 'GET /staff/v1/assignment_list' | 'GET /staff/v1/assignment_detail'

type Permission = Parameters<typeof classScope>[1]

/** SQL: assignments `a` of a class in the scope. */
const assignmentScope = (staff: StaffCtx['staff'], permission: Permission) => sql<boolean>`exists (
  select from assignment_classes k join classes c on c.id = k.class_id
  where k.assignment_id = a.id and ${classScope(staff, permission, 'c')})`

export async function assignmentInScope(ctx: StaffCtx, uid: string, permission: Permission): Promise<AssignmentRow> {
  const where = sql<boolean>`a.uid = ${uid}::uuid and ${assignmentScope(ctx.staff, permission)}`
  const [row] = await readAssignments(ctx.db, where, classScope(ctx.staff, permission, 'c'))
  return row ?? fail('assignment-not-found')
}

interface Student {
  assignmentId: number
  userId: number | null
  userUid: string | null
  studentNo: string
  name: string
  className: string
}

/** Students of the classes in the scope, each once per assignment. */
async function studentsOf({ db, staff }: StaffCtx, assignmentIds: number[], classUid?: string): Promise<Student[]> {
  const { rows } = await sql<Student>`
    select distinct on (k.assignment_id, x.student_no) k.assignment_id as "assignmentId", x.user_id as "userId",
      u.uid as "userUid", x.student_no as "studentNo", x.name, c.name as "className"
    from assignment_classes k join classes c on c.id = k.class_id join class_students x on x.class_id = c.id
      left join users u on u.id = x.user_id
    where k.assignment_id = any(${assignmentIds}::bigint[]) and ${classScope(staff, 'class.view', 'c')}
      and (${classUid ?? null}::uuid is null or c.uid = ${classUid ?? null}::uuid)
    order by k.assignment_id, x.student_no`.execute(db)
  return rows
}

async function ungradedOf(db: Db, assignmentIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select i.assignment_id as id, count(*) as count from assignment_submissions h join assignment_items i on i.id = h.item_id
    where i.assignment_id = any(${assignmentIds}::bigint[]) and h.score is null group by i.assignment_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const indexByUser = (done: ItemProgress[]) => new Map(done.map((row) => [`${row.itemId} ${row.userId}`, row]))

function progressOf(items: ItemRow[], byUser: Map<string, ItemProgress>, userId: number | null) {
  return items.map(({ id, points }) => {
    const { percent, share, doneAt } = byUser.get(`${id} ${userId}`) ?? { percent: 0, share: 0, doneAt: null }
    return { points, percent, share, doneAt }
  })
}

async function briefsOf(ctx: StaffCtx, rows: AssignmentRow[]): Promise<AssignmentBrief[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const items = await itemsOf(ctx.db, ids)
  const byUser = indexByUser(await itemProgress(ctx.db, { assignmentIds: ids }))
  const students = await studentsOf(ctx, ids)
  const ungraded = await ungradedOf(ctx.db, ids)
  return rows.map((row) => {
    const rowItems = items.filter(({ assignmentId }) => assignmentId === row.id)
    const expected = students.filter(({ assignmentId, userId }) => assignmentId === row.id && userId !== null)
    const { uid, title, classes, startsAt, dueAt, late, latePercent, withdrawnAt } = row
    return {
      id: uid,
      title,
      classes,
      startsAt,
      dueAt,
      late,
      latePercent,
      items: rowItems.length,
      students: expected.length,
      done: expected.filter(({ userId }) => summarise(progressOf(rowItems, byUser, userId), row).left === 0).length,
      ungraded: ungraded.get(row.id) ?? 0,
      withdrawnAt,
    }
  })
}

export const assignmentListHandlers: Pick<Handlers<typeof staffAssignments>, Calls> = {
  'GET /staff/v1/assignment_list': async (ctx, { class: classUid, ungraded }) => {
    const where = sql<boolean>`a.withdrawn_at is null and exists (
      select from assignment_classes k join classes c on c.id = k.class_id
      where k.assignment_id = a.id and ${classScope(ctx.staff, 'class.view', 'c')}
        and (${classUid ?? null}::uuid is null or c.uid = ${classUid ?? null}::uuid))
      and (not ${ungraded} or exists (select from assignment_submissions h join assignment_items i on i.id = h.item_id
        where i.assignment_id = a.id and h.score is null))`
    return briefsOf(ctx, await readAssignments(ctx.db, where, classScope(ctx.staff, 'class.view', 'c')))
  },

  'GET /staff/v1/assignment_detail': async (ctx, { id, class: classUid }) => {
    const row = await assignmentInScope(ctx, id, 'class.view')
    const [brief] = await briefsOf(ctx, [row])
    const items = await itemsOf(ctx.db, [row.id])
    const byUser = indexByUser(await itemProgress(ctx.db, { assignmentIds: [row.id] }))
    const students = await studentsOf(ctx, [row.id], classUid)
    const extensionOf = await extensionsOf(ctx.db, [row.id])
    return {
      ...brief!,
      note: row.note,
      content: items.map((item) => ({
        id: item.uid,
        kind: item.kind,
        title: item.title,
        target:
          item.kind === 'practice' ? item.curriculumUid : (item.examUid ?? item.questionUid ?? item.chapterUid ?? null),
        chapter: item.kind === 'practice' ? item.chapterUid : null,
        amount: item.amount,
        minPercent: item.minPercent,
        points: item.points,
      })),
      rows: students.map(({ userId, userUid, studentNo, name, className }) => {
        const progress = progressOf(items, byUser, userId)
        const extendedTo = extensionOf(row.id, userId)?.dueAt ?? null
        const { percent, left, doneAt, late } = summarise(progress, { dueAt: extendedTo ?? row.dueAt })
        const percents = progress.map((item) => (item.doneAt === null ? Math.min(99, item.percent) : 100))
        const facts = { studentNo, name, className, user: userUid, extendedTo }
        return { ...facts, percents, percent, done: left === 0, late, doneAt }
      }),
    }
  },
}
