import type { ReactNode } from 'react'

interface CampusCardProps {
  title: string
  note: string
  state?: ReactNode
  children: ReactNode
}

/** Card with one group of a school's settings. */
export function CampusCard({ title, note, state, children }: CampusCardProps) {
  return (
    <section aria-label={title} className="rounded-card bg-card p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-15 font-semibold">{title}</h2>
        {state}
        <span className="text-12 text-ink-3">{note}</span>
      </div>
      {children}
    </section>
  )
}
