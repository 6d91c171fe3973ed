import { createHash } from 'node:crypto'
import type { Permission } from '@dxx/contract/calls/exams'
import { errors } from '@dxx/contract/errors'
import { graceSeconds } from '../questions/public'
import type { AnalysisRule, AttemptState } from './schema'

const minute = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** Such as 11月20日 09:00. */
export const sayTime = (seconds: number) => minute.format(seconds * 1000)

export interface Candidate {
  passed: boolean
  schoolId: number | null
  classId: number | null
}

export interface Window {
  school: string
  schoolId: number
  classIds: number[]
  startsAt: number
  endsAt: number
  attemptsAllowed: number
}

export interface Tried {
  state: AttemptState
  deadlineAt: number | null
}

/** Whether an attempt still takes answers. */
export const isRunning = ({ state, deadlineAt }: Tried, now: number) =>
  state === 'running' && now <= deadlineAt! + graceSeconds

/** Whether somebody may take an exam now, and if not, why and what to do. */
export function permissionFor(who: Candidate, exam: Window, tried: Tried[], now: number): Permission {
  const no = (reason: NonNullable<Permission['reason']>, msg: string): Permission => ({
    allowed: false,
    reason,
    msg,
    action: null,
  })
  if (!who.passed) return no('student', errors['student-required'].msg)
  if (who.schoolId !== exam.schoolId) return no('school', `这场考试由${exam.school}发布，只有该校认证的学生可以参加`)
  if (who.classId === null || !exam.classIds.includes(who.classId))
    return no('class', '这场考试没有发布给你的班级；班级有误请联系老师，或在学生认证里更新')
  if (tried.some((attempt) => isRunning(attempt, now)))
    return { allowed: true, reason: null, msg: '', action: 'resume' }
  if (now < exam.startsAt) return no('not-started', `考试还没有开始，${sayTime(exam.startsAt)} 起可以进入`)
  if (now >= exam.endsAt) return no('ended', '考试已经结束，可以在考试记录里查看成绩')
  const used = tried.filter(({ state }) => state !== 'prepared').length
  if (used >= exam.attemptsAllowed)
    return no('no-attempts', `你已用完 ${exam.attemptsAllowed} 次作答机会，可以在考试记录里查看成绩`)
  return { allowed: true, reason: null, msg: '', action: 'start' }
}

export const deadlineOf = (
  startedAt: number,
  { duration, endsAt, extension }: { duration: number; endsAt: number; extension: number },
) => Math.min(startedAt + duration, endsAt) + extension

/** Nobody can take it any more. */
export const hasEnded = ({ closesAt }: { closesAt: number }, now: number) => now > closesAt + graceSeconds

/** Whether the answers to a handed in attempt may be read now. */
export function analysisFor(exam: { analysis: AnalysisRule; closesAt: number }, handedIn: boolean, now: number) {
  if (exam.analysis === 'never') return { allowed: false, msg: '这场考试不公布答案和解析', availableAt: null }
  if (!handedIn) return { allowed: false, msg: '交卷后才能查看答案和解析', availableAt: null }
  if (exam.analysis === 'submitted' || hasEnded(exam, now)) return { allowed: true, msg: '', availableAt: null }
  const availableAt = exam.closesAt + graceSeconds + 1
  return { allowed: false, msg: `考试结束后（${sayTime(availableAt)}）可以查看答案和解析`, availableAt }
}

/** Proves what was handed in: over every answer, written the same way however the database keeps it. */
export function receiptHash(attempt: string, submittedAt: number, answers: { question: string; answer: unknown }[]) {
  const said = answers.map(({ question, answer }) => [question, canonical(answer)])
  return createHash('sha256')
    .update(JSON.stringify([attempt, submittedAt, said]))
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
