import type { staffClasses } from '@dxx/contract/calls/staff/classes'
import { totalMax } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { notifyAll } from '../messages/public'
import { personOf } from '../staff/public'
import { hasSameName, linkVerified } from '../students/public'
import { type ClassRow, classInScope, classTarget } from './access'
import { followRoster, lockRoster } from './queries'

type Calls =
  | 'GET /staff/v1/class_students'
  | 'POST /staff/v1/class_students_add'
  | 'POST /staff/v1/class_students_move'
  | 'POST /staff/v1/class_students_remove'

interface Row {
  studentNo: string
  name: string
  uid: string | null
  nickname: string
  avatar: string | null
  mobile: string | null
  studiedAt: number | null
  weekMinutes: number
}

interface Entry {
  id: number
  student_no: string
  name: string
  class_id: number
}

/** Roster entries of a school by student number, locked until the transaction ends. */
async function entriesOf(tx: Db, schoolId: number, studentNos: string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select id, student_no, name, class_id from rosters
    where school_id = ${schoolId} and student_no = any(${studentNos}::text[]) order by id for update`.execute(tx)
  return rows
}

/** Roster entries of a class by student number. */
async function membersOf(tx: Db, { id, school_id }: ClassRow, studentNos: string[]): Promise<Entry[]> {
  const { rows } = await sql<{ studentNo: string }>`
    select student_no as "studentNo" from class_students
    where class_id = ${id} and student_no = any(${studentNos}::text[])`.execute(tx)
  return entriesOf(
    tx,
    school_id,
    rows.map(({ studentNo }) => studentNo),
  )
}

/** Puts roster entries into a class: a home class replaces the previous home class, a teaching class is added. */
async function place(tx: Db, target: ClassRow, ids: number[], now: number): Promise<void> {
  if (target.kind === 'home') {
    await sql`update rosters set class_id = ${target.id} where id = any(${ids}::bigint[])`.execute(tx)
    await notifyMoved(tx, await followRoster(tx, ids), now)
    return
  }
  await sql`
    insert into class_members (class_id, roster_id, added_at)
    select ${target.id}, id, ${now}::bigint from rosters where id = any(${ids}::bigint[]) and class_id <> ${target.id}
    on conflict do nothing`.execute(tx)
}

/**
 * Takes roster entries out of a teaching class. Returns entries that are in no other class: if a roster file has no
 * home classes, the first teaching class of a student becomes the home class.
 */
async function leaveCourse(tx: Db, classId: number, ids: number[], now: number): Promise<number[]> {
  await sql`delete from class_members where class_id = ${classId} and roster_id = any(${ids}::bigint[])`.execute(tx)
  const { rows: moved } = await sql<{ id: number }>`
    update rosters r set class_id = m.class_id from (
      select distinct on (roster_id) roster_id, class_id from class_members
      where roster_id = any(${ids}::bigint[]) order by roster_id, added_at, class_id) m
    where r.id = m.roster_id and r.class_id = ${classId} returning r.id`.execute(tx)
  const movedIds = moved.map(({ id }) => id)
  await sql`delete from class_members m using rosters r
    where r.id = any(${movedIds}::bigint[]) and m.roster_id = r.id and m.class_id = r.class_id`.execute(tx)
  await notifyMoved(tx, await followRoster(tx, movedIds), now)
  const { rows: alone } = await sql<{ id: number }>`
    select id from rosters where id = any(${ids}::bigint[]) and class_id = ${classId}`.execute(tx)
  return alone.map(({ id }) => id)
}

/** Notifies students of their new class. */
export async function notifyMoved(tx: Db, moved: { userId: number; className: string }[], now: number): Promise<void> {
  for (const className of new Set(moved.map((row) => row.className)))
    await notifyAll(
      tx,
      moved.filter((row) => row.className === className).map(({ userId }) => userId),
      { kind: 'study', title: '你的班级已更新', body: `学校名册里你现在在${className}，有疑问请联系老师。` },
      now,
    )
}

/** Takes students out of a class. Those with an account stay verified students of the school, without a home class. */
export async function takeOut(tx: Db, target: ClassRow, studentNos: string[], now: number): Promise<number> {
  const { rows } = await sql<{ rosterId: number | null; userId: number | null }>`
    select roster_id as "rosterId", user_id as "userId" from class_students
    where class_id = ${target.id} and student_no = any(${studentNos}::text[])`.execute(tx)
  const entries = rows.flatMap(({ rosterId }) => rosterId ?? [])
  const users = rows.flatMap(({ userId }) => userId ?? [])
  const leaving = target.kind === 'course' ? await leaveCourse(tx, target.id, entries, now) : entries
  await sql`update student_applications set class_id = null where user_id = any(${users}::bigint[])
    and class_id = ${target.id}`.execute(tx)
  await sql`delete from rosters where id = any(${leaving}::bigint[])`.execute(tx)
  const body = `你已不在${target.name}的名单里，学习记录都还在；如有疑问请联系老师。`
  await notifyAll(tx, users, { kind: 'study', title: '你已移出班级', body }, now)
  return rows.length
}

export const classStudentHandlers: Pick<Handlers<typeof staffClasses>, Calls> = {
  'GET /staff/v1/class_students': async (ctx, { id, after = '', limit, keyword = '' }) => {
    const { db, clock } = ctx
    const row = await classInScope(ctx, id, 'class.view')
    const wanted = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
    const week = clock.now() - 7 * 86_400
    const where = sql<boolean>`x.class_id = ${row.id}
      and (${keyword} = '' or x.name ilike ${wanted} or x.student_no ilike ${wanted})`
    const { rows } = await sql<Row>`
      select x.student_no as "studentNo", x.name, u.uid, u.nickname, u.avatar, u.mobile,
        (select max(p.updated_at) from progress p where p.user_id = u.id) as "studiedAt",
        coalesce((select sum(e.end_at - e.start_at) from study_events e
          where e.user_id = u.id and e.start_at >= ${week}::bigint), 0)::bigint / 60 as "weekMinutes"
      from class_students x left join users u on u.id = x.user_id
      where ${where} and x.student_no > ${after} order by x.student_no limit ${limit + 1}`.execute(db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from (select from class_students x where ${where} limit ${totalMax}) counted`.execute(db)
    const shown = rows.slice(0, limit)
    return {
      list: shown.map(({ studentNo, name, uid, nickname, avatar, mobile, studiedAt, weekMinutes }) => ({
        studentNo,
        name,
        person: uid === null ? null : personOf({ uid, nickname, avatar, mobile }),
        studiedAt,
        weekMinutes,
      })),
      next: rows.length > limit ? shown.at(-1)!.studentNo : null,
      total: counted[0]!.total,
    }
  },

  'POST /staff/v1/class_students_add': async (ctx, { id, students }) => {
    const { db, clock } = ctx
    const row = await classInScope(ctx, id, 'class.manage')
    await lockRoster(db, row.school_id)
    const numbers = students.map(({ studentNo }) => studentNo)
    for (const entry of await entriesOf(db, row.school_id, numbers)) {
      const given = students.find(({ studentNo }) => studentNo === entry.student_no)!
      if (!hasSameName(entry.name, given.name))
        fail('roster-name-differs', { msg: `学号 ${entry.student_no} 在名册里是另一个名字，请核对学号和姓名` })
    }
    await sql`
      insert into rosters (school_id, class_id, student_no, name)
      select ${row.school_id}, ${row.id}, no, name from unnest(${numbers}::text[], ${students.map(({ name }) => name)}::text[])
        as given (no, name) on conflict do nothing`.execute(db)
    await db.updateTable('schools').set({ has_roster: true }).where('id', '=', row.school_id).execute()
    const entries = await entriesOf(db, row.school_id, numbers)
    const ids = entries.map((entry) => entry.id)
    const linked = await linkVerified(db, row.school_id, clock.now())
    // A student who was verified without a class joins the class of the roster entry, even if the entry is new.
    await notifyMoved(db, await followRoster(db, linked), clock.now())
    await place(db, row, ids, clock.now())
    ctx.audit({ target: classTarget(row), after: { added: entries.length } })
    return { added: entries.length }
  },

  'POST /staff/v1/class_students_move': async (ctx, { id, to, students }) => {
    const { db, clock } = ctx
    const [from, target] = [await classInScope(ctx, id, 'class.manage'), await classInScope(ctx, to, 'class.manage')]
    if (from.school_id !== target.school_id || from.id === target.id) fail('class-not-found')
    await lockRoster(db, from.school_id)
    const ids = (await membersOf(db, from, students)).map((entry) => entry.id)
    await place(db, target, ids, clock.now())
    if (from.kind === 'course') await leaveCourse(db, from.id, ids, clock.now())
    ctx.audit({ target: classTarget(from), after: { moved: ids.length, to: target.name } })
    return { moved: ids.length }
  },

  'POST /staff/v1/class_students_remove': async (ctx, { id, students, reason }) => {
    const row = await classInScope(ctx, id, 'class.manage')
    await lockRoster(ctx.db, row.school_id)
    const removed = await takeOut(ctx.db, row, students, ctx.clock.now())
    ctx.audit({ target: classTarget(row), after: { removed }, reason })
    return { removed }
  },
}
