import { UsageError } from './command'

/** Parses a date (yyyy-mm-dd) as the last second of that day in Shanghai. */
export function endOfDay(text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T23:59:59+08:00`) : Number.NaN
  if (Number.isNaN(ms)) throw new UsageError()
  return ms / 1000
}
