import type { ReactNode } from 'react'

/** Frame of a line drawing in the theme's colours. */
export function Art({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 160 120"
      className="w-40 text-ink-3"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <ellipse cx="80" cy="104" rx="56" ry="7" stroke="none" className="fill-track" />
      {children}
    </svg>
  )
}

/** Drawing of an unplugged cloud. */
export const ErrorArt = () => (
  <Art>
    <circle cx="80" cy="56" r="38" stroke="none" className="fill-danger-soft" />
    <path className="fill-card" d="M54 70a17 17 0 0 1-1-34 25 25 0 0 1 47-5 20 20 0 0 1 8 39z" />
    <path d="M71 50h.1M89 50h.1" strokeWidth="5" />
    <path d="M73 61c4-4 10-4 14 0" />
    <path className="text-danger" d="M80 70v8M74 78h12v6a6 6 0 0 1-12 0zM77 96v-2M83 96v-2M70 98h20" />
  </Art>
)
