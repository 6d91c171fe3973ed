import type { Permission } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { StaffCtx } from '../../context'
import { classScope, schoolScope } from '../staff/public'

export interface ClassRow {
  id: number
  uid: string
  school_id: number
  name: string
  kind: 'home' | 'course'
  join_code: string | null
  archived_at: number | null
}

type Scoped = Pick<StaffCtx, 'db' | 'staff'>

/** Returns a class inside the scope of the permission. */
export async function classInScope({ db, staff }: Scoped, uid: string, permission: Permission): Promise<ClassRow> {
  const { rows } = await sql<ClassRow>`
    select c.id, c.uid, c.school_id, c.name, c.kind, c.join_code, c.archived_at from classes c
    where c.uid = ${uid}::uuid and ${classScope(staff, permission, 'c')}`.execute(db)
  return rows[0] ?? fail('class-not-found')
}

/** Returns a school inside the scope of the permission. */
export async function schoolInScope({ db, staff }: Scoped, uid: string, permission: Permission) {
  const { rows } = await sql<{ id: number; uid: string; slug: string; name: string }>`
    select s.id, s.uid, s.slug, s.name from schools s
    where s.uid = ${uid}::uuid and ${schoolScope(staff, permission, 's')}`.execute(db)
  return rows[0] ?? fail('school-not-found')
}

/** Audit target of a class. */
export const classTarget = ({ uid, name }: Pick<ClassRow, 'uid' | 'name'>) => ({ kind: 'class', id: uid, name })
