import type { AttemptBrief, ExamCard } from '@dxx/contract/calls/exams'
import { examStatus } from '@dxx/contract/rules/exam-status'
import type { AttemptRow, ExamRow } from './queries'

type Row = Pick<
  AttemptRow,
  'id' | 'number' | 'state' | 'startedAt' | 'deadlineAt' | 'submittedAt' | 'scoreState' | 'score'
>

/** An attempt that was begun, as its owner sees it: no score before it is final. */
export function brief(row: Row, passScore: number): AttemptBrief {
  const final = row.scoreState === 'scored'
  return {
    id: row.id,
    number: row.number,
    state: row.state as AttemptBrief['state'],
    startedAt: row.startedAt!,
    deadline: row.deadlineAt!,
    submittedAt: row.submittedAt,
    scoreState: row.scoreState,
    score: final ? row.score! / 100 : null,
    passed: final ? row.score! >= passScore : null,
  }
}

export const begun = (attempts: AttemptRow[]) => attempts.filter(({ state }) => state !== 'prepared')

/** An exam as lists show it, with what its student has done about it. */
export function card(exam: ExamRow, attempts: AttemptRow[], now: number): ExamCard {
  const own = begun(attempts).filter(({ examId }) => examId === exam.id)
  const newest = own.at(-1)
  return {
    id: exam.uid,
    title: exam.title,
    school: exam.school,
    examination_start: exam.startsAt,
    examination_end: exam.endsAt,
    now_date: now,
    status: examStatus(exam.startsAt, exam.endsAt, now),
    durationSeconds: exam.duration,
    count: exam.questionCount,
    score: exam.score / 100,
    passScore: exam.passScore / 100,
    attemptsAllowed: exam.attemptsAllowed,
    attemptsUsed: own.length,
    attempt: newest ? brief(newest, exam.passScore) : null,
  }
}
