import type { ReactNode } from 'react'

/** Column layout for account forms. */
export function FormCard({ intro, children }: { intro?: ReactNode; children: ReactNode }) {
  return (
    <div className="text-column px-4 pt-3 pb-10 desk:pt-8">
      {intro && <p className="px-1 pb-3 text-13 text-ink-2">{intro}</p>}
      <div className="space-y-4 rounded-card bg-card p-4 desk:p-7">{children}</div>
    </div>
  )
}
