import type { GradingAnswer } from '@dxx/contract/calls/staff/exam-grading'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import { useStaffList } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { Failure, RegionState, TableSkeleton } from '../../kit/states'
import { StateTag, type Tone } from '../../kit/tag'
import { answerCode } from './answer-code'
import type { RoomRef } from './room-address'

const states: Record<GradingAnswer['state'], { name: string; tone: Tone }> = {
  waiting: { name: '待批', tone: 'blue' },
  second: { name: '等第二人', tone: 'violet' },
  third: { name: '等仲裁', tone: 'violet' },
  graded: { name: '已批', tone: 'green' },
}

const filters = [
  { value: 'mine', label: '我批的' },
  { value: 'graded', label: '全部已批' },
  { value: 'flagged', label: '请再看的' },
  { value: 'all', label: '全部' },
] as const
export type ListFilter = (typeof filters)[number]['value']

interface GradedListProps {
  open: boolean
  onClose(): void
  room: RoomRef
  /** Filter that is set when the list opens. */
  first: ListFilter
  onShow(answer: GradingAnswer): void
}

/** List of graded answers. A click opens an answer on the grading screen, where it can be scored again. */
export function GradedList({ open, onClose, room, first, onShow }: GradedListProps) {
  const [filter, setFilter] = useState<ListFilter>(first)
  return (
    <Dialog side open={open} onClose={onClose} title="批过的答卷" note="打开一份可以再看、再改分">
      <fieldset aria-label="范围" className="mb-2 flex flex-wrap gap-1.5">
        {filters.map(({ value, label }) => (
          <ConsoleButton
            key={value}
            kind={filter === value ? 'line' : 'soft'}
            size="small"
            aria-pressed={filter === value}
            onClick={() => setFilter(value)}
          >
            {label}
          </ConsoleButton>
        ))}
      </fieldset>
      <Answers room={room} filter={filter} onShow={onShow} />
    </Dialog>
  )
}

function Answers({ room, filter, onShow }: { room: RoomRef; filter: ListFilter; onShow(answer: GradingAnswer): void }) {
  const list = useStaffList('GET /staff/v1/grading_answers', {
    ...room,
    mine: filter === 'mine' || undefined,
    state: filter === 'graded' ? 'graded' : undefined,
    flagged: filter === 'flagged' || undefined,
  })
  if (list.isPending) return <TableSkeleton height={56} count={6} />
  if (list.error && list.rows.length === 0) return <Failure error={list.error} noun="答卷" onRetry={list.refetch} />
  if (list.rows.length === 0)
    return <RegionState tone="blue" icon={null} title={filter === 'flagged' ? '没有请再看的答卷' : '这里还没有答卷'} />
  return (
    <>
      <ul>
        {list.rows.map((answer) => {
          const { name, tone } = states[answer.state]
          const ownGrade = answer.grades.findLast(({ isMine, undone }) => isMine && !undone)
          const score = answer.score ?? ownGrade?.score
          return (
            <li key={answer.id} className="border-b border-line last:border-0">
              <button
                type="button"
                onClick={() => onShow(answer)}
                className="flex min-h-14 w-full items-center gap-3 px-1 py-2 text-left -outline-offset-2 hover:bg-fill"
              >
                <b className="w-12 shrink-0 font-semibold">{answerCode(answer.id)}</b>
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{textOf(answer) || '（空白）'}</span>
                  {ownGrade?.comment && <span className="block truncate text-12 text-ink-3">{ownGrade.comment}</span>}
                </span>
                {answer.flag && (
                  <StateTag tone="amber" icon={<Flag size={12} />}>
                    <span className="max-desk:sr-only">请再看</span>
                  </StateTag>
                )}
                <StateTag tone={tone}>{name}</StateTag>
                <span className="w-12 shrink-0 text-right tabular-nums empty:hidden">
                  {score === undefined ? '' : `${score} 分`}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {list.hasMore && (
        <ConsoleButton kind="soft" size="small" className="mt-2" loading={list.isLoadingMore} onClick={list.loadMore}>
          {list.moreFailed ? '没有加载完，重试' : `再看一些，共 ${list.total} 份`}
        </ConsoleButton>
      )}
    </>
  )
}

const textOf = ({ answer }: GradingAnswer) =>
  answer?.type === 'short' ? answer.text : answer?.type === 'code' ? answer.source : ''
