import type { ExamStatistics } from '@dxx/contract/calls/staff/exam-results'
import { useState } from 'react'
import { cx } from '../../../../ui/cx'
import { Skeleton } from '../../../../ui/skeleton'
import type { StaffData } from '../../../api/client'
import { useStaffCall } from '../../../api/hooks'
import { Failure } from '../../../kit/states'
import { percentText, pointsText } from '../figures'

type Statistics = StaffData<'GET /staff/v1/exam_statistics'>

/** Compares classes: averages, pass rates, spread of the scores, and the score of each question. */
export function ClassTable({ exam, maxScore, passScore, all, classes }: Statistics & { exam: string }) {
  const rows = classes.length === 1 ? classes : [...classes, { ...all, id: '', name: '全部' }]
  return (
    <section aria-label="班级比较" className="min-w-0 overflow-hidden rounded-card bg-card p-4 desk:p-5">
      <h2 className="mb-2 text-15 font-semibold">班级比较</h2>
      <table className="tabular-nums w-full text-right">
        <thead className="text-12 text-ink-3">
          <tr>
            <th scope="col" className="py-1.5 text-left font-normal">
              班级
            </th>
            <th scope="col" className="px-2 font-normal">
              出分
            </th>
            <th scope="col" className="px-2 font-normal">
              均分
            </th>
            <th scope="col" className="px-2 font-normal">
              及格率
            </th>
            <th scope="col" className="w-2/5 pl-3 text-left font-normal max-sm:hidden">
              分布<span className="text-11"> 竖线中位，圆点均分</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-t border-line">
              <th scope="row" className="py-2.5 text-left font-normal">
                {row.name}
              </th>
              <td className="px-2 text-ink-2">
                {row.scored}/{row.students}
              </td>
              <td className="px-2 font-semibold">{pointsText(row.average)}</td>
              <td className="px-2">{percentText(row.scored === 0 ? null : row.passed / row.scored)}</td>
              <td className="pl-3 max-sm:hidden">
                <BoxPlot {...row} maxScore={maxScore} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-12 text-ink-3">
        满分 {pointsText(maxScore)}，及格 {pointsText(passScore)}；方框是中间一半学生，两端是最低和最高分
      </p>
      {classes.length > 1 && <QuestionShares exam={exam} />}
    </section>
  )
}

/** Average share of the points by question and class. Loaded when opened, because it counts every answer. */
function QuestionShares({ exam }: { exam: string }) {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useStaffCall('GET /staff/v1/exam_class_questions', { exam }, { enabled: open })
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 py-1 text-primary desk:min-h-0">各题得分率</summary>
      {error && !data && <Failure error={error} noun="各题得分率" onRetry={() => void refetch()} />}
      {open && !data && !error && <Skeleton className="mt-1 h-32" />}
      {data && (
        <div className="mt-1 max-h-72 overflow-y-auto">
          <table className="tabular-nums w-full text-right">
            <thead className="text-12 text-ink-3">
              <tr>
                <th scope="col" className="py-1 text-left font-normal">
                  题号
                </th>
                {data.classes.map(({ id, name }) => (
                  <th key={id} scope="col" className="px-2 font-normal">
                    {name}
                  </th>
                ))}
                <th scope="col" className="pl-2 font-normal">
                  相差
                </th>
              </tr>
            </thead>
            <tbody>
              {data.questions.map((question) => (
                <QuestionRow key={question.question} {...question} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}

/** Difference between classes, as a share of the points, from which it is highlighted. */
const largeGap = 0.2

function QuestionRow({ number, classes }: StaffData<'GET /staff/v1/exam_class_questions'>['questions'][number]) {
  const known = classes.filter((share) => share !== null)
  const gap = known.length < 2 ? null : Math.max(...known) - Math.min(...known)
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 text-left font-normal">
        {number}
      </th>
      {classes.map((share, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one cell per class, in a fixed order
        <td key={at} className="px-2">
          {percentText(share)}
        </td>
      ))}
      <td className={cx('pl-2', gap !== null && gap >= largeGap ? 'font-semibold text-amber' : 'text-ink-3')}>
        {gap === null ? '–' : percentText(gap)}
      </td>
    </tr>
  )
}

/** Box plot: lowest and highest score, middle half, median and average on one line. */
function BoxPlot(statistics: ExamStatistics & { maxScore: number }) {
  const { worst, best, lowerQuartile, upperQuartile, median, average, maxScore } = statistics
  if (worst === null || best === null || median === null || average === null)
    return <span className="text-ink-3">–</span>
  const place = (points: number | null) => ((points ?? 0) / maxScore) * 100
  const span = (from: number | null, to: number | null) => ({
    left: `${place(from)}%`,
    width: `${place(to) - place(from)}%`,
  })
  const text = `最低 ${pointsText(worst)}，中间一半 ${pointsText(lowerQuartile)} 到 ${pointsText(upperQuartile)}，中位 ${pointsText(median)}，最高 ${pointsText(best)}`
  return (
    <span role="img" aria-label={text} title={text} className="relative block h-4">
      <span style={span(worst, best)} className="absolute top-1/2 border-t border-ink-3" />
      <span style={{ left: `${place(worst)}%` }} className="absolute inset-y-1 border-l border-ink-3" />
      <span style={{ left: `${place(best)}%` }} className="absolute inset-y-1 border-l border-ink-3" />
      <span style={span(lowerQuartile, upperQuartile)} className="absolute inset-y-0 rounded-[3px] bg-edge" />
      <span style={{ left: `${place(median)}%` }} className="absolute inset-y-0 -ml-px w-0.5 bg-primary" />
      <span
        style={{ left: `${place(average)}%` }}
        className="absolute top-1/2 size-1.5 -translate-1/2 rounded-full bg-ink"
      />
    </span>
  )
}
