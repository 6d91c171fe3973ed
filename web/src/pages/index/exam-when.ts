import { dayNumber, formatDateTime } from '@dxx/contract/rules/time-from'

interface ExamTimes {
  /** 0: not started yet. */
  status: number
  examination_start: number
  examination_end: number
}

/** When an exam starts or, if it is open, ends: 今天 20:00 结束, 3 天后开始. */
export const examWhen = ({ status, examination_start, examination_end }: ExamTimes, now: number): string =>
  status === 0 ? daysUntil(examination_start, '开始', now) : daysUntil(examination_end, '结束', now)

/** When homework is due: 明天 23:59 截止. Overdue homework in the plan is still accepted. */
export const dueWhen = (dueAt: number, now: number): string =>
  dueAt < now ? '已过截止，还能交' : daysUntil(dueAt, '截止', now)

function daysUntil(at: number, verb: string, now: number): string {
  const days = dayNumber(at) - dayNumber(now)
  if (days > 1) return `${days} 天后${verb}`
  return `${days === 1 ? '明天' : '今天'} ${formatDateTime(at).slice(11)} ${verb}`
}
