import type { AttemptBrief, ExamCard } from '@dxx/contract/calls/exams'
import { examStatus } from '@dxx/contract/rules/exam-status'
import type { AttemptRow, ExamRow } from './queries'
import { movedTime } from './rules'

type Row = Pick<
  AttemptRow,
  'id' | 'number' | 'state' | 'startedAt' | 'deadlineAt' | 'submittedAt' | 'scoreState' | 'score' | 'pausedAt'
>

/** Returns a started attempt as shown to its student: without a score until it is final. */
export function attemptSummary(row: Row, passScore: number, now: number): AttemptBrief {
  const final = row.scoreState === 'scored'
  return {
    id: row.id,
    number: row.number,
    state: row.state as AttemptBrief['state'],
    startedAt: row.startedAt!,
    deadline: movedTime(row.deadlineAt!, row.pausedAt, now),
    submittedAt: row.submittedAt,
    scoreState: row.scoreState,
    score: final ? row.score! / 100 : null,
    passed: final ? row.score! >= passScore : null,
  }
}

export const startedAttempts = (attempts: AttemptRow[]) => attempts.filter(({ state }) => state !== 'prepared')

/** Returns an exam as a list item, with the student's attempts. */
export function card(exam: ExamRow, attempts: AttemptRow[], now: number): ExamCard {
  const examAttempts = startedAttempts(attempts).filter(({ examId }) => examId === exam.id)
  const newest = examAttempts.at(-1)
  const endsAt = movedTime(exam.endsAt, exam.pausedAt, now)
  return {
    id: exam.uid,
    title: exam.title,
    school: exam.school,
    examination_start: exam.startsAt,
    examination_end: endsAt,
    now_date: now,
    status: examStatus(exam.startsAt, endsAt, now),
    durationSeconds: exam.duration,
    count: exam.questionCount,
    score: exam.score / 100,
    passScore: exam.passScore / 100,
    attemptsAllowed: exam.attemptsAllowed,
    attemptsUsed: examAttempts.length,
    attempt: newest ? attemptSummary(newest, exam.passScore, now) : null,
  }
}
