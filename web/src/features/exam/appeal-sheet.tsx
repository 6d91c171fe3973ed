import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Sheet } from '../../ui/sheet'
import { Textarea } from '../../ui/textarea'
import { pointsOf } from '../questions/labels'
import type { QuestionRow } from './result-rows'

const [least, most] = [5, 500]

interface AppealSheetProps {
  attempt: string
  /** Question to appeal; null while the sheet is closed. */
  row: QuestionRow | null
  onClose(): void
  onSent(): void
}

/** Asks for the reason of an appeal. While an appeal is open, sending again replaces its reason. */
export function AppealSheet({ attempt, row, onClose, onSent }: AppealSheetProps) {
  const open = row?.appeals.find(({ state }) => state === 'open')
  const [reason, setReason, clear] = useDraft(`appeal:${attempt}:${row?.question ?? ''}`, open?.reason ?? '')
  const [problem, setProblem] = useState('')
  const { run, running } = useAction('POST /v1/exam_appeal', {
    onDone: () => {
      clear()
      toast(open ? '理由已更新' : '已提交，老师答复后会通知你')
      onSent()
      onClose()
    },
  })
  function send() {
    if (!row) return
    if (reason.trim().length < least) return setProblem(`请写明理由，至少 ${least} 个字`)
    setProblem('')
    void run({ attempt, question: row.question, reason: reason.trim() })
  }
  return (
    <Sheet
      open={row !== null}
      onClose={() => {
        setProblem('')
        onClose()
      }}
      title={row ? `第 ${row.number} 题申请复核` : '申请复核'}
      footer={
        <Button block loading={running} onClick={send}>
          {open ? '更新理由' : '提交申请'}
        </Button>
      }
    >
      {row && (
        <div className="space-y-3">
          <p className="text-13 text-ink-2">
            {row.paperNumber !== null && `老师那里是原卷第 ${row.paperNumber} 题。`}现在得 {pointsOf(row.score)} /{' '}
            {pointsOf(row.maxScore)} 分。老师会重新看你的作答，结果可能加分、不变或减分；成绩公布后的 14
            天内可以申请，每题同时只能有一份。
          </p>
          <Textarea
            label="理由"
            value={reason}
            onChange={(next) => {
              setReason(next)
              setProblem('')
            }}
            maxLength={most}
            rows={4}
            placeholder="哪里应该得分，依据是什么"
            error={problem || undefined}
          />
        </div>
      )}
    </Sheet>
  )
}
