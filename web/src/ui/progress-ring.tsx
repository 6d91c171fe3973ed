import type { ReactNode } from 'react'
import { clampPercent, type ProgressProps } from './progress'

/** Progress ring with content in its middle. */
export function Ring({ value, label, size = 72, children }: ProgressProps & { size?: number; children?: ReactNode }) {
  const percent = clampPercent(value)
  const length = 2 * Math.PI * 42
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      // In rem, so that the ring grows with enlarged text, which must fit inside.
      style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}
      className="relative inline-grid shrink-0 place-items-center"
    >
      <svg aria-hidden="true" viewBox="0 0 100 100" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="9">
        <circle cx="50" cy="50" r="42" className="stroke-track" />
        {percent > 0 && (
          <circle
            cx="50"
            cy="50"
            r="42"
            className="stroke-primary transition-[stroke-dashoffset]"
            strokeLinecap="round"
            strokeDasharray={length}
            strokeDashoffset={length * (1 - percent / 100)}
          />
        )}
      </svg>
      <span className="tabular-nums relative text-center text-14 leading-tight font-bold">
        {children ?? `${Math.round(percent)}%`}
      </span>
    </span>
  )
}
