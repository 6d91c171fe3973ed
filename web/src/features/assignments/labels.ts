import type { Assignment, AssignmentItem } from '@dxx/contract/calls/assignments'
import { formatChineseTime } from '@dxx/contract/rules/time-from'

export const itemKinds: Record<AssignmentItem['kind'], string> = {
  chapter: '阅读',
  lesson: '视频',
  test: '测验',
  practice: '练习',
  code: '编程',
  exam: '考试',
  handin: '提交',
}

export const assignmentStates: Record<Assignment['state'], { name: string; look: string }> = {
  open: { name: '进行中', look: 'bg-primary-soft text-primary' },
  late: { name: '已过截止', look: 'bg-amber-soft text-amber' },
  done: { name: '已完成', look: 'bg-success-soft text-success' },
  closed: { name: '已结束', look: 'bg-fill text-ink-2' },
}

/** Formats the items left and the due time: 还剩 2 项，4 月 28 日 23:59 截止. */
export function leftText({ state, left, dueAt }: Pick<Assignment, 'state' | 'left' | 'dueAt'>): string {
  const due = formatChineseTime(dueAt)
  if (state === 'done') return `全部完成 · ${due} 截止`
  if (state === 'closed') return `还有 ${left} 项没做，${due} 已结束`
  return state === 'late' ? `还剩 ${left} 项，${due} 已截止，可以补做` : `还剩 ${left} 项，${due} 截止`
}

export function lateText({ late, latePercent }: Pick<Assignment, 'late' | 'latePercent'>): string {
  if (late === 'close') return '截止以后做的不算'
  return late === 'deduct' ? `截止以后做的扣 ${latePercent}%` : '截止以后做的照常算，会标明迟交'
}
