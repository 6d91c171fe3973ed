import type { ReactNode } from 'react'

/** A value below its name. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="truncate tabular-nums">{children}</dd>
    </div>
  )
}

export function HealthFigures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-4 gap-y-2 desk:grid-cols-3">{children}</dl>
}

export function HealthCard({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-card bg-card p-5">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-15 font-semibold">{title}</h2>
        {note && <span className="text-12 text-ink-3">{note}</span>}
      </div>
      {children}
    </section>
  )
}
