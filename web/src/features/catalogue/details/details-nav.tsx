import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Share from 'lucide-react/icons/share-2'
import { type RefObject, useEffect, useState } from 'react'
import { navigateBack } from '../../../router/navigation'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { scrollParent } from '../../../ui/scroll-parent'
import { useShare } from '../../share/use-share'

interface DetailsNavProps {
  title: string
  /** What it lies over; it turns solid when that is out of sight. */
  hero?: RefObject<HTMLElement | null>
  solid?: boolean
  info?: CurriculumInfo
}

/** Back and share over the cover on phones; a bar with the title once the cover is gone. Desktop has the top bar. */
export function DetailsNav({ title, hero, solid = false, info }: DetailsNavProps) {
  const covered = useOutOfSight(hero)
  const { share, overlay } = useShare(info)
  const filled = solid || covered
  return (
    <div className={cx('sticky top-0 z-20 desk:hidden', !solid && 'h-0')}>
      <div className={cx('pt-safe transition-colors', filled ? 'bg-page text-ink' : 'text-white')}>
        <div className="flex min-h-11 items-center px-1">
          <IconButton label="返回" onClick={() => void navigateBack()}>
            <ChevronLeft aria-hidden="true" size={24} />
          </IconButton>
          {/* The heading stands below the cover; this repeats it for the eye. */}
          <p aria-hidden="true" className="min-w-0 flex-1 truncate px-1 text-center text-17 font-semibold">
            {filled && title}
          </p>
          {info ? (
            <IconButton label="分享" onClick={share}>
              <Share aria-hidden="true" size={20} />
            </IconButton>
          ) : (
            <span className="size-11" />
          )}
        </div>
      </div>
      {overlay}
    </div>
  )
}

/** Whether the element has been scrolled away, but for the height of the bar. */
function useOutOfSight(element: RefObject<HTMLElement | null> | undefined): boolean {
  const [gone, setGone] = useState(false)
  useEffect(() => {
    const target = element?.current
    if (!target || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(([entry]) => entry && setGone(!entry.isIntersecting), {
      root: scrollParent(target),
      rootMargin: '-56px 0px 0px',
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return gone
}
