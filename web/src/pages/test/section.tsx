import type { ReactNode } from 'react'
import { SectionHead } from '../../ui/section-head'

/** Section of the component gallery. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3">
      <SectionHead title={title} />
      {children}
    </section>
  )
}

/** Named component sample. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-card bg-card p-3.5">
      <p className="mb-2.5 text-12 text-ink-3">{name}</p>
      {children}
    </div>
  )
}
