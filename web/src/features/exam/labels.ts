import type { AttemptBrief, ExamCard } from '@dxx/contract/calls/exams'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import type { TagTone } from '../../ui/tag'
import { pointsOf } from '../questions/labels'

/** Example: 11-15 20:00 */
export const timeOf = (at: number) => formatDateTime(at).slice(5)
/** Example: 2026-11-15 20:00:08 */
export const formatReceiptTime = (at: number) => `${formatDateTime(at)}:${String(at % 60).padStart(2, '0')}`

/** Examples: 40 分钟, 2 小时, 1 小时 30 分钟. Never 分 alone, which also means points. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours && `${hours} 小时`, (rest || !hours) && `${rest} 分钟`].filter(Boolean).join(' ')
}

export const statusTags: Record<ExamCard['status'], { text: string; tone: TagTone }> = {
  0: { text: '未开始', tone: 'grey' },
  1: { text: '进行中', tone: 'amber' },
  2: { text: '已结束', tone: 'grey' },
}

/** Label of an attempt's state. */
export function attemptLabel(attempt: AttemptBrief): { text: string; tone: TagTone } {
  if (attempt.state === 'running') return { text: '作答中', tone: 'amber' }
  switch (attempt.scoreState) {
    case 'marking':
      return { text: '待批阅', tone: 'blue' }
    case 'scored':
      return { text: `${pointsOf(attempt.score ?? 0)} 分`, tone: attempt.passed ? 'green' : 'red' }
    default:
      return { text: '评分中', tone: 'blue' }
  }
}
