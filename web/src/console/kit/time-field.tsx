import { formatDateTime } from '@dxx/contract/rules/time-from'
import { TextField } from './fields'

/** Unix seconds of `yyyy-mm-ddThh:mm` in Asia/Shanghai; null for anything else. */
export function secondsOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null
  const milliseconds = Date.parse(`${text}:00+08:00`)
  return Number.isNaN(milliseconds) || milliseconds < 0 ? null : milliseconds / 1000
}

interface TimeFieldProps {
  label: string
  value: number | null
  onChange(value: number | null): void
  error?: string
  hint?: string
}

/** Day and time in Asia/Shanghai. */
export function TimeField({ label, value, onChange, error, hint }: TimeFieldProps) {
  return (
    <TextField
      type="datetime-local"
      label={label}
      value={value === null ? '' : formatDateTime(value).replace(' ', 'T')}
      onChange={(text) => onChange(secondsOf(text))}
      error={error}
      hint={hint}
      max="2100-01-01T00:00"
    />
  )
}
