import type { ReactNode } from 'react'
import { navigateBack } from '../../router/navigation'
import { Empty } from '../../ui/empty'
import { NavBar } from '../../ui/nav-bar'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonText } from '../../ui/skeleton-shapes'

interface SessionStateProps {
  title: string
  error?: string
  onRetry?: () => void
  /** Link for errors that a retry cannot fix. */
  children?: ReactNode
}

/** Title bar and content, for question pages that show no session. */
export function SessionFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="desk:mx-auto desk:max-w-288 wide:max-w-338">
      <NavBar title={title} back={() => void navigateBack()} />
      {children}
    </div>
  )
}

/** Loading or error state of a question page. */
export function SessionState({ title, error, onRetry, children }: SessionStateProps) {
  return (
    <SessionFrame title={title}>
      <div className="p-4">
        {error ? (
          <Empty type="error" text={error} onRetry={onRetry}>
            {!onRetry && children}
          </Empty>
        ) : (
          <div className="desk:grid desk:grid-cols-[minmax(0,1fr)_300px] desk:items-start desk:gap-6">
            <div className="desk:rounded-card desk:bg-card desk:p-8">
              <SkeletonText lines={8} />
            </div>
            {/* The card with the answers, or what an exam's start needs. */}
            <Skeleton className="hidden h-64 rounded-card desk:block" />
          </div>
        )}
      </div>
    </SessionFrame>
  )
}
