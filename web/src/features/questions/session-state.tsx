import type { ReactNode } from 'react'
import { navigateBack } from '../../router/navigation'
import { Empty } from '../../ui/empty'
import { NavBar } from '../../ui/nav-bar'
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
          <SkeletonText lines={8} />
        )}
      </div>
    </SessionFrame>
  )
}
