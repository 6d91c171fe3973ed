import type { CurriculumInfo } from '@dxx/contract/calls/catalogue'
import type { CurriculumKind } from '@dxx/contract/shapes'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Share from 'lucide-react/icons/share-2'
import { type RefObject, useEffect, useState } from 'react'
import { navigateBack } from '../../router/navigation'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { scrollParent } from '../../ui/scroll-parent'
import { useTopBar } from '../../ui/use-media'
import { curriculumKinds } from '../catalogue/kinds'
import { useShare } from '../share/use-share'

interface DetailsNavProps {
  kind: CurriculumKind
  title: string
  /** Element under the bar; the bar turns solid once that element is scrolled out of view. */
  hero?: RefObject<HTMLElement | null>
  solid?: boolean
  info?: CurriculumInfo
}

/** Phones: back and share over the cover, on a solid bar once the cover is scrolled away. Wider windows: breadcrumb. */
export function DetailsNav(props: DetailsNavProps) {
  return useTopBar() ? <Trail {...props} /> : <PhoneNav {...props} />
}

/** Links to the pages above. The title is not repeated: the header below shows it. */
function Trail({ kind }: DetailsNavProps) {
  const link = 'tap shrink-0 rounded-item hover:text-primary'
  return (
    <nav aria-label="位置" className="flex min-h-11 items-center gap-1 px-4 text-13 text-ink-3 desk:px-0">
      <span className="-ml-3 pointer-fine:hidden">
        <IconButton label="返回" onClick={() => void navigateBack()}>
          <ChevronLeft aria-hidden="true" size={22} />
        </IconButton>
      </span>
      <a href="#/pages/index/index" className={link}>
        首页
      </a>
      <ChevronRight aria-hidden="true" size={14} className="shrink-0" />
      <a href={`#/${curriculumKinds[kind].index}`} className={link}>
        {curriculumKinds[kind].title}
      </a>
    </nav>
  )
}

function PhoneNav({ kind, title, hero, solid = false, info }: DetailsNavProps) {
  const covered = useOutOfSight(hero)
  const { share, overlay } = useShare(info)
  const filled = solid || covered
  return (
    <div className={cx('sticky top-0 z-20', !solid && 'h-0')}>
      <div data-own-bar className={cx('pt-safe transition-colors', filled ? 'bg-page text-ink' : 'text-white')}>
        <div className="flex min-h-11 items-center px-1">
          <IconButton label="返回" onClick={() => void navigateBack()}>
            <ChevronLeft aria-hidden="true" size={24} />
          </IconButton>
          {/* Hidden from screen readers: repeats the heading below the cover. */}
          <p aria-hidden="true" className="min-w-0 flex-1 truncate px-1 text-center text-17 font-semibold">
            {filled && (title || curriculumKinds[kind].title)}
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

/** Whether the element is scrolled above the lower edge of the bar. */
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
