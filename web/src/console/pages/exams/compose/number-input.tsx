import { useState } from 'react'
import { cx } from '../../../../ui/cx'

interface NumberInputProps {
  label: string
  value: number | null
  min: number
  max: number
  /** 1 for whole numbers. */
  step: number
  onChange(value: number | null): void
  className?: string
}

/** Parses a typed number; undefined if it is none or out of range, null if empty. */
export function parseNumber(text: string, { min, max, step }: { min: number; max: number; step: number }) {
  if (text.trim() === '') return null
  const value = Number(text)
  const isWhole = Math.abs(value / step - Math.round(value / step)) < 1e-6
  return Number.isFinite(value) && value >= min && value <= max && isWhole ? value : undefined
}

/** Number in a row. Only valid numbers are reported; an invalid one is shown as such and falls back when left. */
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
