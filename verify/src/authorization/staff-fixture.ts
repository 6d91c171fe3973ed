import { allRoles, type Role, roles, type ScopeKind } from '@dxx/contract/staff'
import { startTestApp } from '../../../server/src/testing/app'
import { asStaff, createStaff, giveRole, type TestScope } from '../../../server/src/testing/staff'
import { addSchoolHalf, type SchoolHalf, shareQuestions } from './staff-half'

/** Text contained in all content of the foreign half. */
export const foreignText = '外校不能看的话'

export const isScoped = (role: Role) => !(roles[role].scopes as readonly ScopeKind[]).includes('site')

/** Creates two halves (schools with the same kinds of content), and one staff member per role in the first half. */
export async function createStaffFixture() {
  const app = await startTestApp({ secondFactor: true, floodPerUser: 1e9, floodPerAddress: 1e9 })
  const ownHalf = await addSchoolHalf(app, 'own', '本校')
  const foreign = await addSchoolHalf(app, 'foreign', foreignText)
  await shareQuestions(app, ownHalf, foreign)
  const memberOf = async (half: SchoolHalf, role: Role) => {
    const [first, ...more] = roles[role].scopes.map(
      (kind): TestScope => ({ kind, id: kind === 'site' ? null : half.ids[kind] }),
    )
    const person = await createStaff(app, role, first, `本校 ${role}`)
    for (const scope of more) await giveRole(app, person, role, scope)
    return person
  }
  const people = {} as Record<Role, { id: number; uid: string }>
  for (const role of allRoles) people[role] = await memberOf(ownHalf, role)
  let halves = 0
  return {
    app,
    own: ownHalf,
    foreign,
    people,
    /** Returns a client of a role, by default with second factor and confirmed identity, as after a complete login. */
    as: (role: Role, { factor = true, proved = true } = {}) => asStaff(app, people[role], { factor, proved }),
    /** Creates a new half with a client of the role in it, for calls that change the half. */
    async freshHalf(role: Role) {
      const half = await addSchoolHalf(app, `fresh ${++halves}`, '对照')
      return { half, client: await asStaff(app, await memberOf(half, role), { factor: true }) }
    },
    close: () => app.close(),
  }
}

export type StaffFixture = Awaited<ReturnType<typeof createStaffFixture>>
