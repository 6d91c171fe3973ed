import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { RulingKind } from '@dxx/contract/calls/staff/exam-shapes'
import type { Answer } from '@dxx/contract/questions'
import type { ApiError } from '../../../../api/error'
import { toast } from '../../../../state/flash'
import { useStaffAction } from '../../../api/hooks'
import { offerUndo } from '../../../kit/undo'
import { rulings } from '../ruling-tag'

/** GET calls to load again after a regrade. */
const changes = [
  'GET /staff/v1/exam_info',
  'GET /staff/v1/exam_paper',
  'GET /staff/v1/exam_list',
  'GET /staff/v1/exam_regrade_list',
  'GET /staff/v1/exam_results',
  'GET /staff/v1/exam_statistics',
  'GET /staff/v1/exam_analysis',
] as const

interface RegradeOptions {
  exam: StaffExam
  question: string
  number: number
  /** Answers accepted before, if they are known: without them, a change of the key cannot be undone. */
  before?: { answers: (Answer | null)[]; keepKey: boolean }
  onDone(): void
  onError?(error: ApiError): void
}

/** Changes the scoring of a question, and offers to undo it by the scoring from before. */
export function useRegrade({ exam, question, number, before: accepted, onDone, onError }: RegradeOptions) {
  const before = exam.rulings.find((one) => one.question === question)?.kind ?? 'original'
  const undo = useStaffAction('POST /staff/v1/exam_regrade', {
    changes: [...changes],
    onDone: () => toast(`第 ${number} 题回到${rulings[before].name}`),
  })
  return useStaffAction('POST /staff/v1/exam_regrade', {
    changes: [...changes],
    onDone: (_, { kind }) => {
      const text = doneText(number, kind)
      const answers = accepted?.answers.filter((answer) => answer !== null)
      const earlier = before === 'key' ? { answers, keepKey: accepted?.keepKey } : {}
      if (before === 'key' && !answers?.length) toast(text)
      else
        offerUndo(
          text,
          () => void undo.run({ exam: exam.id, question, kind: before, ...earlier, reason: '撤销刚才的改动' }),
        )
      onDone()
    },
    ...(onError && { onError }),
  })
}

const doneText = (number: number, kind: RulingKind) =>
  kind === 'original' ? `第 ${number} 题恢复原评分` : `第 ${number} 题已${rulings[kind].name}，正在重新计算`
