import { allRoles, holds, mayGrant, type Permission, type Role, roles } from '@dxx/contract/staff'
import History from 'lucide-react/icons/history'
import Inbox from 'lucide-react/icons/inbox'
import Shield from 'lucide-react/icons/shield'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { type ComponentType, lazy } from 'react'
import { workPermissions } from './work-counts'

export interface ConsolePage {
  /** First part of the address after /console. */
  path: string
  title: string
  group: '' | '教学' | '内容' | '运营' | '管理'
  icon: ComponentType<{ size?: number }>
  /** One of them opens the page; empty: everybody. */
  permissions: readonly Permission[]
  /** Reached by the person's menu instead of the navigation. */
  personal?: true
  /** `id` is the opened thing, from the address. */
  Page: ComponentType<{ id?: string }>
}

/** Pages in the order of the navigation. A page is listed when its calls exist. */
export const pages: readonly ConsolePage[] = [
  {
    path: 'work',
    title: '工作台',
    group: '',
    icon: Inbox,
    permissions: workPermissions,
    Page: lazy(async () => ({ default: (await import('../pages/work')).WorkPage })),
  },
  {
    path: 'users',
    title: '用户',
    group: '运营',
    icon: Users,
    permissions: ['user.read'],
    Page: lazy(async () => ({ default: (await import('../pages/users')).UsersPage })),
  },
  {
    path: 'staff',
    title: '员工与权限',
    group: '管理',
    icon: Shield,
    permissions: ['staff.manage'],
    Page: lazy(async () => ({ default: (await import('../pages/staff')).StaffPage })),
  },
  {
    path: 'audit',
    title: '操作记录',
    group: '管理',
    icon: History,
    permissions: ['audit.read'],
    Page: lazy(async () => ({ default: (await import('../pages/audit')).AuditPage })),
  },
  {
    path: 'account',
    title: '我的账号',
    group: '',
    icon: UserRound,
    permissions: [],
    personal: true,
    Page: lazy(async () => ({ default: (await import('../pages/account')).AccountPage })),
  },
]

/** Who can open a page to somebody: the roles that include it, and who may grant them. */
export function whoCanGrant(permissions: readonly Permission[]): string {
  const able = allRoles.filter((role) => permissions.some((one) => holds(role, one)))
  const named = able.filter((role) => role !== 'owner')
  const nameOf = (role: Role) => `“${roles[role].name}”`
  const bySchool = named.some((role) => mayGrant('school_admin', role))
  const wanted = (named.length > 0 ? named : able).map(nameOf).join('或')
  return `需要${wanted}角色，${bySchool ? '所有者或学校管理员' : '所有者'}可以开通`
}
