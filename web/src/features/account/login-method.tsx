import type { ReactNode } from 'react'

interface LoginMethodProps {
  title: string
  className: string
  onClick(): void
  children: ReactNode
}

/** Round button of another way to log in. */
export function LoginMethod({ title, className, onClick, children }: LoginMethodProps) {
  return (
    <button type="button" onClick={onClick} className="min-w-16 rounded-item text-12 text-ink-3">
      <span className={`mx-auto mb-1.5 grid size-11.5 place-items-center rounded-full ${className}`}>{children}</span>
      {title}
    </button>
  )
}
