const units = ['B', 'KB', 'MB', 'GB'] as const

/** Formats 0 as 0 B, 1536 as 1.5 KB, 12582912 as 12 MB. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value >= 10 || unit === 0 ? Math.round(value) : Math.round(value * 10) / 10} ${units[unit]}`
}
