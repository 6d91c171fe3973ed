import { type ReactNode, useState } from 'react'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { TextArea } from '../../../kit/fields'

interface ReasonDialogProps {
  title: string
  /** What the action does, and to how many students. */
  effect: ReactNode
  confirm: string
  kind: 'amber' | 'danger'
  /** Why the server refused the action; empty if it did not. */
  problem: string
  /** Whether the fields above the reason are complete. */
  isReady?: boolean
  running: boolean
  onClose(): void
  onConfirm(reason: string): void
  children: ReactNode
}

/** Dialog of an action that affects students: fields, a reason that students see, and a button naming the effect. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, effect, confirm, kind, problem, isReady = true, running, onClose, onConfirm, children } = props
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <ConsoleButton onClick={onClose}>再看看</ConsoleButton>
          <ConsoleButton
            kind={kind}
            disabled={!isReady}
            loading={running}
            onClick={() => (reason.trim() ? onConfirm(reason.trim()) : setMissing(true))}
          >
            {confirm}
          </ConsoleButton>
        </>
      }
    >
      <div className="space-y-3">
        <p className="text-ink-2">{effect}</p>
        {problem && (
          <p role="alert" className="rounded-cover bg-danger-soft px-3 py-2 text-danger">
            {problem}
          </p>
        )}
        {children}
        <TextArea
          label="原因，学生会看到"
          maxLength={200}
          value={reason}
          onChange={(next) => {
            setReason(next)
            setMissing(false)
          }}
          error={isMissing ? '请写明原因' : undefined}
        />
      </div>
    </Dialog>
  )
}
