import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'

export interface SectionHeadProps {
  title: ReactNode
  /** Small text on the right: a link if there is `href`, a button if there is `onMore`. */
  more?: ReactNode
  href?: string
  onMore?: () => void
}

export function SectionHead({ title, more, href, onMore }: SectionHeadProps) {
  const look = 'tap inline-flex items-center text-13 text-ink-3'
  const arrow = <ChevronRight aria-hidden="true" size={14} className="shrink-0" />
  return (
    <div className="mt-5 mb-3 flex items-baseline justify-between gap-3">
      <h2 className="text-19 font-bold">{title}</h2>
      {more && href && (
        <a href={href} className={look}>
          <span className="sr-only">{title}：</span>
          {more}
          {arrow}
        </a>
      )}
      {more && !href && onMore && (
        <button type="button" onClick={onMore} className={look}>
          {more}
        </button>
      )}
      {more && !href && !onMore && <span className="text-13 text-ink-3">{more}</span>}
    </div>
  )
}
