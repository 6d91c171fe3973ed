import type { StaffExamBrief } from '@dxx/contract/calls/staff/exam-control'

export interface Progress {
  submitted: number
  running: number
  /** Number of students who have not started, or who were absent once the exam is over. */
  missing: number
  isOver: boolean
}

/** Numbers of students by progress. `missing` is never negative: students who left the class may have submitted. */
export function countExamProgress({ state, students, submitted, running }: StaffExamBrief): Progress {
  const isOver = state === 'marking' || state === 'finished'
  return { submitted, running, missing: Math.max(0, students - submitted - running), isOver }
}

/** Text of the progress: 已交 31 · 作答 52 · 未进入 3. */
export function progressText({ submitted, running, missing, isOver }: Progress): string {
  const parts = [
    `已交 ${submitted}`,
    running > 0 && `作答 ${running}`,
    missing > 0 && `${isOver ? '缺考' : '未进入'} ${missing}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Bar of submitted, answering and absent students, with the numbers above it. */
export function ExamProgressBar({ exam }: { exam: StaffExamBrief }) {
  if (exam.state === 'withdrawn') return <span className="text-ink-3 max-desk:hidden">–</span>
  const progress = countExamProgress(exam)
  const sum = Math.max(1, progress.submitted + progress.running + progress.missing)
  const width = (count: number) => ({ width: `${(count / sum) * 100}%` })
  return (
    <span className="block pr-3 max-desk:w-36 max-desk:pr-0">
      <span className="tabular-nums block truncate text-12 text-ink-2">
        {exam.state === 'scheduled' ? `应考 ${exam.students}` : progressText(progress)}
      </span>
      <span aria-hidden="true" className="mt-1 flex h-1.25 overflow-hidden rounded-full bg-track">
        <span style={width(progress.submitted)} className="bg-success" />
        <span style={width(progress.running)} className="bg-primary" />
        {progress.isOver && <span style={width(progress.missing)} className="bg-price" />}
      </span>
    </span>
  )
}

/** Grading of an exam: the share of submitted attempts with a final score, and appeals that wait for a reply. */
export function GradingBar({ exam: { state, unscored, submitted, openAppeals } }: { exam: StaffExamBrief }) {
  const appeals = openAppeals > 0 && (
    <b className="tabular-nums block truncate text-12 text-amber">{openAppeals} 份复核申请</b>
  )
  if (state === 'finished') return appeals || <span className="text-12 text-success">全部批完</span>
  if (state !== 'marking') return appeals || <span className="text-ink-3">–</span>
  const done = Math.max(0, submitted - unscored)
  return (
    <span className="block pr-3">
      <b className="tabular-nums block truncate text-12 text-amber">剩 {unscored} 份</b>
      {appeals || (
        <span aria-hidden="true" className="mt-1 block h-1.25 overflow-hidden rounded-full bg-track">
          <span
            style={{ width: `${submitted === 0 ? 0 : (done / submitted) * 100}%` }}
            className="block h-full bg-amber"
          />
        </span>
      )}
    </span>
  )
}
