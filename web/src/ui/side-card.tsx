import type { ReactNode } from 'react'

/** Card in the side column of a wide window. */
export function SideCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card bg-card p-4">
      <h2 className="mb-1.5 text-15 font-semibold">{title}</h2>
      {children}
    </section>
  )
}
