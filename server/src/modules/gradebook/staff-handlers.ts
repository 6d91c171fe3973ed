import type { staffGradebook } from '@dxx/contract/calls/staff/gradebook'
import { gradeTotal } from '@dxx/contract/rules/gradebook'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import { classInScope, classTarget } from '../classes/public'
import { notify } from '../messages/public'
import { exportGrades } from './export-grades'
import { type Gradebook, readGradebook, shapeColumn, shapeTerms } from './grades'
import { shownTerms } from './terms'

interface Student {
  userId: number
  user: string
  studentNo: string
  name: string
}

async function rowsOf({ db }: StaffCtx, classId: number, book: Gradebook) {
  const { rows } = await sql<Student>`
    select distinct on (x.student_no) x.user_id as "userId", u.uid as user, x.student_no as "studentNo", x.name
    from class_students x join users u on u.id = x.user_id where x.class_id = ${classId} order by x.student_no`.execute(
    db,
  )
  return rows.map(({ userId, ...student }) => {
    const grades = book.gradesOf(userId)
    const cells = grades.map(({ percent }, at) => ({ percent, category: book.columns[at]!.category }))
    const { total, dropped } = gradeTotal(cells, book.settings)
    return { ...student, grades, total, dropped }
  })
}

type ExportInput = Parameters<Handlers<typeof staffGradebook>['POST /staff/v1/gradebook_export']>[1]

async function exported(ctx: StaffCtx, { class: uid, term, format }: ExportInput, names: boolean) {
  const row = await classInScope(ctx, uid, names ? 'export.names' : 'class.view')
  const book = await readGradebook(ctx.db, row.id, ctx.clock.now(), { term })
  const rows = await rowsOf(ctx, row.id, book)
  const termName = book.terms.term?.name ?? ''
  const record = { target: classTarget(row), after: { exported: format, term: termName, rows: rows.length, names } }
  return { record, file: exportGrades({ className: row.name, termName, columns: book.columns, rows, format, names }) }
}

export const gradebookStaffHandlers: Handlers<typeof staffGradebook> = {
  'GET /staff/v1/gradebook': async (ctx, { class: uid, term }) => {
    const row = await classInScope(ctx, uid, 'class.view')
    const book = await readGradebook(ctx.db, row.id, ctx.clock.now(), { term })
    return {
      ...shapeTerms(book),
      settings: book.settings,
      columns: book.columns.map(shapeColumn),
      rows: await rowsOf(ctx, row.id, book),
    }
  },

  'POST /staff/v1/gradebook_settings': async (ctx, { class: uid, term: chosen, settings }) => {
    const row = await classInScope(ctx, uid, 'class.assign')
    const now = ctx.clock.now()
    const { term } = await shownTerms(ctx.db, row.id, chosen, now)
    const value = JSON.stringify(settings)
    await sql`
      insert into gradebooks (class_id, term_id, settings, updated_at)
      values (${row.id}, ${term?.id ?? null}::bigint, ${value}::jsonb, ${now}::bigint)
      on conflict (class_id, term_id) do update set settings = excluded.settings, updated_at = excluded.updated_at`.execute(
      ctx.db,
    )
    ctx.audit({ target: classTarget(row), after: { ...settings, ...(term && { term: term.name }) } })
    return { settings }
  },

  'POST /staff/v1/grade_override': async (ctx, { class: uid, column: columnUid, user: userUid, percent, reason }) => {
    const { db, clock, user } = ctx
    const now = clock.now()
    const row = await classInScope(ctx, uid, 'class.assign')
    const { rows } = await sql<{ id: number; studentNo: string }>`
      select u.id, x.student_no as "studentNo" from class_students x join users u on u.id = x.user_id
      where x.class_id = ${row.id} and u.uid = ${userUid}::uuid limit 1`.execute(db)
    const student = rows[0] ?? fail('user-not-found')
    const range = { term: 'all', userId: student.id }
    const book = await readGradebook(db, row.id, now, range)
    const at = book.columns.findIndex(({ id }) => id === columnUid)
    const column = book.columns[at] ?? fail('grade-column-not-found')
    const before = book.gradesOf(student.id)[at]!
    await sql`
      delete from gradebook_overrides where class_id = ${row.id} and user_id = ${student.id}
        and assignment_id is not distinct from ${column.assignmentId}::bigint
        and exam_id is not distinct from ${column.examId}::bigint`.execute(db)
    if (percent !== null)
      await db
        .insertInto('gradebook_overrides')
        .values({
          class_id: row.id,
          assignment_id: column.assignmentId,
          exam_id: column.examId,
          user_id: student.id,
          score: Math.round(percent * 100),
          reason,
          created_by: user.id,
          created_at: now,
        })
        .execute()
    const body = `《${column.title}》的得分${percent === null ? '恢复为系统计算的' : `改为 ${percent}%`}。原因：${reason}`
    const notice = { userId: student.id, kind: 'study' as const, title: '成绩有改动', body }
    // If the assignment is in another term, the page does not show its column.
    const isShown = (await shownTerms(db, row.id, undefined, now)).includes(column.dueAt)
    const link = `pages/study/grades?class=${row.uid}${isShown ? '' : '&term=all'}`
    await notify(db, { ...notice, link }, now)
    ctx.audit({
      target: classTarget(row),
      before: { column: column.title, percent: before.percent },
      after: { student: student.studentNo, percent },
      reason,
    })
    return (await readGradebook(db, row.id, now, range)).gradesOf(student.id)[at]!
  },

  'POST /staff/v1/gradebook_export': async (ctx, input) => {
    const { record, file } = await exported(ctx, input, false)
    ctx.audit(record)
    return file
  },

  'POST /staff/v1/gradebook_export_names': async (ctx, input) => {
    const { record, file } = await exported(ctx, input, true)
    ctx.audit(record)
    return file
  },
}
