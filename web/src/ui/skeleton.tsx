import { texts } from '@dxx/contract/rules/constants'
import { cx } from './cx'

/** Grey shape of a skeleton. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cx('block animate-shimmer rounded-item bg-track', className)} />
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Skeleton of a grid of course cards. */
export function SkeletonGrid({ count = 4 }: { count?: number }) {
  return (
    <div role="status">
      <span className="sr-only">{texts.pageLoading}</span>
      <div aria-hidden="true" className="grid grid-cols-2 gap-3 desk:grid-cols-4 desk:gap-5">
        {numbers(count).map((number) => (
          <div key={number} className="overflow-hidden rounded-card bg-card">
            <Skeleton className="aspect-video rounded-none" />
            <div className="space-y-2.5 p-3">
              <Skeleton className="h-3 w-4/5" />
              <Skeleton className="h-4 w-2/5" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
