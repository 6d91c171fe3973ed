import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { grantRole } from '../staff/public'
import { linkVerified } from '../students/public'
import { addClass } from './class-list'
import { notifyMoved, takeOut } from './class-students'
import { followRoster, lockRoster } from './queries'
import type { RosterPlan } from './roster-plan'
import { classesOf, countChanges, missingStudents } from './roster-stage'

interface Import {
  id: number
  school_id: number
  school_slug: string
  created_by: number
  remove: 'none' | 'unclaimed' | 'all'
  plan: RosterPlan
}

async function writeTerms(tx: Db, { school_id, plan }: Import): Promise<Map<string, number>> {
  for (const { slug, name, startsOn, endsOn } of plan.terms)
    await sql`
      insert into terms (school_id, slug, name, starts_on, ends_on)
      values (${school_id}, ${slug}, ${name}, ${startsOn}::date, ${endsOn}::date)
      on conflict (school_id, slug) do update set name = excluded.name, starts_on = excluded.starts_on,
        ends_on = excluded.ends_on`.execute(tx)
  const rows = await tx.selectFrom('terms').select(['id', 'slug']).where('school_id', '=', school_id).execute()
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** Adds new classes and updates what the file gives for known ones. The kind of a known class stays. */
async function writeClasses(tx: Db, from: Import, year: number): Promise<Map<string, number>> {
  const terms = await writeTerms(tx, from)
  const ids = new Map((await classesOf(tx, from.school_id)).map(({ slug, id }) => [slug, id]))
  for (const one of from.plan.classes) {
    const termId = (one.term === null ? null : terms.get(one.term)) ?? null
    const id = ids.get(one.slug)
    if (id === undefined) {
      const { school_id: schoolId, school_slug: schoolSlug } = from
      const row = { ...one, year: one.year ?? year, schoolId, schoolSlug, termId }
      ids.set(one.slug, (await addClass(tx, row)).id)
    } else
      await sql`
        update classes set name = ${one.name}, college = coalesce(nullif(${one.college}, ''), college),
          year = coalesce(${one.year}::int, year), term_id = coalesce(${termId}::bigint, term_id), archived_at = null
        where id = ${id}`.execute(tx)
  }
  return ids
}

/** Writes the students. Returns the roster entries that are new or changed. */
async function writeStudents(tx: Db, { id, school_id }: Import, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into rosters as r (school_id, class_id, student_no, name)
    select ${school_id}, c.id, s.student_no, s.name
    from roster_import_rows s join classes c on c.school_id = ${school_id} and c.slug = s.class_slug
    where s.import_id = ${id} and s.home
    on conflict (school_id, student_no) do update set class_id = excluded.class_id, name = excluded.name
      where r.class_id <> excluded.class_id or r.name <> excluded.name
    returning r.id`.execute(tx)
  await sql`
    insert into class_members (class_id, roster_id, added_at)
    select c.id, e.id, ${now}::bigint
    from roster_import_rows s join classes c on c.school_id = ${school_id} and c.slug = s.class_slug
      join rosters e on e.school_id = ${school_id} and e.student_no = s.student_no
    where s.import_id = ${id} and not s.home and e.class_id <> c.id
    on conflict do nothing`.execute(tx)
  return rows.map((row) => row.id)
}

/** Returns the number of students, each once, also if they leave several classes. */
async function removeMissing(tx: Db, { id, school_id, remove }: Import, now: number): Promise<number> {
  if (remove === 'none') return 0
  const { rows } = await sql<{ classId: number; studentNo: string }>`
    select class_id as "classId", student_no as "studentNo" from (${missingStudents(id)}) missing
    where ${remove} = 'all' or user_id is null`.execute(tx)
  const { rows: targets } = await sql<Parameters<typeof takeOut>[1]>`
    select id, uid, school_id, name, kind, join_code, archived_at from classes where school_id = ${school_id}`.execute(
    tx,
  )
  for (const target of targets) {
    const numbers = rows.filter(({ classId }) => classId === target.id).map(({ studentNo }) => studentNo)
    if (numbers.length > 0) await takeOut(tx, target, numbers, now)
  }
  return new Set(rows.map(({ studentNo }) => studentNo)).size
}

/** Grants the role of teacher for the classes of the file to users found by mobile number. */
async function grantTeachers(tx: Db, { plan, created_by }: Import, classIds: Map<string, number>, now: number) {
  for (const { class: slug, mobile } of plan.teachers) {
    const classId = classIds.get(slug)
    if (classId === undefined || mobile === '') continue
    const { rows } = await sql<{ id: number }>`
      select u.id from users u where u.mobile = ${mobile} and u.closed_at is null and not exists (
        select from staff_grants g where g.user_id = u.id and g.role = 'teacher' and g.scope_kind = 'class'
          and g.scope_id = ${classId} and g.revoked_at is null)`.execute(tx)
    for (const { id } of rows) {
      const given = { userId: id, role: 'teacher' as const, scopeKind: 'class' as const, scopeId: classId }
      await grantRole(tx, { ...given, endsAt: null, by: created_by }, now)
    }
  }
}

/** Applies a checked roster file, whole or not at all. Does nothing if it was applied before. */
export async function applyRoster(tx: Db, importId: number, now: number): Promise<void> {
  const { rows } = await sql<Import>`
    select i.id, i.school_id, s.slug as school_slug, i.created_by, i.remove, i.plan
    from roster_imports i join schools s on s.id = i.school_id
    where i.id = ${importId} and i.state = 'applying' for update of i`.execute(tx)
  const [from] = rows
  if (!from) return
  await lockRoster(tx, from.school_id)
  // Counted again: the roster may have changed since the file was read.
  const counts = await countChanges(tx, importId, from.school_id, from.plan, now)
  const classIds = await writeClasses(tx, from, new Date(now * 1000).getUTCFullYear())
  const removed = await removeMissing(tx, from, now)
  const written = await writeStudents(tx, from, now)
  const linked = await linkVerified(tx, from.school_id, now)
  await notifyMoved(tx, await followRoster(tx, [...written, ...linked]), now)
  await grantTeachers(tx, from, classIds, now)
  await tx.updateTable('schools').set({ has_roster: true }).where('id', '=', from.school_id).execute()
  await tx
    .updateTable('roster_imports')
    .set({ state: 'done', finished_at: now, counts: JSON.stringify({ ...counts, removed }) })
    .where('id', '=', importId)
    .execute()
}
