import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { ResultRow } from '@dxx/contract/calls/staff/exam-results'
import { formatClock } from '@dxx/contract/rules/format'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import PenLine from 'lucide-react/icons/pen-line'
import UserX from 'lucide-react/icons/user-x'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { toast } from '../../../../state/flash'
import { useStaffList } from '../../../api/hooks'
import { useUrlState } from '../../../kit/address'
import { CardLabel } from '../../../kit/card-label'
import type { Column } from '../../../kit/columns'
import { DataTable } from '../../../kit/data-table'
import { FilterSelect } from '../../../kit/fields'
import { FilterBar } from '../../../kit/filter-bar'
import { NoMatchingRows, RegionState } from '../../../kit/states'
import { StateTag, type Tone } from '../../../kit/tag'
import { timeText } from '../../../kit/time'
import { pointsText } from '../figures'

type ResultState = ResultRow['state']

const states: Record<ResultState, { name: string; tone: Tone; icon: ReactNode }> = {
  scored: { name: '已出分', tone: 'green', icon: <CircleCheck size={12} /> },
  marking: { name: '待批阅', tone: 'amber', icon: <PenLine size={12} /> },
  scoring: { name: '评分中', tone: 'blue', icon: <Hourglass size={12} /> },
  running: { name: '未交卷', tone: 'blue', icon: <Hourglass size={12} /> },
  absent: { name: '缺考', tone: 'grey', icon: <UserX size={12} /> },
}
const isState = (value: string): value is ResultState => value in states

function StateOf({ state, passed }: ResultRow) {
  if (passed === false)
    return (
      <StateTag tone="red" icon={<CircleX size={12} />}>
        未及格
      </StateTag>
    )
  const { name, tone, icon } = passed ? { ...states.scored, name: '及格' } : states[state]
  return (
    <StateTag tone={tone} icon={icon}>
      {name}
    </StateTag>
  )
}

const quiet = (text: ReactNode) => <span className="tabular-nums text-12 text-ink-2">{text}</span>

const columns: Column<ResultRow>[] = [
  {
    id: 'rank',
    title: '名次',
    width: 60,
    fixed: true,
    card: 'line',
    cell: ({ rank }) => (
      <>
        <CardLabel>名次</CardLabel>
        {quiet(rank ? `${rank}` : '–')}
      </>
    ),
  },
  {
    id: 'name',
    title: '学生',
    width: 110,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ name }) => <b className="font-semibold">{name}</b>,
  },
  {
    id: 'score',
    title: '得分',
    width: 76,
    align: 'right',
    fixed: true,
    card: 'side',
    cell: ({ score }) => <b className="tabular-nums text-14 font-semibold text-ink">{pointsText(score)}</b>,
  },
  { id: 'state', title: '结果', width: 100, fixed: true, card: 'line', cell: (row) => <StateOf {...row} /> },
  { id: 'number', title: '学号', width: 120, card: 'line', cell: ({ number }) => quiet(number || '–') },
  {
    id: 'class',
    title: '班级',
    width: 140,
    cell: ({ class: name }) => <span className="text-ink-2">{name || '–'}</span>,
  },
  {
    id: 'seconds',
    title: '用时',
    width: 84,
    align: 'right',
    cell: ({ seconds }) => quiet(seconds === null ? '–' : formatClock(seconds)),
  },
  {
    id: 'leaves',
    title: '离开',
    width: 70,
    align: 'right',
    cell: ({ leaves }) => quiet(leaves ? `${leaves} 次` : '–'),
  },
  { id: 'tries', title: '次数', width: 64, align: 'right', cell: ({ tries }) => quiet(tries || '–') },
  {
    id: 'submitted',
    title: '交卷',
    width: 140,
    cell: ({ submittedAt }) => quiet(submittedAt === null ? '–' : timeText(submittedAt)),
  },
]

/** Students of an exam by rank; a click on a row opens the student's answers. */
export function ResultList({ exam, openId, onOpen }: { exam: StaffExam; openId: string; onOpen(id: string): void }) {
  const [filters, setFilters] = useUrlState(['class', 'state', 'keyword'])
  const { state, keyword } = filters
  const chosen = exam.classList.find(({ id }) => id === filters.class)
  const list = useStaffList('GET /staff/v1/exam_results', {
    exam: exam.id,
    class: chosen?.id,
    keyword: keyword || undefined,
    state: isState(state) ? state : undefined,
    passed: state === 'failed' ? false : state === 'passed' ? true : undefined,
  })
  const stateNames = [
    { value: '', label: '全部' },
    { value: 'passed', label: '及格' },
    { value: 'failed', label: '未及格' },
    ...Object.entries(states).map(([value, { name }]) => ({ value, label: name })),
  ]
  const words = [
    chosen && `班级“${chosen.name}”`,
    state && `结果“${stateNames.find(({ value }) => value === state)?.label ?? state}”`,
    keyword && `姓名或学号含“${keyword}”`,
  ].filter((text): text is string => Boolean(text))
  return (
    <DataTable
      id="exam-results"
      noun="学生成绩"
      list={list}
      columns={columns}
      rowId={({ student, attempt }) => attempt ?? student}
      openId={openId}
      onOpen={({ attempt, name }) => (attempt ? onOpen(attempt) : toast(`${name}没有作答，没有答卷`))}
      empty={
        words.length > 0 ? (
          <NoMatchingRows
            noun="学生"
            filters={words}
            onClear={() => setFilters({ class: '', state: '', keyword: '' })}
          />
        ) : (
          <RegionState tone="blue" icon={<Users size={24} />} title="这场考试还没有学生" />
        )
      }
      bar={(columnMenu) => (
        <FilterBar
          title="学生成绩"
          tools={columnMenu}
          search={{
            label: '姓名或学号',
            placeholder: '姓名、学号',
            value: keyword,
            onChange: (next) => setFilters({ keyword: next }, { replace: true }),
          }}
        >
          {exam.classList.length > 1 && (
            <FilterSelect
              label="班级"
              value={chosen?.id ?? ''}
              onChange={(next) => setFilters({ class: next })}
              options={[
                { value: '', label: '全部' },
                ...exam.classList.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <FilterSelect
            label="结果"
            value={state}
            onChange={(next) => setFilters({ state: next })}
            options={stateNames}
          />
        </FilterBar>
      )}
    />
  )
}
