import { workKinds } from '@dxx/contract/staff'
import { useStaff } from '../api/hooks'
import { mayAny, useMe } from './me'

/** Permissions that decide some kind of waiting work. */
export const workPermissions = Object.values(workKinds).map(({ permission }) => permission)

/** Milliseconds between two looks at what waits. */
const interval = 20_000

/** What waits, by kind; asked again and again without prolonging the session. */
export function useWorkCounts() {
  const me = useMe()
  const { data } = useStaff(
    'GET /staff/v1/work_counts',
    {},
    { enabled: mayAny(me, workPermissions), refetchInterval: interval },
  )
  return data
}

/** Number of cases that wait behind a page of the navigation. */
export function useWaiting(path: string): number {
  const counts = useWorkCounts()
  return path === 'work' ? (counts?.kinds.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0) : 0
}
