import type { ReactNode } from 'react'
import { navigateBack } from '../../router/navigation'
import { Empty } from '../../ui/empty'
import { NavBar } from '../../ui/nav-bar'
import { SkeletonText } from '../../ui/skeleton'

interface SessionStateProps {
  title: string
  error?: string
  onRetry?: () => void
  /** A way on from an error that trying again does not mend. */
  children?: ReactNode
}

/** The frame of what stands where the questions would. */
export function SessionFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="desk:mx-auto desk:max-w-288">
      <NavBar title={title} back={() => void navigateBack()} />
      {children}
    </div>
  )
}

/** What stands in for questions that are loading, or did not come. */
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
