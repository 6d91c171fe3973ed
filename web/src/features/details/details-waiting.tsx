import type { CurriculumKind } from '@dxx/contract/shapes'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonText } from '../../ui/skeleton-shapes'
import { DetailsNav } from './details-nav'

/** Skeleton of the details page. */
export function DetailsWaiting({ kind }: { kind: CurriculumKind }) {
  return (
    <div className="desk:px-4 desk:pt-1">
      <DetailsNav kind={kind} title="" />
      <div className="desk:grid desk:grid-cols-[minmax(0,1fr)_320px] wide:grid-cols-[minmax(0,1fr)_360px] desk:items-start desk:gap-6">
        <div>
          <Skeleton className="h-[calc(220px+env(safe-area-inset-top))] rounded-none desk:h-59 desk:rounded-card" />
          <div className="space-y-2.5 px-4 pt-4 desk:px-0">
            <Skeleton className="h-8 w-24 desk:hidden" />
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="mt-6! h-5 w-56" />
          </div>
          <div className="px-4 pt-6 desk:px-0">
            <SkeletonText />
          </div>
        </div>
        <Skeleton className="hidden h-72 rounded-card desk:block" />
      </div>
    </div>
  )
}
