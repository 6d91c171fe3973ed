import type { classProgress } from '@dxx/contract/calls/staff/class-progress'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import { onSale } from '../catalogue/public'
import { classInScope, classTarget } from '../classes/public'
import { notifyAll } from '../messages/public'
import { classTrendHandlers, visibleAnswers } from './class-trend'
import { itemProgress } from './item-progress'
import { extensionsOf } from './queries'

const day = 86_400
/** Days for which wrong answers count as weak points. */
const recentDays = 90
/** Days without study after which students are listed as inactive. */
const idleFrom = 7

interface Cell {
  userId: number
  root: number
  percent: number
}

interface Student {
  userId: number | null
  studentNo: string
  name: string
  user: string | null
  avatar: string | null
  studiedAt: number | null
  weekMinutes: number
}

export const classProgressHandlers: Handlers<typeof classProgress> = {
  ...classTrendHandlers,
  'GET /staff/v1/class_curricula': async (ctx, { id }) => {
    const row = await classInScope(ctx, id, 'class.view')
    const { rows } = await sql<{ id: string; kind: CurriculumKind; title: string; students: number }>`
      with studied as (
        select p.curriculum_id as id, count(distinct p.user_id) as students, 0 as assigned
        from class_students x join progress p on p.user_id = x.user_id where x.class_id = ${row.id} group by 1),
      assigned as (
        select i.curriculum_id as id, 0::bigint as students, 1 as assigned from assignment_classes k
          join assignments a on a.id = k.assignment_id and a.withdrawn_at is null
          join assignment_items i on i.assignment_id = a.id
        where k.class_id = ${row.id} and i.curriculum_id is not null)
      select c.uid as id, c.kind, c.title, sum(s.students)::bigint as students
      from (select * from studied union all select * from assigned) s join curricula c on c.id = s.id
      where ${onSale(ctx.clock.now())} and c.kind <> 'bank'
      group by c.id order by max(s.assigned) desc, sum(s.students) desc, c.id limit 20`.execute(ctx.db)
    return rows
  },

  'GET /staff/v1/class_heatmap': async (ctx, { id, curriculum }) => {
    const { db, clock } = ctx
    const row = await classInScope(ctx, id, 'class.view')
    const { rows: found } = await sql<{ id: number }>`
      select c.id from curricula c where c.uid = ${curriculum}::uuid and ${onSale(clock.now())}`.execute(db)
    const curriculumId = (found[0] ?? fail('curriculum-not-found')).id
    const leaves = sql`
      with recursive tree as (
        select c.id, c.id as root, c.kind from chapters c
        where c.curriculum_id = ${curriculumId} and c.parent_id is null and c.removed_at is null
        union all select c.id, t.root, c.kind from chapters c join tree t on t.id = c.parent_id
        where c.removed_at is null)
      select id, root from tree where kind in ('text', 'video')`
    const { rows: chapters } = await sql<{ rowId: number; id: string; title: string; leaves: number }>`
      with leaves as (${leaves})
      select c.id as "rowId", c.uid as id, c.title, count(l.id) as leaves
      from chapters c join leaves l on l.root = c.id group by c.id order by c.position`.execute(db)
    const { rows: cells } = await sql<Cell>`
      with leaves as materialized (${leaves})
      select p.user_id as "userId", l.root, sum(p.percent)::int as percent
      from class_students x join progress p on p.user_id = x.user_id and p.curriculum_id = ${curriculumId}
        join leaves l on l.id = p.chapter_id
      where x.class_id = ${row.id} group by p.user_id, l.root`.execute(db)
    const { rows: students } = await sql<Student>`
      select x.user_id as "userId", x.student_no as "studentNo", x.name, u.uid as user, u.avatar,
        (select max(p.updated_at) from progress p where p.user_id = x.user_id and p.curriculum_id = ${curriculumId})
          as "studiedAt",
        coalesce((select sum(e.end_at - e.start_at) from study_events e where e.user_id = x.user_id
          and e.start_at >= ${clock.now() - 7 * day}::bigint), 0)::bigint / 60 as "weekMinutes"
      from class_students x left join users u on u.id = x.user_id where x.class_id = ${row.id}
      order by x.student_no`.execute(db)
    const sums = new Map(cells.map(({ userId, root, percent }) => [`${userId} ${root}`, percent]))
    const total = chapters.reduce((sum, chapter) => sum + chapter.leaves, 0)
    const listed = students.map(({ userId, ...student }) => {
      const chapterSums = chapters.map((chapter) => sums.get(`${userId} ${chapter.rowId}`) ?? 0)
      return {
        ...student,
        percents: chapterSums.map((sum, at) => Math.floor(sum / chapters[at]!.leaves)),
        percent: Math.floor(chapterSums.reduce((all, sum) => all + sum, 0) / Math.max(total, 1)),
      }
    })
    const counted = listed.filter(({ user }) => user !== null)
    return {
      chapters: chapters.map(({ id: uid, title }) => ({ id: uid, title })),
      students: listed,
      average: Math.round(counted.reduce((sum, { percent }) => sum + percent, 0) / Math.max(counted.length, 1)),
    }
  },

  'GET /staff/v1/class_attention': async (ctx, { id }) => {
    const { db, clock } = ctx
    const now = clock.now()
    const row = await classInScope(ctx, id, 'class.view')
    const { rows: overdue } = await sql<{ id: number }>`
      select a.id from assignments a join assignment_classes k on k.assignment_id = a.id and k.class_id = ${row.id}
      where a.withdrawn_at is null and a.due_at <= ${now}::bigint and a.due_at > ${now - recentDays * day}::bigint
      order by a.due_at desc limit 30`.execute(db)
    const left = new Map<number, Set<number>>()
    if (overdue.length > 0) {
      const assignmentIds = overdue.map((one) => one.id)
      const { rows: items } = await sql<{ id: number; assignmentId: number }>`
        select id, assignment_id as "assignmentId" from assignment_items
        where assignment_id = any(${assignmentIds}::bigint[])`.execute(db)
      const assignmentOf = new Map(items.map((item) => [item.id, item.assignmentId]))
      const extensionOf = await extensionsOf(db, assignmentIds)
      for (const { itemId, userId, doneAt } of await itemProgress(db, { assignmentIds })) {
        if (doneAt !== null || (extensionOf(assignmentOf.get(itemId)!, userId)?.dueAt ?? 0) > now) continue
        const set = left.get(userId) ?? new Set()
        left.set(userId, set.add(assignmentOf.get(itemId)!))
      }
    }
    const { rows } = await sql<{
      userId: number
      user: string
      studentNo: string
      name: string
      studiedAt: number | null
    }>`
      select x.user_id as "userId", u.uid as user, x.student_no as "studentNo", x.name,
        (select max(p.updated_at) from progress p where p.user_id = x.user_id) as "studiedAt"
      from class_students x join users u on u.id = x.user_id where x.class_id = ${row.id}`.execute(db)
    return rows
      .map(({ userId, studiedAt, ...student }) => ({
        ...student,
        overdue: left.get(userId)?.size ?? 0,
        idleDays: studiedAt === null ? null : Math.floor((now - studiedAt) / day),
      }))
      .filter((student) => student.overdue > 0 || student.idleDays === null || student.idleDays >= idleFrom)
      .sort((a, b) => b.overdue - a.overdue || (b.idleDays ?? 1e6) - (a.idleDays ?? 1e6))
      .slice(0, 50)
  },

  'GET /staff/v1/class_weak_points': async (ctx, { id, curriculum }) => {
    const row = await classInScope(ctx, id, 'class.view')
    const { rows } = await sql<{ tag: string; answers: number; wrongPercent: number; students: number }>`
      select t.tag, count(*) as answers, (count(*) filter (where w.wrong) * 100 / count(*))::int as "wrongPercent",
        count(distinct a.user_id) filter (where w.wrong) as students
      from class_students x join question_attempts a on a.user_id = x.user_id
          and a.created_at > ${ctx.clock.now() - recentDays * day}::bigint
        join questions q on q.id = a.question_id cross join unnest(q.tags) t (tag)
        cross join lateral (select a.verdict <> 'right' as wrong) w
        left join curricula c on c.id = q.curriculum_id
      where x.class_id = ${row.id} and (${curriculum ?? null}::uuid is null or c.uid = ${curriculum ?? null}::uuid)
        and ${visibleAnswers}
      group by t.tag having count(*) filter (where w.wrong) > 0
      order by count(*) filter (where w.wrong) desc, t.tag limit 20`.execute(ctx.db)
    return rows
  },

  'POST /staff/v1/class_message': async (ctx, { id, students, title, text }) => {
    const row = await classInScope(ctx, id, 'class.message')
    const { rows } = await sql<{ userId: number }>`
      select distinct x.user_id as "userId" from class_students x
      where x.class_id = ${row.id} and x.user_id is not null
        and (${students}::text[] is null or x.student_no = any(${students}::text[]))`.execute(ctx.db)
    const body = `${row.name} · ${ctx.user.nickname}：${text}`
    await notifyAll(
      ctx.db,
      rows.map(({ userId }) => userId),
      { kind: 'study', title, body },
      ctx.clock.now(),
    )
    ctx.audit({ target: classTarget(row), after: { message: title, recipients: rows.length } })
    return { sent: rows.length }
  },
}
