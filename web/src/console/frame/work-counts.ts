import { workKinds } from '@dxx/contract/staff'
import { create } from 'zustand'
import { readStored, writeStored } from '../../state/local-storage'
import { useStaff } from '../api/hooks'
import { useNotices } from './desktop-notices'
import { mayAny, useMe } from './me'
import { useSchool } from './school'

/** Permissions that decide some kind of waiting work. */
export const workPermissions = Object.values(workKinds).map(({ permission }) => permission)

/** Milliseconds between two looks at what waits. */
const interval = 20_000

const storeKey = 'dxx-console-seen'
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** By person, since several may use one device. */
function readSeen(): Record<string, number> {
  try {
    return JSON.parse(readStored(storeKey) ?? '{}')
  } catch {
    return {}
  }
}

const useSeen = create<{ seen: Record<string, number> }>()(() => ({ seen: readSeen() }))

/** The person looked at the news. */
export function markSeen(person: string): void {
  const seen = { ...readSeen(), [person]: nowSeconds() }
  writeStored(storeKey, JSON.stringify(seen))
  useSeen.setState({ seen })
}

/** When the person last looked at the news on this device; 0: never. */
export function useSeenAt(): number {
  const me = useMe()
  return useSeen(({ seen }) => seen[me.person.id] ?? 0)
}

/** What waits, by kind, and how much of it is new; asked again and again without prolonging the session. */
export function useWorkCounts() {
  const me = useMe()
  const school = useSchool()
  const since = useSeenAt()
  const noticesOn = useNotices(({ state }) => state === 'on')
  const { data } = useStaff(
    'GET /staff/v1/work_counts',
    { schoolId: school?.id, since },
    {
      enabled: mayAny(me, workPermissions),
      refetchInterval: interval,
      refetchIntervalInBackground: noticesOn,
      placeholderData: (before) => before,
    },
  )
  return data
}

/** Answers that wait for a score by the person; undefined without the permission. */
export function useGradingCount(): number | undefined {
  const me = useMe()
  const { data } = useStaff(
    'GET /staff/v1/grading_list',
    {},
    { enabled: mayAny(me, ['exam.grade']), refetchInterval: interval },
  )
  return mayAny(me, ['exam.grade']) ? (data?.waiting ?? 0) : undefined
}

/** Number of cases that wait behind a page of the navigation. */
export function useWaiting(path: string): number {
  const counts = useWorkCounts()
  const grading = useGradingCount()
  if (path === 'grading') return grading ?? 0
  return path === 'work' ? (counts?.kinds.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0) : 0
}
