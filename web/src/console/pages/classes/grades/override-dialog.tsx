import { useState } from 'react'
import { toast } from '../../../../state/flash'
import type { StaffData } from '../../../api/client'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { TextArea, TextField } from '../../../kit/fields'

type Book = StaffData<'GET /staff/v1/gradebook'>

export interface Chosen {
  row: Book['rows'][number]
  column: Book['columns'][number]
  grade: Book['rows'][number]['grades'][number]
}

interface OverrideDialogProps {
  id: string
  chosen: Chosen
  onClose(): void
}

/** Changes one score with a reason that the student reads, or restores the computed one. */
export function OverrideDialog({ id, chosen: { row, column, grade }, onClose }: OverrideDialogProps) {
  const [score, setScore] = useState(grade.percent === null ? '' : String(grade.percent))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const value = Number(score)
  const isValid = score !== '' && value >= 0 && value <= 100 && Number.isInteger(value * 2)
  const change = useStaffAction('POST /staff/v1/grade_override', {
    changes: ['GET /staff/v1/gradebook'],
    onDone: () => {
      toast('已保存，学生会收到消息')
      onClose()
    },
  })
  const save = (percent: number | null) => {
    setTried(true)
    if (!reason.trim() || (percent !== null && !isValid)) return
    void change.run({ class: id, column: column.id, user: row.user, percent, reason })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${row.name} · ${column.title}`}
      note={grade.override === null ? '现在是系统计算的得分' : `老师改过：${grade.override}`}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          {grade.override !== null && (
            <ConsoleButton loading={change.running} onClick={() => save(null)}>
              恢复计算的得分
            </ConsoleButton>
          )}
          <ConsoleButton kind="amber" loading={change.running} onClick={() => save(value)}>
            改 1 项得分
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3">
        <TextField
          label="得分（百分数）"
          inputMode="decimal"
          maxLength={5}
          value={score}
          onChange={(text) => setScore(text.replace(/[^\d.]/g, ''))}
          error={tried && !isValid ? '0 到 100，按 0.5' : undefined}
          data-autofocus
        />
        <TextArea
          label="原因（学生会看到）"
          rows={2}
          maxLength={200}
          value={reason}
          onChange={setReason}
          error={tried && !reason.trim() ? '请写明原因' : undefined}
        />
      </div>
    </Dialog>
  )
}
