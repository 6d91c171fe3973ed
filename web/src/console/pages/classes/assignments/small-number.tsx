interface SmallNumberProps {
  label: string
  prefix?: string
  unit: string
  value: number
  least?: number
  most: number
  onChange(value: number): void
}

/** Short whole number with its unit, in a line of text. */
export function SmallNumber({ label, prefix, unit, value, least = 0, most, onChange }: SmallNumberProps) {
  return (
    <span className="flex items-center gap-1 text-12 text-ink-3">
      {prefix}
      <input
        aria-label={label}
        inputMode="numeric"
        value={value}
        maxLength={4}
        onChange={(event) => onChange(Math.min(most, Number(event.target.value.replace(/\D/g, '')) || 0))}
        onBlur={() => value < least && onChange(least)}
        className="h-11 w-14 rounded-cover bg-card px-2 text-right text-[1rem] text-ink tabular-nums desk:h-8 desk:text-13"
      />
      {unit}
    </span>
  )
}
