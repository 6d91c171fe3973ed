import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { cx } from './cx'

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
  /** A second line under the title. */
  note?: ReactNode
  /** At the right: a value, a badge, a switch. */
  value?: ReactNode
  icon?: ReactNode
  href?: string
  onClick?: () => void
  danger?: boolean
}

/** A row of a settings-like list: a link, a button, or just a row. */
export function Cell({ title, note, value, icon, href, onClick, danger }: CellProps) {
  const leads = href !== undefined || onClick !== undefined
  const look = cx(
    'flex min-h-12 w-full items-center gap-3 px-3.5 py-2.5 text-left text-14 -outline-offset-2',
    leads && 'transition-colors active:bg-fill',
  )
  const inside = (
    <>
      {icon && <span className="shrink-0 text-ink-2">{icon}</span>}
      <span className={cx('min-w-0 flex-1', danger && 'text-danger')}>
        {title}
        {note && <span className="block text-12 text-ink-3">{note}</span>}
      </span>
      {value !== undefined && <span className="max-w-[60%] text-right text-13 text-ink-3">{value}</span>}
      {leads && <ChevronRight aria-hidden="true" size={16} className="-ml-2 shrink-0 text-ink-3" />}
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
