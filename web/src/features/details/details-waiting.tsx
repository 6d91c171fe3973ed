import type { CurriculumKind } from '@dxx/contract/shapes'
import { useRef } from 'react'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonText } from '../../ui/skeleton-shapes'
import { DetailsNav } from './details-nav'
import { useFlyingCover } from './use-flying-cover'

/** Skeleton of the details page, with the cover where it will be: of a book in the header, of a course as the header. */
export function DetailsWaiting({ kind, id }: { kind: CurriculumKind; id: string }) {
  const cover = useRef<HTMLSpanElement>(null)
  useFlyingCover(id, cover)
  return (
    <div className="desk:px-4 desk:pt-1">
      <DetailsNav kind={kind} title="" />
      <div className="desk:grid desk:grid-cols-[minmax(0,1fr)_320px] wide:grid-cols-[minmax(0,1fr)_360px] desk:items-start desk:gap-6">
        <div>
          <div className="relative flex h-[calc(220px+env(safe-area-inset-top))] items-center px-5 pt-[calc(44px+env(safe-area-inset-top))] pb-4 desk:h-59 desk:px-9 desk:pt-0">
            <Skeleton className="absolute inset-0 rounded-none desk:rounded-card" />
            {kind === 'course' ? (
              <span ref={cover} className="absolute inset-0" />
            ) : (
              <span ref={cover} className="relative block aspect-3/4 w-27 rounded-cover bg-card/60 desk:w-34" />
            )}
          </div>
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
