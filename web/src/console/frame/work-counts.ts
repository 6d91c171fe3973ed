import { workKinds } from '@dxx/contract/staff'
import { create } from 'zustand'
import { readStored, writeStored } from '../../state/local-storage'
import { useStaffCall } from '../api/hooks'
import { useNotices } from './desktop-notices'
import { hasAnyPermission, useSignedInStaff } from './me'
import { useSchool } from './school'

/** Permissions to decide work items, one for each kind of work item. */
export const workPermissions = Object.values(workKinds).map(({ permission }) => permission)

/** Milliseconds between two requests for the counts. */
const interval = 20_000

const storeKey = 'dxx-console-seen'
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Times at which the bell was opened, by staff member, because several may use the same device. */
function readSeen(): Record<string, number> {
  try {
    return JSON.parse(readStored(storeKey) ?? '{}')
  } catch {
    return {}
  }
}

const useSeen = create<{ seen: Record<string, number> }>()(() => ({ seen: readSeen() }))

/** Stores that the staff member opened the bell now. */
export function markSeen(person: string): void {
  const seen = { ...readSeen(), [person]: nowSeconds() }
  writeStored(storeKey, JSON.stringify(seen))
  useSeen.setState({ seen })
}

/** Time at which the staff member last opened the bell on this device; 0: never. */
export function useSeenAt(): number {
  const me = useSignedInStaff()
  return useSeen(({ seen }) => seen[me.person.id] ?? 0)
}

/** Number of waiting work items by kind, and of new work items. Polled; the polling does not extend the session. */
export function useWorkCounts() {
  const me = useSignedInStaff()
  const school = useSchool()
  const since = useSeenAt()
  const noticesOn = useNotices(({ state }) => state === 'on')
  const { data } = useStaffCall(
    'GET /staff/v1/work_counts',
    { schoolId: school?.id, since },
    {
      enabled: hasAnyPermission(me, workPermissions),
      refetchInterval: interval,
      refetchIntervalInBackground: noticesOn,
      placeholderData: (before) => before,
    },
  )
  return data
}

/** Number of answers that the staff member has to score; undefined without the permission to grade. */
export function useGradingCount(): number | undefined {
  const me = useSignedInStaff()
  const { data } = useStaffCall(
    'GET /staff/v1/grading_list',
    {},
    { enabled: hasAnyPermission(me, ['exam.grade']), refetchInterval: interval },
  )
  return hasAnyPermission(me, ['exam.grade']) ? (data?.waiting ?? 0) : undefined
}

/** Number beside a page in the navigation: work items for 工作台, answers for 批阅室, 0 for other pages. */
export function useNavCount(path: string): number {
  const counts = useWorkCounts()
  const grading = useGradingCount()
  if (path === 'grading') return grading ?? 0
  return path === 'work' ? (counts?.kinds.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0) : 0
}
