import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { Clash } from '@dxx/contract/calls/staff/exam-shapes'
import { useState } from 'react'
import { toast } from '../../../../state/flash'
import { useStaffAction } from '../../../api/hooks'
import { TimeField } from '../../../kit/time-field'
import { ClashNotice } from '../compose/clash-notice'
import { formatExamTime } from '../list-columns'
import { callsAfterExamAction } from './exam-changes'
import { ReasonDialog } from './reason-dialog'

/** Moves an exam that no student has started. A new start also moves the end, unless the end was set by hand. */
export function RescheduleDialog({ exam, onClose }: { exam: StaffExam; onClose(): void }) {
  const [startsAt, setStartsAt] = useState<number | null>(exam.startsAt)
  const [ownEnd, setOwnEnd] = useState<number | null | undefined>(undefined)
  const [problem, setProblem] = useState('')
  const [clashes, setClashes] = useState<Clash[]>([])
  const [accepted, setAccepted] = useState(false)
  const endsAt = ownEnd === undefined ? (startsAt === null ? null : startsAt + exam.endsAt - exam.startsAt) : ownEnd
  const move = useStaffAction('POST /staff/v1/exam_reschedule', {
    changes: [...callsAfterExamAction],
    onDone: (moved) => {
      toast(`已改到 ${formatExamTime(moved.startsAt, moved.endsAt)}，通知了 ${moved.students} 人`)
      onClose()
    },
    onError: ({ name, msg, data }) => {
      if (name === 'exam-clash') setClashes(data.clashes as Clash[])
      else setProblem(msg)
    },
  })
  // A changed time makes the clashes found for the previous time invalid.
  const changeTime = (change: () => void) => {
    setClashes([])
    setAccepted(false)
    change()
  }
  const isBackwards = startsAt !== null && endsAt !== null && endsAt <= startsAt
  return (
    <ReasonDialog
      title={`改《${exam.title}》的时间`}
      effect={`原定 ${formatExamTime(exam.startsAt, exam.endsAt)}。${exam.students} 名学生会收到改时间的通知。`}
      confirm={`改时间并通知 ${exam.students} 人`}
      kind="amber"
      problem={problem}
      isReady={startsAt !== null && endsAt !== null && !isBackwards && (clashes.length === 0 || accepted)}
      running={move.running}
      onClose={onClose}
      onConfirm={(reason) => {
        setProblem('')
        if (startsAt === null || endsAt === null) return
        void move.run({ exam: exam.id, startsAt, endsAt, reason, acceptClashes: accepted })
      }}
    >
      <div className="grid gap-3 desk:grid-cols-2">
        <TimeField label="开始" value={startsAt} onChange={(next) => changeTime(() => setStartsAt(next))} />
        <TimeField
          label="结束"
          value={endsAt}
          onChange={(next) => changeTime(() => setOwnEnd(next))}
          error={isBackwards ? '结束时间要晚于开始时间' : undefined}
        />
      </div>
      <ClashNotice clashes={clashes} label="我知道时间冲突，仍然改到这时" accepted={accepted} onAccept={setAccepted} />
    </ReasonDialog>
  )
}
