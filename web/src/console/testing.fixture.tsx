import type { SignedInStaff } from '@dxx/contract/calls/staff/session'
import type { WorkItem } from '@dxx/contract/calls/staff/work'
import { allPermissions } from '@dxx/contract/staff'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { staffQueryClient } from './api/hooks'
import { MeContext } from './frame/me'

const now = () => Math.floor(Date.now() / 1000)

/** A staff member with every permission. */
export const sampleMe = (): SignedInStaff => ({
  person: { id: 'p1', nickname: '小许', avatar: null, mobile: '138****0013' },
  grants: [],
  permissions: allPermissions,
  schools: [],
  hasPassword: true,
  secondFactor: { enrolled: false, required: false, recoveryLeft: 0 },
  need: null,
  session: { id: 's1', endsAt: now() + 11 * 3600, idleEndsAt: now() + 3600, provenUntil: null },
})

export const sampleItem = (kind: WorkItem['kind']): WorkItem => ({
  id: 'w1',
  kind,
  kindName: kind,
  title: '一件待办',
  person: { id: 'u1', nickname: '同学', avatar: null, mobile: '139****0001' },
  school: null,
  openedAt: 1,
  dueAt: 2,
  closedAt: null,
  assignee: null,
  isMine: false,
  notes: 0,
  version: 3,
})

export function renderConsole(children: ReactNode, me = sampleMe()) {
  return render(
    <QueryClientProvider client={staffQueryClient}>
      <MeContext value={me}>{children}</MeContext>
    </QueryClientProvider>,
  )
}
