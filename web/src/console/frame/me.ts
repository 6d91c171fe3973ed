import type { SignedInStaff } from '@dxx/contract/calls/staff/session'
import type { Permission } from '@dxx/contract/staff'
import { createContext, useContext } from 'react'

export const MeContext = createContext<SignedInStaff | null>(null)

/** Returns the logged-in member of staff with grants and permissions. */
export function useSignedInStaff(): SignedInStaff {
  const me = useContext(MeContext)
  if (!me) throw new Error('outside of a session')
  return me
}

export const hasAnyPermission = (me: SignedInStaff, permissions: readonly Permission[]): boolean =>
  permissions.length === 0 || permissions.some((one) => me.permissions.includes(one))

/** Role names of the logged-in staff member: 运营、客服、财务. */
export const roleNames = (me: SignedInStaff): string =>
  [...new Set(me.grants.map(({ roleName }) => roleName))].join('、')

/** Scope of the logged-in staff member: 全站, the name of a school, or the first school and the number of schools. */
export function scopeName(me: SignedInStaff): string {
  if (me.grants.some(({ scope }) => scope.kind === 'site')) return '全站'
  const [first, ...others] = me.schools
  if (first) return others.length > 0 ? `${first.name}等 ${me.schools.length} 所` : first.name
  return me.grants[0]?.scope.name ?? ''
}
