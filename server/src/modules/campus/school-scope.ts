import { checkOutboundUrl, OutboundRefused } from '../../base/outbound-fetch'
import { fail } from '../../base/refusal'
import type { StaffCtx } from '../../context'
import { schoolScope } from '../staff/public'
import { needsCard } from '../students/public'

/** Schools of the staff member with a summary of their settings. */
export async function schoolsInScope({ db, staff, config }: StaffCtx, schoolId?: string) {
  const rows = await db
    .selectFrom('schools as s')
    .leftJoin('campus_logins as l', 'l.school_id', 's.id')
    .select(['s.id', 's.uid', 's.name', 's.has_roster', 's.roster_match', 'l.kind', 'l.enabled'])
    .select((eb) =>
      eb
        .selectFrom('campus_identities as i')
        .select((count) => count.fn.countAll<number>().as('bound'))
        .whereRef('i.school_id', '=', 's.id')
        .as('bound'),
    )
    .where(schoolScope(staff, 'class.manage', 's'))
    .$if(schoolId !== undefined, (query) => query.where('s.uid', '=', schoolId!))
    .orderBy('s.position')
    .orderBy('s.id')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    rowId: row.id,
    brief: {
      id: row.uid,
      name: row.name,
      hasRoster: row.has_roster,
      rosterMatch: needsCard(row.roster_match, config) ? ('confirm' as const) : ('instant' as const),
      loginKind: row.kind,
      loginEnabled: row.enabled ?? false,
      bound: Number(row.bound ?? 0),
    },
  }))
}

/** Returns a school in the scope of the staff member. */
export async function schoolInScope(ctx: StaffCtx, schoolId: string) {
  const [school] = await schoolsInScope(ctx, schoolId)
  return school ?? fail('school-not-found')
}

export const schoolTarget = ({ brief }: { brief: { id: string; name: string } }) => ({
  kind: 'school',
  id: brief.id,
  name: brief.name,
})

/** Returns a URL that the server may request, normalised; refuses others with the reason. */
export function ownedUrl({ config }: StaffCtx, address: string, label: string): string {
  try {
    const url = checkOutboundUrl(address, config.outbound)
    if (url.hash) throw new OutboundRefused('网址里不能有 #')
    return address
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error
    return fail('campus-setting-refused', { msg: `${label}：${error.message}` })
  }
}
