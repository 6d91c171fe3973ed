import type { AssignmentRow } from '@dxx/contract/calls/staff/assignments'
import { useState } from 'react'
import { toast } from '../../../../state/flash'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { TextField } from '../../../kit/fields'
import { timeText } from '../../../kit/time'
import { TimeField } from '../../../kit/time-field'

interface ExtendDialogProps {
  id: string
  title: string
  /** End of the class. */
  dueAt: number
  students: AssignmentRow[]
  onClose(): void
  onDone(): void
}

const threeDays = 3 * 86_400

/** Gives chosen students more time for homework, or takes it back. */
export function ExtendDialog({ id, title, dueAt, students, onClose, onDone }: ExtendDialogProps) {
  const least = Math.max(dueAt, Math.floor(Date.now() / 1000))
  const [end, setEnd] = useState<number | null>(least + threeDays)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const extend = useStaffAction('POST /staff/v1/assignment_extend', {
    changes: ['GET /staff/v1/assignment_detail', 'GET /staff/v1/assignment_list', 'GET /staff/v1/class_attention'],
    onDone: ({ changed }) => {
      toast(changed === 0 ? '截止时间没有变' : `已改 ${changed} 人的截止时间`)
      onDone()
    },
  })
  const wrong = {
    end: end !== null && end > least ? undefined : '请选比全班截止更晚、也还没到的时间',
    reason: reason.trim() ? undefined : '请写明原因',
  }
  const ids = students.flatMap(({ user }) => (user === null ? [] : [user]))
  const run = (next: number | null) => {
    setTried(true)
    if (wrong.reason || (next !== null && wrong.end)) return
    void extend.run({ id, students: ids, dueAt: next, reason })
  }
  const hasExtended = students.some(({ extendedTo }) => extendedTo !== null)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`延长 ${ids.length} 人的截止时间`}
      note={`《${title}》全班 ${timeText(dueAt)} 截止；${students.map(({ name }) => name).join('、')}`}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          {hasExtended && (
            <ConsoleButton kind="danger" loading={extend.running} onClick={() => run(null)}>
              回到全班的截止时间
            </ConsoleButton>
          )}
          <ConsoleButton kind="amber" loading={extend.running} onClick={() => run(end)}>
            延长 {ids.length} 人
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3">
        <TimeField label="延长到" value={end} onChange={setEnd} error={tried ? wrong.end : undefined} />
        <TextField
          label="原因"
          value={reason}
          maxLength={200}
          onChange={setReason}
          placeholder="学生会看到"
          error={tried ? wrong.reason : undefined}
          data-autofocus
        />
      </div>
    </Dialog>
  )
}
