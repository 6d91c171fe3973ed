import { readDecimal } from '../base/decimal'

/** Parses a tolerance; returns null if it is not a non-negative number or percentage. */
export function readTolerance(text: string): { tolerance: string; relative: boolean } | null {
  const [, tolerance = '', percent] = /^([\d.]+(?:e[+-]?\d{1,3})?)(%?)$/i.exec(text.trim()) ?? []
  return readDecimal(tolerance) ? { tolerance, relative: percent === '%' } : null
}
