const grouped = (value: number, digits = 0) =>
  value.toLocaleString('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** 1,234; small averages with one decimal. */
export const countText = (value: number): string =>
  value < 10 && !Number.isInteger(value) ? grouped(value, 1) : grouped(Math.round(value))

/** ¥1,234.50 */
export const amountText = (value: number): string => `¥${grouped(value, 2)}`

/** 45 分钟, 3 小时 20 分, 1,234 小时 */
export function minutesText(minutes: number): string {
  if (minutes < 60) return `${Math.round(minutes)} 分钟`
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  if (hours >= 100 || rest === 0) return `${grouped(hours)} 小时`
  return `${hours} 小时 ${rest} 分`
}

/** 11-17 from 2026-11-17. */
export const shortDay = (day: string): string => day.slice(5)
