import { allRoles, canGrantRole, type Permission, type Role, roleHasPermission, roles } from '@dxx/contract/staff'

/** Sentence that names the roles with one of the permissions, and the roles that may grant them. */
export function whoCanGrant(permissions: readonly Permission[]): string {
  const able = allRoles.filter((role) => permissions.some((one) => roleHasPermission(role, one)))
  const named = able.filter((role) => role !== 'owner')
  const nameOf = (role: Role) => `“${roles[role].name}”`
  const bySchool = named.some((role) => canGrantRole('school_admin', role))
  const wanted = (named.length > 0 ? named : able).map(nameOf).join('或')
  return `需要${wanted}角色，${bySchool ? '所有者或学校管理员' : '所有者'}可以开通`
}
