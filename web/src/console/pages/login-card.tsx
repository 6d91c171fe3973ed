import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo'

/** Page with one card in the middle, for login and enrolment, which have no frame. */
export function LoginCard({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col justify-center px-4 py-8 max-desk:bg-card max-desk:px-3">
      <div className="mx-auto w-full max-w-105 rounded-sheet bg-card p-4 text-14 desk:p-10">
        <Logo className="size-12! text-19!" />
        <h1 className="mt-4 text-23 font-bold">{title}</h1>
        <p role="status" className="mb-5 text-13 text-ink-2">
          {note}
        </p>
        {children}
      </div>
    </main>
  )
}
