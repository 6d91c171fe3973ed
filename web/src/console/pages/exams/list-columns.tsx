import type { StaffExamBrief } from '@dxx/contract/calls/staff/exam-control'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FilePen from 'lucide-react/icons/file-pen'
import Trash from 'lucide-react/icons/trash-2'
import { Link } from 'wouter'
import { serverNow } from '../../../api/clock'
import type { ItemOf } from '../../api/hooks'
import { consoleButtonClass } from '../../kit/button'
import type { Column } from '../../kit/columns'
import { PopMenu } from '../../kit/menu'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { isCollecting } from './exam-times'
import { ExamProgressBar, GradingBar } from './progress-bar'
import { ExamStateTag } from './state-tag'

/** Row of the list: an exam or a draft. */
export type ListRow =
  | { kind: 'exam'; exam: StaffExamBrief }
  | { kind: 'draft'; draft: ItemOf<'GET /staff/v1/exam_draft_list'> }

export const rowId = (row: ListRow) => (row.kind === 'exam' ? row.exam.id : row.draft.id)
export const rowPath = (row: ListRow) =>
  row.kind === 'exam' ? `/exams/${row.exam.id}` : `/exams/drafts/${row.draft.id}`

/** Start and end: 今天 14:00 – 16:00; the end has its own date if it is on another day. */
export function formatExamTime(startsAt: number, endsAt: number): string {
  const [from, to] = [timeText(startsAt), timeText(endsAt)]
  const [day, clock] = [from.slice(0, -6), to.slice(-5)]
  return to.startsWith(`${day} `) ? `${from} – ${clock}` : `${from} – ${to}`
}

interface RowActions {
  canManage: boolean
  canGrade: boolean
  onCopy(row: ListRow): void
  onDelete(draft: ItemOf<'GET /staff/v1/exam_draft_list'>): void
}

/** Columns of the exam list; the last column has the next action of each row. */
export const listColumns = (actions: RowActions): Column<ListRow>[] => [
  {
    id: 'title',
    title: '考试',
    width: 170,
    grows: true,
    fixed: true,
    card: 'title',
    cell: (row) => <Title row={row} />,
  },
  {
    id: 'state',
    title: '状态',
    width: 88,
    fixed: true,
    card: 'side',
    cell: (row) =>
      row.kind === 'exam' ? (
        <ExamStateTag
          state={row.exam.state}
          paused={row.exam.paused !== null}
          collecting={isCollecting(row.exam, serverNow())}
        />
      ) : (
        <StateTag tone="grey" icon={<FilePen size={12} />}>
          草稿
        </StateTag>
      ),
  },
  { id: 'time', title: '时间', width: 178, card: 'line', cell: (row) => <Times row={row} /> },
  {
    id: 'classes',
    title: '班级',
    width: 110,
    grows: true,
    cell: (row) => <span className="text-ink-2">{row.kind === 'exam' ? row.exam.classes.join('、') : '–'}</span>,
  },
  {
    id: 'progress',
    title: '参加情况',
    width: 148,
    fixed: true,
    card: 'line',
    cell: (row) =>
      row.kind === 'exam' ? (
        <ExamProgressBar exam={row.exam} />
      ) : (
        <span className="text-12 text-ink-3">
          <span className="desk:hidden">
            {row.draft.questions} 题 · {row.draft.points} 分
          </span>
          <span className="max-desk:hidden">–</span>
        </span>
      ),
  },
  {
    id: 'grading',
    title: '待批阅',
    width: 104,
    cell: (row) => (row.kind === 'exam' ? <GradingBar exam={row.exam} /> : <span className="text-ink-3">–</span>),
  },
  {
    id: 'average',
    title: '均分 / 及格',
    width: 92,
    align: 'right',
    cell: (row) =>
      row.kind === 'exam' && row.exam.average !== null ? (
        <span className="block leading-tight">
          <b className="font-semibold">{row.exam.average.toFixed(1)}</b>
          <span className="block text-12 text-ink-3">{((row.exam.passRate ?? 0) * 100).toFixed(1)}%</span>
        </span>
      ) : (
        <span className="text-ink-3">–</span>
      ),
  },
  {
    id: 'next',
    title: '操作',
    width: 104,
    fixed: true,
    align: 'right',
    cell: (row) => <NextStep row={row} {...actions} />,
  },
]

function Title({ row }: { row: ListRow }) {
  const { title, questions, points } = row.kind === 'exam' ? row.exam : row.draft
  return (
    <span className="block leading-tight">
      <b className="block truncate font-semibold">{title || '未命名考试'}</b>
      <span className="text-12 font-normal text-ink-3 max-desk:hidden">
        {questions} 题 · {points} 分
      </span>
    </span>
  )
}

function Times({ row }: { row: ListRow }) {
  if (row.kind === 'draft') {
    const { updatedAt, updatedBy } = row.draft
    return (
      <span className="text-12 text-ink-3">
        {updatedBy} {timeText(updatedAt)} 修改
      </span>
    )
  }
  const { startsAt, endsAt, durationMinutes, state } = row.exam
  const span = formatExamTime(startsAt, endsAt)
  const [from, to] = span.length > 20 ? span.split(' – ') : [span]
  return (
    <span className="block leading-tight">
      <span className="block truncate">{from}</span>
      <span className={`text-12 max-desk:hidden ${state === 'running' ? 'text-success' : 'text-ink-3'}`}>
        {to ? `到 ${to} · ` : ''}
        {durationMinutes} 分钟
      </span>
    </span>
  )
}

/** The action shown as a button in a row: 监控, 批阅, 分析, 查看 or 组卷. Copying is in the menu of the row. */
function nextStep(row: ListRow, { canManage, canGrade }: Pick<RowActions, 'canManage' | 'canGrade'>) {
  const path = rowPath(row)
  if (row.kind === 'draft') return { name: '组卷', path, isBlue: false }
  const { state, id } = row.exam
  if (state === 'running' && canManage) return { name: '监控', path: `${path}/live`, isBlue: true }
  if (state === 'marking' && canGrade) return { name: '批阅', path: `/grading/${id}`, isBlue: true }
  if (state === 'finished' || state === 'marking') return { name: '分析', path: `${path}/analysis`, isBlue: false }
  return { name: '查看', path, isBlue: false }
}

function NextStep({ row, canManage, canGrade, onCopy, onDelete }: RowActions & { row: ListRow }) {
  const { name, path, isBlue } = nextStep(row, { canManage, canGrade })
  const title = (row.kind === 'exam' ? row.exam.title : row.draft.title) || '未命名考试'
  return (
    <span className="inline-flex items-center gap-1">
      <Link
        href={path}
        aria-label={`${name}：${title}`}
        className={consoleButtonClass(isBlue ? 'line' : 'soft', 'tiny')}
      >
        {name}
      </Link>
      {canManage && (
        <PopMenu
          trigger={
            <button
              type="button"
              aria-label={`“${title}”的操作`}
              className="grid size-7 place-items-center rounded-full text-ink-3 hover:bg-track"
            >
              <Ellipsis size={16} />
            </button>
          }
          items={[
            { label: '复制为新草稿', icon: <Copy size={15} />, onSelect: () => onCopy(row) },
            row.kind === 'draft' && {
              label: '删除草稿',
              icon: <Trash size={15} />,
              danger: true,
              onSelect: () => onDelete(row.draft),
            },
          ]}
        />
      )}
    </span>
  )
}
