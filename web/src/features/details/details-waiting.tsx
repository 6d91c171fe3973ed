import type { CurriculumKind } from '@dxx/contract/shapes'
import { useRef } from 'react'
import { cx } from '../../ui/cx'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonText } from '../../ui/skeleton-shapes'
import { useSideRoom } from '../../ui/use-side-room'
import { detailsColumns } from './desktop-details'
import { DetailsNav } from './details-nav'
import { useFlyingCover } from './use-flying-cover'

/**
 * Skeleton of the details page, with the cover where the page will show it: for a book inside the header, for a course
 * as the header.
 */
export function DetailsWaiting({ kind, id }: { kind: CurriculumKind; id: string }) {
  const cover = useRef<HTMLSpanElement>(null)
  useFlyingCover(id, cover)
  const beside = useSideRoom()
  return (
    <div className={cx(beside && 'px-4 pt-1')}>
      <div className={cx(beside && 'max-desk:-mx-4')}>
        <DetailsNav kind={kind} title="" />
      </div>
      <div className={cx(beside && detailsColumns)}>
        <div>
          <div
            className={cx(
              'relative flex items-center',
              beside
                ? 'h-44 px-5 desk:h-59 desk:px-9'
                : 'h-[calc(220px+env(safe-area-inset-top))] px-5 pt-[calc(44px+env(safe-area-inset-top))] pb-4',
            )}
          >
            <Skeleton className={cx('absolute inset-0', beside ? 'rounded-card' : 'rounded-none')} />
            {kind === 'course' ? (
              <span ref={cover} className="absolute inset-0" />
            ) : (
              <span ref={cover} className="relative block aspect-3/4 w-27 rounded-cover bg-card/60 desk:w-34" />
            )}
          </div>
          <div className={cx('space-y-2.5 pt-4', !beside && 'px-4')}>
            {!beside && <Skeleton className="h-8 w-24" />}
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="mt-6! h-5 w-56" />
          </div>
          <div className={cx('pt-6', !beside && 'px-4')}>
            <SkeletonText />
          </div>
        </div>
        {beside && <Skeleton className="h-72 rounded-card" />}
      </div>
    </div>
  )
}
