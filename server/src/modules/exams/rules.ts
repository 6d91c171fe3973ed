import { createHash } from 'node:crypto'
import type { Permission } from '@dxx/contract/calls/exams'
import { refusals } from '@dxx/contract/errors'
import { formatChineseTime } from '@dxx/contract/rules/time-from'
import type { AnalysisRule, AttemptState } from '../../db/schema/exams'
import { graceSeconds } from '../questions/public'

export interface Candidate {
  passed: boolean
  schoolId: number | null
  /** Home class and teaching classes. */
  classIds: number[]
}

export interface ExamConditions {
  school: string
  schoolId: number
  classIds: number[]
  startsAt: number
  endsAt: number
  attemptsAllowed: number
  pausedAt: number | null
  pauseReason: string | null
}

export interface Tried {
  state: AttemptState
  deadlineAt: number | null
  pausedAt: number | null
}

/** Whether an attempt still accepts answers; its time does not run while it is paused. */
export const isRunning = ({ state, deadlineAt, pausedAt }: Tried, now: number) =>
  state === 'running' && (pausedAt ?? now) <= deadlineAt! + graceSeconds

/** A time of an exam or attempt as it would be if the pause ended now. */
export const movedTime = (time: number, pausedAt: number | null, now: number) =>
  pausedAt === null ? time : time + Math.max(0, now - pausedAt)

/** Whether a user may take an exam now, and if not, the reason and the next step. */
export function permissionFor(who: Candidate, exam: ExamConditions, tried: Tried[], now: number): Permission {
  const no = (reason: NonNullable<Permission['reason']>, msg: string): Permission => ({
    allowed: false,
    reason,
    msg,
    action: null,
  })
  if (!who.passed) return no('student', refusals['student-required'].msg)
  if (who.schoolId !== exam.schoolId) return no('school', `这场考试由${exam.school}发布，只有该校认证的学生可以参加`)
  if (!who.classIds.some((id) => exam.classIds.includes(id)))
    return no('class', '这场考试没有发布给你的班级；班级有误请联系老师，或在学生认证里更新')
  if (tried.some((attempt) => isRunning(attempt, now)))
    return { allowed: true, reason: null, msg: '', action: 'resume' }
  if (exam.pausedAt !== null) return no('paused', `考试已暂停，请稍候再进入。原因：${exam.pauseReason}`)
  if (now < exam.startsAt) return no('not-started', `考试还没有开始，${formatChineseTime(exam.startsAt)} 起可以进入`)
  if (now >= exam.endsAt) return no('ended', '考试已经结束，可以在考试记录里查看成绩')
  const used = tried.filter(({ state }) => state !== 'prepared').length
  if (used >= exam.attemptsAllowed)
    return no('no-attempts', `你已用完 ${exam.attemptsAllowed} 次作答机会，可以在考试记录里查看成绩`)
  return { allowed: true, reason: null, msg: '', action: 'start' }
}

/** Whether the exam has ended for all students: no attempt can still be running. */
export const hasEnded = ({ closesAt, pausedAt }: Closing, now: number) => (pausedAt ?? now) > closesAt + graceSeconds

interface Closing {
  closesAt: number
  pausedAt: number | null
}

/** Whether the analysis of a submitted attempt may be read now. */
export function analysisFor(exam: Closing & { analysis: AnalysisRule }, handedIn: boolean, now: number) {
  if (exam.analysis === 'never') return { allowed: false, msg: '这场考试不公布答案和解析', availableAt: null }
  if (!handedIn) return { allowed: false, msg: '交卷后才能查看答案和解析', availableAt: null }
  if (exam.analysis === 'submitted' || hasEnded(exam, now)) return { allowed: true, msg: '', availableAt: null }
  const end = movedTime(exam.closesAt, exam.pausedAt, now)
  // Shows the same minute as the list of exams, without the grace period.
  const msg = `考试结束后（${formatChineseTime(end)}）可以查看答案和解析`
  return { allowed: false, msg, availableAt: end + graceSeconds + 1 }
}

/** Hash of all submitted answers in canonical form, independent of their storage. */
export function receiptHash(attempt: string, submittedAt: number, answers: { question: string; answer: unknown }[]) {
  const canonicalAnswers = answers.map(({ question, answer }) => [question, canonical(answer)])
  return createHash('sha256')
    .update(JSON.stringify([attempt, submittedAt, canonicalAnswers]))
    .digest('hex')
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  )
}
