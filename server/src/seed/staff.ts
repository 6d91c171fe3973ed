import type { Role } from '@dxx/contract/staff'
import { stableId } from '../base/stable-ids'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { grantRole } from '../modules/staff/grants'

/** Roles of the sample staff; the class names are those of the sample school, the curricula those of the sample content. */
const sampleGrants: { slug: string; role: Role; school?: string; classes?: string[]; curricula?: string[] }[] = [
  { slug: 'owner', role: 'owner' },
  {
    slug: 'teacher',
    role: 'teacher',
    classes: ['计算机 2401 班', '计算机 2402 班'],
    curricula: ['data-structures', 'c-programming', 'postgraduate-cs'],
  },
  { slug: 'school-admin', role: 'school_admin', school: '江城大学' },
  { slug: 'operator', role: 'operator' },
  { slug: 'operator', role: 'support' },
  { slug: 'operator', role: 'finance' },
]

/** Grants the roles of the sample staff. Skips users who were granted a role before. */
export async function seedStaff(db: Db, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const granted = await tx.selectFrom('staff_grants').select('user_id').distinct().execute()
    for (const { slug, role, school, classes = [], curricula = [] } of sampleGrants) {
      const user = await tx
        .selectFrom('users')
        .select('id')
        .where('uid', '=', stableId('user', slug))
        .where('closed_at', 'is', null)
        .executeTakeFirst()
      if (!user || granted.some(({ user_id }) => user_id === user.id)) continue
      const given = { userId: user.id, role, endsAt: null, by: null }
      if (school) {
        const found = await tx.selectFrom('schools').select('id').where('name', '=', school).executeTakeFirst()
        if (found) await grantRole(tx, { ...given, scopeKind: 'school', scopeId: found.id }, now)
      } else if (classes.length > 0) {
        const taught = await tx.selectFrom('classes').select('id').where('name', 'in', classes).execute()
        for (const { id } of taught) await grantRole(tx, { ...given, scopeKind: 'class', scopeId: id }, now)
        const edited = await tx.selectFrom('curricula').select('id').where('slug', 'in', curricula).execute()
        for (const { id } of edited) await grantRole(tx, { ...given, scopeKind: 'curriculum', scopeId: id }, now)
      } else await grantRole(tx, { ...given, scopeKind: 'site', scopeId: null }, now)
    }
  })
}
