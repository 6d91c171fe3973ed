import type { ScopeKind } from '@dxx/contract/staff'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import type { Staff } from '../../context'
import type { Db } from '../../db/connection'
import { classScope, curriculumScope, examScope, schoolScope } from './scope'

type Kind = Exclude<ScopeKind, 'site'>

/** SQL by kind of scope: the schools, classes, … that the staff member manages, with their names. */
const named: Record<Kind, (staff: Staff) => RawBuilder<unknown>> = {
  school: (staff) => sql`select s.id, s.uid, s.name from schools s where ${schoolScope(staff, 'staff.manage', 's')}`,
  class: (staff) => sql`
    select c.id, c.uid, s.name || ' · ' || c.name as name from classes c join schools s on s.id = c.school_id
    where ${classScope(staff, 'staff.manage', 'c')}`,
  curriculum: (staff) => sql`
    select k.id, k.uid, '《' || k.title || '》' as name from curricula k
    where ${curriculumScope(staff, 'staff.manage', 'k')}`,
  exam: (staff) => sql`select e.id, e.uid, e.title as name from exams e where ${examScope(staff, 'staff.manage', 'e')}`,
}

interface Search {
  /** Pattern of `ilike`. */
  keyword: string
  after: string | undefined
  limit: number
}

/** A page of the scopes that can be granted, newest first. */
export async function scopesNamed(db: Db, staff: Staff, kind: Kind, { keyword, after = '', limit }: Search) {
  const listed = sql`select * from (${named[kind](staff)}) named where name ilike ${keyword}`
  const { rows } = await sql<{ uid: string; name: string }>`
    with listed as (${listed}) select uid, name from listed
    where ${after} = '' or id < (select id from listed where uid::text = ${after})
    order by id desc limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select from (${listed}) listed limit ${totalMax}) counted`.execute(db)
  const list = rows.slice(0, limit).map(({ uid, name }) => ({ kind, id: uid, name }))
  return { list, next: rows.length > limit ? list.at(-1)!.id : null, total: counted[0]!.total }
}
