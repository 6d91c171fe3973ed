import type { QuestionBrief } from '@dxx/contract/calls/staff/exam-shapes'
import { PrintedAnswer, PrintedQuestion } from '../../../../features/questions/printed-question'
import { useStaffCall } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { Failure, TableSkeleton } from '../../../kit/states'
import { timeText } from '../../../kit/time'
import { briefFacts } from './brief-facts'
import { ItemStatisticsView } from './item-statistics'

interface QuestionPeekProps {
  id: string
  onClose(): void
  /** Adds the question to the paper; absent if the question is on the paper already. */
  onAdd?(brief: QuestionBrief): void
}

/** A complete question of the question bank with its answer and explanation. */
export function QuestionPeek({ id, onClose, onAdd }: QuestionPeekProps) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/exam_question_view', { id }, { staleTime: 300_000 })
  return (
    <Dialog
      side
      open
      onClose={onClose}
      title="题目全貌"
      note={data && briefFacts(data.brief)}
      actions={
        data &&
        onAdd && (
          <ConsoleButton
            kind="primary"
            onClick={() => {
              onAdd(data.brief)
              onClose()
            }}
          >
            加入试卷
          </ConsoleButton>
        )
      }
    >
      {error ? (
        <Failure error={error} noun="题目" onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton height={56} count={4} />
      ) : (
        <div className="space-y-5">
          <ol>
            <PrintedQuestion question={data.question} />
          </ol>
          <section>
            <h3 className="mb-1 text-15 font-semibold">答案与解析</h3>
            <ol>
              <PrintedAnswer question={data.question} keys={data.keys} analysis={data.analysis} />
            </ol>
          </section>
          <section>
            <h3 className="mb-1 text-15 font-semibold">作答统计</h3>
            <ItemStatisticsView
              statistics={data.statistics}
              parameters={data.parameters}
              level={data.brief.difficulty}
            />
          </section>
          {data.brief.usedIn.length + data.brief.usedElsewhere > 0 && (
            <section>
              <h3 className="mb-1 text-15 font-semibold">用在</h3>
              <ul className="space-y-1 text-ink-2">
                {data.brief.usedIn.map((exam) => (
                  <li key={exam.id}>
                    {exam.title} <span className="text-12 text-ink-3">{timeText(exam.startsAt)}</span>
                  </li>
                ))}
                {data.brief.usedElsewhere > 0 && <li>另有 {data.brief.usedElsewhere} 场不归你管理的考试</li>}
              </ul>
            </section>
          )}
        </div>
      )}
    </Dialog>
  )
}
