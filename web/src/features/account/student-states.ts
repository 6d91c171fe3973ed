import type { StudentStatus } from '@dxx/contract/calls/accounts'

/** Title and colour of each student authentication state. */
export const studentStates: Record<StudentStatus, { title: string; className: string }> = {
  none: { title: '未认证', className: 'text-ink-3' },
  pending: { title: '待审核', className: 'text-amber' },
  passed: { title: '已通过', className: 'text-success' },
  rejected: { title: '未通过', className: 'text-danger' },
}
