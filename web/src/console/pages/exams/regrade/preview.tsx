import { cx } from '../../../../ui/cx'
import type { StaffData } from '../../../api/client'
import { changeText, pointsText } from '../figures'

type PreviewData = StaffData<'POST /staff/v1/exam_regrade_preview'>

/** Students whose scores a regrade would change, and by how much. */
export function RegradePreview({ preview }: { preview: PreviewData }) {
  const { attempts, open, students, changed, up, down, distribution, changes } = preview
  const { passing, failing, averageBefore, averageAfter } = preview
  if (attempts === 0)
    return (
      <p className="rounded-cover bg-fill px-3 py-2 text-ink-2">
        还没有评过分的答卷。改动现在就记下，评分时直接按它算。
      </p>
    )
  const most = Math.max(1, ...distribution.map(({ students }) => students))
  return (
    <div className="space-y-3">
      <p className="text-14">
        {changed === 0 ? (
          <>{students} 名学生里没有一人的成绩会变。</>
        ) : (
          <>
            {students} 名学生里 <b>{changed} 人</b>的成绩会变：{up} 人加分，{down} 人减分；均分{' '}
            {pointsText(averageBefore)} → <b>{pointsText(averageAfter)}</b>。{passing > 0 && ` ${passing} 人变为及格。`}
            {failing > 0 && <span className="text-danger"> {failing} 人变为不及格。</span>}
          </>
        )}
      </p>
      {open > 0 && <p className="text-12 text-ink-3">另有 {open} 份成绩没有定的答卷也会按新的评分算，不在这些数里。</p>}
      {changed > 0 && (
        <>
          <section aria-label="总分变化的分布" className="rounded-card bg-fill p-3.5">
            <ul className="space-y-1.5">
              {distribution.map(({ from, to, students }) => (
                <li key={from} className="flex items-center gap-2">
                  <span className="tabular-nums w-28 shrink-0 text-right text-12 text-ink-2">
                    {from === to ? `${changeText(from)} 分` : `${changeText(from)} 到 ${changeText(to)} 分`}
                  </span>
                  <span
                    aria-hidden="true"
                    style={{ width: `${(students / most) * 60}%` }}
                    className={cx(
                      'h-3.5 min-w-0.5 rounded-[3px]',
                      to < 0 ? 'bg-price' : from === 0 ? 'bg-ink-3/50' : 'bg-primary',
                    )}
                  />
                  <span className="tabular-nums text-12">{students} 人</span>
                </li>
              ))}
            </ul>
          </section>
          <ChangeTable changes={changes} />
          {changed > changes.length && (
            <p className="text-12 text-ink-3">只列出变化最大的 {changes.length} 人；生效后可以看到全部。</p>
          )}
        </>
      )}
    </div>
  )
}

/** Points of the question and total score of each changed student, before and after. */
export function ChangeTable({ changes }: { changes: PreviewData['changes'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, the keyboard could not scroll the table
    <section tabIndex={0} aria-label="成绩会变的学生" className="max-h-80 overflow-auto -outline-offset-2">
      <table className="tabular-nums w-full text-right">
        <thead className="sticky top-0 bg-card text-12 text-ink-3">
          <tr>
            <th scope="col" className="py-1.5 text-left font-normal">
              学生
            </th>
            <th scope="col" className="px-2 text-left font-normal max-sm:hidden">
              班级
            </th>
            <th scope="col" className="px-2 font-normal">
              本题
            </th>
            <th scope="col" className="px-2 font-normal">
              总分
            </th>
            <th scope="col" className="pl-2 font-normal">
              变化
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ attempt, name, number, class: className, before, after, totalBefore, totalAfter }) => (
            <tr key={attempt} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                <b className="font-semibold">{name}</b> <span className="text-12 text-ink-3">{number}</span>
              </th>
              <td className="px-2 text-left text-ink-2 max-sm:hidden">{className || '–'}</td>
              <td className="px-2 text-ink-2">
                {pointsText(before)} → {pointsText(after)}
              </td>
              <td className="px-2">
                {pointsText(totalBefore)} → {pointsText(totalAfter)}
              </td>
              <td className={cx('pl-2 font-semibold', totalAfter < totalBefore ? 'text-danger' : 'text-success')}>
                {changeText(Math.round((totalAfter - totalBefore) * 100) / 100)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
