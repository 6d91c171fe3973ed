import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { AnalysedItem } from '@dxx/contract/calls/staff/exam-results'
import { typeNames } from '@dxx/contract/rules/question-names'
import ChartColumn from 'lucide-react/icons/chart-column'
import { useMemo } from 'react'
import { cx } from '../../../../ui/cx'
import { useStaffCall } from '../../../api/hooks'
import { wholeList } from '../../../api/whole-list'
import { useUrlState } from '../../../kit/address'
import { CardLabel } from '../../../kit/card-label'
import type { Column } from '../../../kit/columns'
import { DataTable } from '../../../kit/data-table'
import { FilterSelect } from '../../../kit/fields'
import { FilterBar } from '../../../kit/filter-bar'
import { NoMatchingRows, RegionState } from '../../../kit/states'
import { StateTag } from '../../../kit/tag'
import { FigureStrip, pointsText, ratioText } from '../figures'
import { RulingTag } from '../ruling-tag'
import { flags, rateCronbachAlpha, sortFlags } from './flags'
import { ItemPane } from './item-pane'
import { SimilarAnswers } from './similar-answers'

/** The table sorts decimals and negative numbers wrongly: returns a positive whole number, unknown values last. */
const sortable = (value: number | null) => (value === null ? 99_999_999 : Math.round((value + 10) * 10_000))

const columns: Column<AnalysedItem>[] = [
  {
    id: 'number',
    title: '题号',
    width: 64,
    fixed: true,
    card: 'line',
    sortBy: ({ number }) => number,
    cell: ({ number }) => (
      <>
        <CardLabel>第</CardLabel>
        <b className="tabular-nums font-semibold">{number}</b>
        <span className="text-ink-3 desk:hidden"> 题</span>
      </>
    ),
  },
  {
    id: 'text',
    title: '题目',
    width: 150,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ text }) => text || '（图片题）',
  },
  {
    id: 'p',
    title: '得分率',
    width: 130,
    fixed: true,
    card: 'line',
    sortBy: ({ p }) => sortable(p),
    cell: ({ p }) => <ShareBar share={p} />,
  },
  {
    id: 'discrimination',
    title: '区分度',
    width: 84,
    fixed: true,
    align: 'right',
    card: 'line',
    sortBy: ({ discrimination }) => sortable(discrimination),
    cell: ({ discrimination: value }) => (
      <span
        className={cx(
          'tabular-nums font-semibold',
          value !== null && value < 0 ? 'text-danger' : value !== null && value < 0.15 && 'text-amber',
        )}
      >
        <CardLabel>区分度</CardLabel>
        {ratioText(value)}
      </span>
    ),
  },
  {
    id: 'flags',
    title: '提示',
    width: 140,
    fixed: true,
    card: 'side',
    sortBy: ({ flags: found }) => (found.length > 0 ? Object.keys(flags).indexOf(sortFlags(found)[0]!) + 1 : 9),
    cell: (item) => <Hint {...item} />,
  },
  {
    id: 'type',
    title: '题型',
    width: 80,
    sortBy: ({ type }) => typeNames[type],
    cell: ({ type }) => <span className="text-ink-2">{typeNames[type]}</span>,
  },
  {
    id: 'seconds',
    title: '用时',
    width: 80,
    align: 'right',
    sortBy: ({ medianSeconds }) => sortable(medianSeconds),
    cell: ({ medianSeconds }) => (
      <span className="text-12 text-ink-2">{medianSeconds === null ? '–' : `${Math.round(medianSeconds)} 秒`}</span>
    ),
  },
  {
    id: 'unanswered',
    title: '未答',
    width: 68,
    align: 'right',
    sortBy: ({ unanswered }) => unanswered,
    cell: ({ unanswered }) => <span className="text-12 text-ink-2">{unanswered || '–'}</span>,
  },
]

function ShareBar({ share }: { share: number | null }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-track max-desk:hidden">
        <span style={{ width: `${(share ?? 0) * 100}%` }} className="block h-full rounded-full bg-primary" />
      </span>
      <span className="tabular-nums">
        <CardLabel>得分率</CardLabel>
        {ratioText(share)}
      </span>
    </span>
  )
}

function Hint({ ruling, flags: found }: AnalysedItem) {
  const [first, ...others] = sortFlags(found)
  if (ruling) return <RulingTag kind={ruling} />
  if (!first) return <span className="text-ink-3">–</span>
  return (
    <span className="inline-flex items-center gap-1">
      <StateTag tone={flags[first].tone}>{flags[first].name}</StateTag>
      {others.length > 0 && <span className="text-12 text-ink-3">+{others.length}</span>}
    </span>
  )
}

/** 题目分析: statistics of each question, and flags on questions that staff should check. */
export function AnalysisTab({ exam }: { exam: StaffExam }) {
  const [{ question, only }, setAddress] = useUrlState(['question', 'only'])
  const query = useStaffCall('GET /staff/v1/exam_analysis', { exam: exam.id })
  const { data } = query
  const flagged = data?.items.filter((item) => item.flags.length > 0).length ?? 0
  const rows = useMemo(
    () => (only === 'flagged' ? data?.items.filter((item) => item.flags.length > 0) : data?.items),
    [data, only],
  )
  const item = data?.items.find((one) => one.question === question)
  if (data && data.students === 0)
    return (
      <RegionState
        tone="blue"
        icon={<ChartColumn size={24} />}
        title="还没有可以分析的作答"
        text="有学生的成绩定下来以后，这里有每道题的得分率、区分度和选项分布。"
      />
    )
  return (
    <>
      {data && (
        <FigureStrip
          label="整卷"
          figures={[
            { label: '成绩已定', value: data.students, note: '人' },
            { label: '平均分', value: pointsText(data.average) },
            { label: '标准差', value: pointsText(data.deviation) },
            { label: '信度 α', value: ratioText(data.alpha), note: rateCronbachAlpha(data.alpha) },
            { label: '测量标准误', value: pointsText(data.standardError), note: '分' },
          ]}
        />
      )}
      {data && data.students < 10 && (
        <p className="shrink-0 text-12 text-ink-3">少于 10 人时不给提示，数字也只供参考。</p>
      )}
      <SimilarAnswers exam={exam} />
      <div className="flex min-h-120 flex-1 shrink-0 gap-4">
        <DataTable
          id="exam-items"
          noun="题目"
          list={wholeList(query, rows)}
          columns={columns}
          rowId={(row) => row.question}
          openId={question}
          onOpen={(row) => setAddress({ question: row.question })}
          empty={<NoMatchingRows noun="题目" filters={['只看有提示的']} onClear={() => setAddress({ only: '' })} />}
          bar={(columnMenu) => (
            <FilterBar title={data && `题目分析，${data.items.length} 题，${flagged} 题要看一看`} tools={columnMenu}>
              <FilterSelect
                label="题目"
                value={only}
                onChange={(next) => setAddress({ only: next })}
                options={[
                  { value: '', label: '全部' },
                  { value: 'flagged', label: `有提示的 ${flagged} 题` },
                ]}
              />
            </FilterBar>
          )}
          footNote="难度按得分率；区分度是这题与其余题得分的相关"
        />
        <ItemPane exam={exam} item={item} students={data?.students ?? 0} onClose={() => setAddress({ question: '' })} />
      </div>
    </>
  )
}
