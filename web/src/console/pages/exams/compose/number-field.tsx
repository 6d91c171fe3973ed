import { useState } from 'react'
import { TextField } from '../../../kit/fields'
import { parseNumber } from './number-input'

interface NumberFieldProps {
  label: string
  value: number | null
  min: number
  max: number
  /** Smallest step between two values; 1, the default, allows whole numbers only. */
  step?: number
  placeholder?: string
  onChange(value: number | null): void
  /** Reports whether the typed text is a valid number, for a form that must not use the last valid one. */
  onValid?(isValid: boolean): void
}

/** Number field with a label. Reports valid numbers only; an invalid text stays, with a message, until corrected. */
export function NumberField({ label, value, min, max, step = 1, placeholder, onChange, onValid }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && parseNumber(typed, { min, max, step }) === undefined
  return (
    <TextField
      label={label}
      inputMode="decimal"
      placeholder={placeholder}
      value={typed ?? (value === null ? '' : String(value))}
      error={isWrong ? `请填 ${min}–${max} 的${step === 1 ? '整数' : '数'}` : undefined}
      onChange={(text) => {
        setTyped(text)
        const parsed = parseNumber(text, { min, max, step })
        if (parsed !== undefined) onChange(parsed)
        onValid?.(parsed !== undefined && parsed !== null)
      }}
      onBlur={() => {
        // An empty field shows its last value again.
        if (isWrong) return
        if (typed?.trim() === '' && value !== null) onValid?.(true)
        setTyped(null)
      }}
    />
  )
}
