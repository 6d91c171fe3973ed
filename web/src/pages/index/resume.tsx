import { Suspense, useSyncExternalStore } from 'react'
import type { CallData, CallResult } from '../../api/use-call'
import { getToken, subscribeToken } from '../../state/token'
import { lazyComponent } from '../../ui/lazy-component'
import { Skeleton } from '../../ui/skeleton'

export type Index = CallData<'GET /v1/course_index'>

const loadCard = async () => (await import('./resume-card')).ResumeCard
/** Not part of the first load, because guests do not see it. */
const ResumeCard = lazyComponent(loadCard)
// Loads the code together with the page's data, so that the card appears with the page.
if (getToken()) void loadCard().catch(() => {})

export const useGuest = () => useSyncExternalStore(subscribeToken, getToken) === null

/** Last studied item. The height is reserved while it loads, so that the content below does not jump. */
export function Resume({ query: { data, error } }: { query: CallResult<Index> }) {
  const guest = useGuest()
  if (guest || (!data && error)) return null
  return (
    <div className="mt-4 min-h-21.5 rounded-card bg-card p-3.5">
      <Suspense fallback={<ResumeSkeleton />}>
        {data ? <ResumeCard latest={data.resumes[0]} /> : <ResumeSkeleton />}
      </Suspense>
    </div>
  )
}

export function ResumeSkeleton() {
  return (
    <div aria-hidden="true" className="flex items-center gap-3">
      <Skeleton className="h-14.5 w-11" />
      <div className="flex-1 space-y-2">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-1.5 w-full" />
      </div>
    </div>
  )
}
