import { useState } from 'react'
import { cx } from '../../../ui/cx'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextArea } from '../../kit/fields'

interface RejectProps {
  open: boolean
  onClose(): void
  title: string
  /** Suggested reasons; a click fills in the text. */
  usual: string[]
  confirm: string
  running: boolean
  onConfirm(reason: string): void
}

/** Dialog that rejects a work item with a reason, which the user sees unchanged. */
export function Reject({ open, onClose, title, usual, confirm, running, onConfirm }: RejectProps) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      note="理由会原样发给对方"
      actions={
        <>
          <ConsoleButton onClick={onClose}>再看看</ConsoleButton>
          <ConsoleButton
            kind="amber"
            loading={running}
            onClick={() => {
              setTried(true)
              if (reason.trim()) onConfirm(reason.trim())
            }}
          >
            {confirm}
          </ConsoleButton>
        </>
      }
    >
      <div className="space-y-2">
        {usual.map((text) => (
          <button
            key={text}
            type="button"
            aria-pressed={reason === text}
            onClick={() => setReason(text)}
            className={cx(
              'flex min-h-11 w-full items-center rounded-cover px-3 text-left desk:min-h-9',
              reason === text ? 'bg-primary-soft text-primary inset-ring inset-ring-primary' : 'bg-fill',
            )}
          >
            {text}
          </button>
        ))}
        <TextArea
          label="理由"
          maxLength={200}
          value={reason}
          onChange={setReason}
          error={tried && !reason.trim() ? '请写明原因' : undefined}
        />
      </div>
    </Dialog>
  )
}
