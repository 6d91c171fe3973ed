import type { ReactNode } from 'react'
import { RowFrame } from './row-frame'

export interface ListRowProps {
  /** Cover or icon box on the left. */
  media?: ReactNode
  title: ReactNode
  /** Small text to the right of the title, for example a kind or tag. */
  aside?: ReactNode
  note?: ReactNode
  href?: string
  onClick?: () => void
  /** Content below the note, for example progress, tags or price. */
  children?: ReactNode
}

/** List card with a cover. */
export function ListRow({ media, title, aside, note, children, ...frame }: ListRowProps) {
  return (
    <RowFrame {...frame} className="flex w-full items-center gap-3 rounded-card tablet:h-full bg-card p-3.5 text-left">
      {media && <span className="shrink-0">{media}</span>}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="line-clamp-2 min-w-0 font-semibold">{title}</span>
          {aside && <span className="shrink-0 text-12 text-ink-3">{aside}</span>}
        </span>
        {note && <span className="mt-0.5 line-clamp-2 text-12 text-ink-3">{note}</span>}
        {children && <span className="mt-2 block">{children}</span>}
      </span>
    </RowFrame>
  )
}
