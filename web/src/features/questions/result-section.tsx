import type { ReactNode } from 'react'

/** A titled section shown after scoring. */
export function ResultSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-13 font-semibold text-ink-2">{title}</h3>
      {children}
    </section>
  )
}

/** The right answer in one line. */
export function RightText({ children }: { children: ReactNode }) {
  return (
    <ResultSection title="正确答案">
      <p className="text-15 font-semibold text-success">{children}</p>
    </ResultSection>
  )
}
