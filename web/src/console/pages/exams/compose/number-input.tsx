import { useState } from 'react'
import { cx } from '../../../../ui/cx'

interface NumberInputProps {
  label: string
  value: number | null
  min: number
  max: number
  /** Smallest step between two values; 1 allows whole numbers only. */
  step: number
  onChange(value: number | null): void
  className?: string
}

/** Parses a typed number. Returns null for an empty text, undefined for an invalid or out-of-range number. */
export function parseNumber(text: string, { min, max, step }: { min: number; max: number; step: number }) {
  if (text.trim() === '') return null
  const value = Number(text)
  const isWhole = Math.abs(value / step - Math.round(value / step)) < 1e-6
  return Number.isFinite(value) && value >= min && value <= max && isWhole ? value : undefined
}

/** Number field in a row. Reports valid numbers only; on blur an invalid text is replaced by the last value. */
export function NumberInput({ label, value, min, max, step, onChange, className }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && parseNumber(typed, { min, max, step }) === undefined
  return (
    <input
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (value === null ? '' : String(value))}
      aria-invalid={isWrong || undefined}
      title={isWrong ? `请填 ${min} 到 ${max} 的数` : undefined}
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ target }) => {
        setTyped(target.value)
        const parsed = parseNumber(target.value, { min, max, step })
        if (parsed !== undefined) onChange(parsed)
      }}
      onBlur={() => setTyped(null)}
      className={cx('tabular-nums h-7.5 rounded-item px-1.5', isWrong && 'inset-ring inset-ring-danger', className)}
    />
  )
}
