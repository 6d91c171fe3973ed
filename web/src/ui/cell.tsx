import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { RowFrame } from './row-frame'

export function CellGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section>
      {title && <h2 className="mt-4 mb-2 px-1 text-13 text-ink-3">{title}</h2>}
      <div className="overflow-hidden rounded-card bg-card [&>*+*]:before:absolute [&>*+*]:before:inset-x-3.5 [&>*+*]:before:top-0 [&>*+*]:before:hairline-t [&>*]:relative">
        {children}
      </div>
    </section>
  )
}

export interface CellProps {
  title: ReactNode
  /** Second line under the title. */
  note?: ReactNode
  /** Right side: a value, a badge, a switch. */
  value?: ReactNode
  icon?: ReactNode
  href?: string
  onClick?: () => void
  danger?: boolean
}

/** Row of a settings list: a link, a button or static. */
export function Cell({ title, note, value, icon, href, onClick, danger }: CellProps) {
  const leads = href !== undefined || onClick !== undefined
  return (
    <RowFrame
      href={href}
      onClick={onClick}
      className="hover-row print-keep flex min-h-12 w-full items-center gap-3 px-3.5 py-2.5 text-left text-14 -outline-offset-2"
    >
      {icon && <span className="shrink-0 text-ink-2">{icon}</span>}
      <span className={cx('min-w-0 flex-1', danger && 'text-danger')}>
        {title}
        {note && <span className="block text-12 text-ink-3">{note}</span>}
      </span>
      {value !== undefined && <span className="max-w-[60%] text-right text-13 text-ink-3">{value}</span>}
      {leads && <ChevronRight aria-hidden="true" size={16} className="-ml-2 shrink-0 text-ink-3" />}
    </RowFrame>
  )
}
