interface DateRangeProps {
  from: string
  to: string
  onChange(changed: { from?: string; to?: string }): void
}

const field =
  'h-11 min-w-0 rounded-cover bg-fill px-2.5 text-[1rem] text-ink desk:h-7.5 desk:text-13 focus-visible:outline-offset-0'

/** First and last day, both included. */
export function DateRange({ from, to, onChange }: DateRangeProps) {
  return (
    <div className="flex shrink-0 items-center gap-1.5 text-ink-3">
      <input
        type="date"
        aria-label="从哪一天"
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
        className={field}
      />
      至
      <input
        type="date"
        aria-label="到哪一天"
        value={to}
        min={from || undefined}
        onChange={(event) => onChange({ to: event.target.value })}
        className={field}
      />
    </div>
  )
}
