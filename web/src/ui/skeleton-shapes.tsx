import { texts } from '@dxx/contract/rules/constants'
import { cx } from './cx'
import { Skeleton } from './skeleton'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Skeleton of several ListRows, with the same height; `className` is the layout of the list. */
export function SkeletonRows({ count = 4, className = 'space-y-2.5' }: { count?: number; className?: string }) {
  return (
    <div role="status">
      <span className="sr-only">{texts.pageLoading}</span>
      <div aria-hidden="true" className={className}>
        {numbers(count).map((number) => (
          <div key={number} className="flex items-center gap-3 rounded-card bg-card p-3.5">
            <Skeleton className="h-18 w-13.5 rounded-cover" />
            <div className="flex-1 space-y-2.5">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3 w-4/5" />
              <Skeleton className="h-1.5 w-full" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

interface SkeletonCardsProps {
  count?: number
  /** With the writer above, for posts. */
  avatar?: boolean
  /** Columns of the list. */
  className?: string
}

/** Skeleton of cards with text: questions, notes, messages. */
export function SkeletonCards({ count = 4, avatar = false, className = 'space-y-2.5' }: SkeletonCardsProps) {
  return (
    <div role="status">
      <span className="sr-only">{texts.pageLoading}</span>
      <div aria-hidden="true" className={className}>
        {numbers(count).map((number) => (
          <div key={number} className="space-y-2.5 rounded-card bg-card p-4">
            {avatar && (
              <div className="flex items-center gap-2.5">
                <Skeleton className="size-8 rounded-full" />
                <Skeleton className="h-3.5 w-20" />
              </div>
            )}
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-2/3" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Skeleton of a text. */
export function SkeletonText({ lines = 6 }: { lines?: number }) {
  return (
    <div role="status">
      <span className="sr-only">{texts.pageLoading}</span>
      <div aria-hidden="true" className="space-y-3">
        <Skeleton className="mb-5 h-6 w-1/2" />
        {numbers(lines).map((number) => (
          <Skeleton key={number} className={cx('h-3.5', number === lines - 1 ? 'w-2/3' : 'w-full')} />
        ))}
      </div>
    </div>
  )
}
