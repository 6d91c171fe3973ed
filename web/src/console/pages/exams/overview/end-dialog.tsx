import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { useState } from 'react'
import { toast } from '../../../../state/flash'
import { useStaffAction } from '../../../api/hooks'
import { timeText } from '../../../kit/time'
import { NumberField } from '../compose/number-field'
import { callsAfterExamAction } from './exam-changes'
import { ReasonDialog } from './reason-dialog'

/** Ends an exam early, at once or after some minutes. */
export function EndDialog({ exam, onClose }: { exam: StaffExam; onClose(): void }) {
  const [minutes, setMinutes] = useState(5)
  const [isNumber, setNumber] = useState(true)
  const [problem, setProblem] = useState('')
  const end = useStaffAction('POST /staff/v1/exam_end', {
    changes: [...callsAfterExamAction],
    onDone: ({ endsAt, running }) => {
      toast(`${timeText(endsAt)} 收卷，${running} 人正在作答`)
      onClose()
    },
    onError: ({ msg }) => setProblem(msg),
  })
  const isNow = minutes === 0
  const when = isNow ? '现在' : `${minutes} 分钟后`
  const inRoom =
    exam.running === 0
      ? '现在没有人在作答。'
      : `${exam.running} 名作答中的学生会收到通知，${isNow ? '立即' : when}收卷，已保存的作答都算数。`
  return (
    <ReasonDialog
      title="提前收卷？"
      effect={`${inRoom}没有开始的学生${exam.running === 0 ? '' : '也'}会收到通知，${isNow ? '不能再进入' : '要在这之前进入'}。`}
      confirm={!isNumber ? '请先填好分钟数' : `${when}${exam.running === 0 ? '结束考试' : `收 ${exam.running} 人的卷`}`}
      kind="danger"
      isReady={isNumber}
      problem={problem}
      running={end.running}
      onClose={onClose}
      onConfirm={(reason) => {
        setProblem('')
        void end.run({ exam: exam.id, minutes, reason })
      }}
    >
      <NumberField
        label="几分钟后收卷，0 是立即"
        value={minutes}
        min={0}
        max={120}
        onChange={(next) => next !== null && setMinutes(next)}
        onValid={setNumber}
      />
    </ReasonDialog>
  )
}
