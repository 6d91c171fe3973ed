import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import ChartColumn from 'lucide-react/icons/chart-column'
import { Skeleton } from '../../../../ui/skeleton'
import { useStaffCall } from '../../../api/hooks'
import { useUrlState } from '../../../kit/address'
import { Failure, RegionState } from '../../../kit/states'
import { FigureStrip, percentText, pointsText } from '../figures'
import { AttemptPane } from './attempt-pane'
import { ClassTable } from './class-table'
import { Distribution } from './distribution'
import { ExportButton } from './export-dialog'
import { ResultList } from './result-list'

/** 成绩: key figures, distribution, comparison of classes, and students by rank. */
export function ResultsTab({ exam }: { exam: StaffExam }) {
  const [{ attempt, class: chosen }, setAddress] = useUrlState(['attempt', 'class'])
  if (exam.state === 'scheduled' || exam.state === 'withdrawn')
    return (
      <RegionState
        tone="blue"
        icon={<ChartColumn size={24} />}
        title="还没有成绩"
        text={
          exam.state === 'withdrawn' ? '这场考试已经撤回，没有人作答。' : '考试开始、有人交卷以后，这里有成绩和分布。'
        }
      />
    )
  return (
    <>
      <Summary exam={exam} chosen={chosen} onChoose={(next) => setAddress({ class: next })} />
      <div className="flex min-h-120 flex-1 shrink-0 gap-4 desk:min-h-130">
        <ResultList exam={exam} openId={attempt} onOpen={(next) => setAddress({ attempt: next })} />
        <AttemptPane id={attempt} onClose={() => setAddress({ attempt: '' })} />
      </div>
    </>
  )
}

interface SummaryProps {
  exam: StaffExam
  chosen: string
  onChoose(id: string): void
}

function Summary({ exam, chosen, onChoose }: SummaryProps) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/exam_statistics', { exam: exam.id })
  if (error && !data)
    return (
      <div className="flex min-h-60 shrink-0 rounded-card bg-card">
        <Failure error={error} noun="成绩概况" onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <div role="status" className="shrink-0 space-y-3.5">
        <span className="sr-only">正在加载</span>
        <Skeleton className="h-17" />
        <Skeleton className="h-60" />
      </div>
    )
  const { all, classes } = data
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-3">
        <p className="text-ink-3">
          {all.scored < all.students - all.absent
            ? `还有 ${all.students - all.absent - all.scored} 人没有出分，下面只算已出分的`
            : '全部出分'}
          {exam.forms?.equated && '；总分是等值换算后的分，每题的得分是卷面分'}
        </p>
        <ExportButton exam={exam} />
      </div>
      <FigureStrip
        label="成绩概况"
        figures={[
          { label: '出分', value: all.scored, note: `/ ${all.students} 人，缺考 ${all.absent}` },
          { label: '平均分', value: pointsText(all.average), note: `标准差 ${pointsText(all.deviation)}` },
          { label: '中位数', value: pointsText(all.median) },
          { label: '最高 / 最低', value: `${pointsText(all.best)} / ${pointsText(all.worst)}` },
          {
            label: '及格率',
            value: percentText(all.scored === 0 ? null : all.passed / all.scored),
            note: `${all.passed} 人`,
          },
        ]}
      />
      {all.scored > 0 && (
        <div className="grid shrink-0 gap-3.5 wide:grid-cols-2">
          <Distribution {...data} chosen={classes.some(({ id }) => id === chosen) ? chosen : ''} onChoose={onChoose} />
          <ClassTable exam={exam.id} {...data} />
        </div>
      )}
    </>
  )
}
