/** Bar that shows the share of scored answers. */
export function GradingProgressBar({ value, max, label }: { value: number; max: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className="h-1.5 w-full overflow-hidden rounded-full bg-track"
    >
      <div style={{ width: `${max === 0 ? 0 : (value / max) * 100}%` }} className="h-full rounded-full bg-primary" />
    </div>
  )
}
