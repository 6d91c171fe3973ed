import { limits } from '@dxx/contract/rules/constants'
import type { ReactNode } from 'react'

export interface ProgressProps {
  /** Percent; what is outside 0 to 100 is cut. */
  value: number
  /** What progresses: 学习进度. */
  label: string
}

const cut = (value: number) => Math.min(limits.percentMax, Math.max(0, value))

export function Progress({ value, label }: ProgressProps) {
  const percent = cut(value)
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="block h-1.5 w-full overflow-hidden rounded-full bg-track"
    >
      <span className="block h-full rounded-full bg-primary transition-[width]" style={{ width: `${percent}%` }} />
    </span>
  )
}

/** The same as a ring; what stands in its middle is given. */
export function Ring({ value, label, size = 72, children }: ProgressProps & { size?: number; children?: ReactNode }) {
  const percent = cut(value)
  const length = 2 * Math.PI * 42
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      // Grows with enlarged text, which must fit inside.
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
