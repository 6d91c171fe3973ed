import { appLimits } from '@dxx/contract/rules/constants'

export interface ProgressProps {
  /** Percent, clamped to 0–100. */
  value: number
  /** Accessible name of the progress, for example 学习进度. */
  label: string
}

export const clampPercent = (value: number) => Math.min(appLimits.percentMax, Math.max(0, value))

export function Progress({ value, label }: ProgressProps) {
  const percent = clampPercent(value)
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
