import type { LiveStudent, StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { ExamState } from '@dxx/contract/calls/staff/exam-shapes'

/** State of a cell. Students who are `offline` or `left` the window are still answering; there is no penalty. */
export type LiveKind = 'waiting' | 'answering' | 'left' | 'offline' | 'submitted' | 'absent'

export const liveKindNames: Record<LiveKind, string> = {
  waiting: '未进入',
  answering: '作答中',
  left: '离开过',
  offline: '离线',
  submitted: '已交卷',
  absent: '缺考',
}

type Shown = Pick<LiveStudent, 'state' | 'offline' | 'leaves'>

export function liveKindOf({ state, offline, leaves }: Shown): LiveKind {
  if (state === 'waiting' || state === 'absent') return state
  if (state !== 'answering') return 'submitted'
  return offline ? 'offline' : leaves > 0 ? 'left' : 'answering'
}

/** Whether an answering student has lost the connection or left the window. */
export const needsAttention = (student: Shown): boolean => ['offline', 'left'].includes(liveKindOf(student))

export interface LiveCounts {
  all: number
  waiting: number
  answering: number
  left: number
  offline: number
  submitted: number
  absent: number
  /** Average number of answered questions per started attempt; null without attempts. */
  average: number | null
}

export function countLiveStudents(students: readonly LiveStudent[]): LiveCounts {
  const count = (...kinds: LiveKind[]) => students.filter((one) => kinds.includes(liveKindOf(one))).length
  const started = students.filter(({ startedAt }) => startedAt !== null)
  const sum = started.reduce((total, { answered }) => total + answered, 0)
  return {
    all: students.length,
    waiting: count('waiting'),
    answering: count('answering', 'left', 'offline'),
    left: count('left'),
    offline: count('offline'),
    submitted: count('submitted'),
    absent: count('absent'),
    average: started.length === 0 ? null : Math.round((sum / started.length) * 10) / 10,
  }
}

export interface LiveFilter {
  /** A kind of student, `look` for those that `needsAttention` selects, or empty for all. */
  kind: string
  class: string
  keyword: string
}

export function matchesLiveFilter(student: LiveStudent, filter: LiveFilter): boolean {
  const { kind, keyword } = filter
  if (filter.class && student.class !== filter.class) return false
  if (keyword && !student.name.includes(keyword) && !student.number.includes(keyword)) return false
  if (!kind) return true
  if (kind === 'look') return needsAttention(student)
  return kind === 'answering' ? student.state === 'answering' : liveKindOf(student) === kind
}

/** Median of the seconds left in running attempts; null without running attempts. */
export function medianLeft(students: readonly LiveStudent[], now: number): number | null {
  const left = students
    .filter(({ state, deadline }) => state === 'answering' && deadline !== null)
    .map(({ deadline }) => Math.max(0, deadline! - now))
    .sort((a, b) => a - b)
  return left.length === 0 ? null : left[Math.floor((left.length - 1) / 2)]!
}

/** The last deadline of the running attempts; null without running attempts. */
export function lastDeadline(students: readonly LiveStudent[]): number | null {
  const deadlines = students.flatMap(({ state, deadline }) => (state === 'answering' && deadline ? [deadline] : []))
  return deadlines.length === 0 ? null : Math.max(...deadlines)
}

interface RoomTimes {
  state: ExamState
  endsAt: number
  paused: object | null
  students: readonly LiveStudent[]
}

/**
 * Whether the time of all students is over and the server still waits for their last saves before it closes the exam.
 */
export function isCollecting({ state, endsAt, paused, students }: RoomTimes, now: number): boolean {
  const hasTime = (student: LiveStudent) => student.state === 'answering' && (student.deadline ?? 0) > now
  return state === 'running' && paused === null && now >= endsAt && !students.some(hasTime)
}

type Announced = Pick<StaffExam['messages'][number], 'at' | 'students'>

/** Students who have begun and can see a message, by whether they confirmed it. */
export function readersOf({ at, students: addressed }: Announced, students: readonly LiveStudent[]) {
  const begun = students.filter(
    ({ student, startedAt }) => startedAt !== null && (addressed === null || addressed.includes(student)),
  )
  const hasRead = ({ messagesReadAt }: LiveStudent) => messagesReadAt !== null && messagesReadAt >= at
  return { read: begun.filter(hasRead), unread: begun.filter((student) => !hasRead(student)) }
}

/** Seconds as a clock: 00:41:26. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`
}

/** Seconds as text: 12 秒, 3 分 or 1 小时 5 分. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} 秒`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} 分` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`
}

export type LiveEventKind = 'entered' | 'left' | 'offline' | 'back' | 'submitted' | 'closed' | 'extended'

export interface LiveEvent {
  id: string
  kind: LiveEventKind
  at: number
  student: string
  name: string
  text: string
}

/** Events of students between two responses of exam_live. */
export function changesBetween(
  before: readonly LiveStudent[],
  after: readonly LiveStudent[],
  now: number,
  questions: number,
): LiveEvent[] {
  const known = new Map(before.map((one) => [one.student, one]))
  return after.flatMap((student): LiveEvent[] => {
    const old = known.get(student.student)
    if (!old || old === student) return []
    const events: [LiveEventKind, string][] = []
    const hasStarted = old.startedAt === null && student.startedAt !== null
    if (hasStarted || student.tries > old.tries)
      events.push(['entered', student.tries > 1 ? `开始第 ${student.tries} 次作答` : '进入考试'])
    if (student.extensionMinutes > old.extensionMinutes)
      events.push(['extended', `延长了 ${student.extensionMinutes - old.extensionMinutes} 分钟`])
    if (student.leaves > old.leaves) events.push(['left', `第 ${student.leaves} 次离开页面`])
    if (student.offline && !old.offline) events.push(['offline', `断线，已答 ${student.answered} 题`])
    if (!student.offline && old.offline && student.state === 'answering') events.push(['back', '重新连上'])
    if (old.state === 'answering' && student.state === 'submitted')
      events.push(['submitted', `交卷，答了 ${student.answered} / ${questions} 题`])
    if (old.state === 'answering' && student.state === 'closed') events.push(['closed', '时间到，已收卷'])
    return events.map(([kind, text]) => ({
      id: `${student.student}.${kind}.${now}`,
      kind,
      at: now,
      student: student.student,
      name: student.name,
      text,
    }))
  })
}

/**
 * Students to show. While the pointer or the focus is in the grid, `fixedIds` has the ids shown so far. They stay,
 * whatever the filter selects now, and `moved` is the number of students that the filter would add or remove.
 */
export function shownStudents(
  students: readonly LiveStudent[],
  filter: LiveFilter,
  fixedIds: readonly string[] | null,
): { shown: LiveStudent[]; moved: number } {
  const wanted = students.filter((one) => matchesLiveFilter(one, filter))
  if (!fixedIds) return { shown: wanted, moved: 0 }
  const byId = new Map(students.map((one) => [one.student, one]))
  const shown = fixedIds.flatMap((id) => byId.get(id) ?? [])
  const [now, then] = [new Set(wanted.map(({ student }) => student)), new Set(fixedIds)]
  const moved = wanted.filter(({ student }) => !then.has(student)).length + fixedIds.filter((id) => !now.has(id)).length
  return { shown, moved }
}
