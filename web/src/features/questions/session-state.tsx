import { navigateBack } from '../../router/navigation'
import { Empty } from '../../ui/empty'
import { NavBar } from '../../ui/nav-bar'
import { SkeletonText } from '../../ui/skeleton'

/** What stands in for questions that are loading, or did not come. */
export function SessionState({ title, error, onRetry }: { title: string; error?: string; onRetry?: () => void }) {
  return (
    <div className="desk:mx-auto desk:max-w-288">
      <NavBar title={title} back={() => void navigateBack()} />
      <div className="p-4">
        {error ? <Empty type="error" text={error} onRetry={onRetry} /> : <SkeletonText lines={8} />}
      </div>
    </div>
  )
}
