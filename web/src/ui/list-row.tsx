import type { ReactNode } from 'react'
import { cx } from './cx'

export interface ListRowProps {
  /** The cover or an icon box at the left. */
  media?: ReactNode
  title: ReactNode
  /** Small, at the right of the title: a kind or a tag. */
  aside?: ReactNode
  note?: ReactNode
  href?: string
  onClick?: () => void
  /** Under the note: progress, tags, price. */
  children?: ReactNode
}

/** A card with a cover: what most lists are made of. */
export function ListRow({ media, title, aside, note, href, onClick, children }: ListRowProps) {
  const look = cx(
    'flex w-full items-center gap-3 rounded-card desk:h-full bg-card p-3.5 text-left',
    (href !== undefined || onClick) && 'transition-colors active:bg-fill',
  )
  const inside = (
    <>
      {media && <span className="shrink-0">{media}</span>}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="line-clamp-2 min-w-0 font-semibold">{title}</span>
          {aside && <span className="shrink-0 text-12 text-ink-3">{aside}</span>}
        </span>
        {note && <span className="mt-0.5 line-clamp-2 text-12 text-ink-3">{note}</span>}
        {children && <span className="mt-2 block">{children}</span>}
      </span>
    </>
  )
  if (href !== undefined) {
    return (
      <a href={href} onClick={onClick} className={look}>
        {inside}
      </a>
    )
  }
  if (onClick) {
    return (
      <button type="button" onClick={onClick} className={look}>
        {inside}
      </button>
    )
  }
  return <div className={look}>{inside}</div>
}
