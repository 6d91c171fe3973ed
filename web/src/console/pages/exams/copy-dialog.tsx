import { useState } from 'react'
import { useStaffList } from '../../api/hooks'
import { Dialog } from '../../kit/dialog'
import { SearchField } from '../../kit/filter-bar'
import { Failure, TableSkeleton } from '../../kit/states'
import { timeText } from '../../kit/time'
import { ExamStateTag } from './state-tag'

interface CopyDialogProps {
  running: boolean
  onClose(): void
  onChoose(exam: string): void
}

/** Chooses an exam whose paper and settings, but not times and classes, are copied into a new draft. */
export function CopyDialog({ running, onClose, onChoose }: CopyDialogProps) {
  const [keyword, setKeyword] = useState('')
  const list = useStaffList('GET /staff/v1/exam_list', { keyword: keyword || undefined })
  return (
    <Dialog open wide onClose={onClose} title="从旧卷复制" note="复制题目、分值和设置，时间和班级重新填">
      <SearchField full label="找旧卷" placeholder="考试名称、班级" value={keyword} onChange={setKeyword} />
      {list.isPending ? (
        <TableSkeleton height={48} count={5} />
      ) : list.error && list.rows.length === 0 ? (
        <Failure error={list.error} noun="考试" onRetry={list.refetch} />
      ) : list.rows.length === 0 ? (
        <p className="py-8 text-center text-ink-3">没有找到考试</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {list.rows.map((exam) => (
            <li key={exam.id}>
              <button
                type="button"
                aria-busy={running || undefined}
                onClick={() => !running && onChoose(exam.id)}
                className="flex min-h-12 w-full items-center gap-3 rounded-item px-2 text-left hover:bg-fill"
              >
                <span className="min-w-0 flex-1">
                  <b className="block truncate font-semibold">{exam.title}</b>
                  <span className="text-12 text-ink-3">
                    {exam.questions} 题 {exam.points} 分 · {timeText(exam.startsAt)}
                  </span>
                </span>
                <ExamStateTag state={exam.state} paused={exam.paused !== null} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
