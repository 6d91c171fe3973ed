const grouped = (value: number, digits = 0) =>
  value.toLocaleString('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Count with separators: 1,234. Averages below 10 have one decimal. */
export const countText = (value: number): string =>
  value < 10 && !Number.isInteger(value) ? grouped(value, 1) : grouped(Math.round(value))

/** Amount in yuan: ¥1,234.50. */
export const amountText = (value: number): string => `¥${grouped(value, 2)}`

/** Minutes as text: 45 分钟, 3 小时 20 分 or 1,234 小时. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return `${Math.round(minutes)} 分钟`
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  if (hours >= 100 || rest === 0) return `${grouped(hours)} 小时`
  return `${hours} 小时 ${rest} 分`
}

/** Month and day of a date: 11-17 for 2026-11-17. */
export const shortDay = (day: string): string => day.slice(5)
