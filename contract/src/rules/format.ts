import { appLimits } from './constants'

const units = [
  { from: 100_000_000, name: '亿' },
  { from: 10_000, name: '万' },
  { from: 1000, name: '千' },
]

/** Formats 999, 1200 as 1.2千, 12345 as 1.2万: one decimal, truncated so that 9999 is not 10.0千. */
export function formatNumber(value: number): string {
  if (value < 0) return `-${formatNumber(-value)}`
  const unit = units.find(({ from }) => value >= from)
  if (!unit) return String(value)
  return `${(Math.floor((value * 10) / unit.from) / 10).toFixed(1)}${unit.name}`
}

/** Formats seconds in Chinese units: 3725 is 1小时2分5秒. */
export function formatTime(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const [days, hours, minutes, rest] = [
    Math.floor(total / 86_400),
    Math.floor(total / 3600) % 24,
    Math.floor(total / 60) % 60,
    total % 60,
  ]
  const parts = [days && `${days}天`, hours && `${hours}小时`, minutes && `${minutes}分`, rest && `${rest}秒`]
  return parts.filter(Boolean).join('') || '0秒'
}

/** Formats seconds as a clock: 461 is 07:41, 3725 is 01:02:05. */
export function formatClock(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds))
  const parts = [Math.floor(total / 60) % 60, total % 60]
  if (total >= 3600) parts.unshift(Math.floor(total / 3600))
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Share of a whole as an integer percentage, clamped to 0–100. */
export function percentage(part: number, whole: number): number {
  if (!(whole > 0) || !(part > 0)) return 0
  return Math.min(appLimits.percentMax, Math.round((part / whole) * 100))
}

/** Badge text of a count: 1000 is 999+. */
export function badge(count: number): string {
  return count > appLimits.badgeMax ? `${appLimits.badgeMax}+` : String(count)
}

/** Text that a person wrote, to be followed by our own punctuation: without its stop at the end. */
export const withoutStop = (text: string): string => text.replace(/[。．.，,；;、\s]+$/u, '')
