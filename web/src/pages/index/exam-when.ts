import { dayNumber, formatDateTime } from '@dxx/contract/rules/time-from'

interface ExamTimes {
  /** 0: not started yet. */
  status: number
  examination_start: number
  examination_end: number
}

/** When an exam starts or, if it is open, ends: 今天 20:00 结束, 3 天后开始. */
export function examWhen({ status, examination_start, examination_end }: ExamTimes, now: number): string {
  const [at, verb] = status === 0 ? [examination_start, '开始'] : [examination_end, '结束']
  const days = dayNumber(at) - dayNumber(now)
  if (days > 1) return `${days} 天后${verb}`
  return `${days === 1 ? '明天' : '今天'} ${formatDateTime(at).slice(11)} ${verb}`
}
