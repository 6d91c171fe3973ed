import type { HandInRow, staffAssignments } from '@dxx/contract/calls/staff/assignments'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import { notify } from '../messages/public'
import { classScope } from '../staff/public'
import { type HandInRecord, shapeHandIn } from './hand-ins'
import { assignmentLink } from './remind'
import { assignmentInScope } from './staff-lists'

type Calls = 'GET /staff/v1/hand_ins' | 'POST /staff/v1/hand_in_grade'

interface Row extends HandInRecord {
  id: number
  uid: string
  itemUid: string
  points: number
  studentNo: string
  name: string
  className: string
  dueAt: number
  assignmentUid: string
  assignmentTitle: string
  gradedBy: string | null
}

/** Hand-ins `h` of students in classes of the scope, those without a score first. */
async function readHandIns({ db, staff }: StaffCtx, where: RawBuilder<boolean>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select h.id, h.uid, h.item_id, h.user_id, h.text, h.files, h.submitted_at, h.number, h.score, h.comment,
      i.uid as "itemUid", i.points, x.student_no as "studentNo", x.name, x.class_name as "className",
      greatest(a.due_at, more.due_at) as "dueAt", a.uid as "assignmentUid", a.title as "assignmentTitle", g.nickname as "gradedBy"
    from assignment_submissions h join assignment_items i on i.id = h.item_id
      join assignments a on a.id = i.assignment_id left join users g on g.id = h.graded_by
      left join assignment_extensions more on more.assignment_id = a.id and more.user_id = h.user_id
      join lateral (
        select x.student_no, x.name, c.name as class_name
        from assignment_classes k join classes c on c.id = k.class_id
          join class_students x on x.class_id = c.id and x.user_id = h.user_id
        where k.assignment_id = a.id and ${classScope(staff, 'exam.grade', 'c')} limit 1) x on true
    where ${where} order by (h.score is not null), h.submitted_at, h.id limit 500`.execute(db)
  return rows
}

const shape = ({ config, clock }: StaffCtx, row: Row): HandInRow => ({
  id: row.uid,
  item: row.itemUid,
  studentNo: row.studentNo,
  name: row.name,
  className: row.className,
  points: row.points,
  handIn: shapeHandIn(row, row.dueAt, config.secret, clock.now()),
  gradedBy: row.gradedBy,
})

export const gradeHandInHandlers: Pick<Handlers<typeof staffAssignments>, Calls> = {
  'GET /staff/v1/hand_ins': async (ctx, { assignment }) => {
    const { id, title } = await assignmentInScope(ctx, assignment, 'exam.grade')
    const rows = await readHandIns(ctx, sql`a.id = ${id}`)
    return { title, list: rows.map((row) => shape(ctx, row)) }
  },

  'POST /staff/v1/hand_in_grade': async (ctx, { id, number, score, comment }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    await sql`select from assignment_submissions where uid = ${id}::uuid for update`.execute(db)
    const [row] = await readHandIns(ctx, sql`h.uid = ${id}::uuid`)
    if (!row) fail('hand-in-not-found')
    if (row.number !== number) fail('hand-in-changed')
    if (score !== null && score > row.points) fail('score-too-high', { msg: `满分是 ${row.points} 分，请修改` })
    const graded = score === null ? null : Math.round(score * 100)
    await db
      .updateTable('assignment_submissions')
      .set({ score: graded, comment, graded_by: user.id, graded_at: now })
      .where('id', '=', row.id)
      .execute()
    if (graded !== null && graded !== row.score) {
      const body = `《${row.assignmentTitle}》得分 ${score}（满分 ${row.points}），点这里看评语。`
      const notice = { userId: row.user_id, kind: 'study' as const, title: '作业已批改', body }
      await notify(db, { ...notice, link: assignmentLink(row.assignmentUid) }, now)
    }
    ctx.audit({
      target: { kind: 'assignment', id: row.assignmentUid, name: row.assignmentTitle },
      before: { score: row.score === null ? null : row.score / 100 },
      after: { score, student: row.studentNo },
    })
    const [changed] = await readHandIns(ctx, sql`h.uid = ${id}::uuid`)
    return shape(ctx, changed!)
  },
}
