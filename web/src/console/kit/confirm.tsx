import { type ReactNode, useState } from 'react'
import { ConsoleButton } from './button'
import { Dialog } from './dialog'
import { TextArea } from './fields'
import { KeyLabel } from './key'

export interface ConfirmProps {
  open: boolean
  onClose(): void
  title: string
  /** Effect of the action, with the name or the number of its targets, in one or two sentences. */
  effect: ReactNode
  /** Label of the confirm button. Names the effect and the number: 收回 1 项授权. */
  confirm: string
  /** `danger`: removes something. `amber`: affects students or money. */
  kind?: 'danger' | 'amber'
  /** Makes a reason mandatory; the reason is passed to `onConfirm`. */
  reason?: { label: string; placeholder?: string }
  running?: boolean
  onConfirm(reason: string): void
}

/** Confirmation dialog for actions that cannot be undone. The cancel button has the focus, so Enter changes nothing. */
export function Confirm(props: ConfirmProps) {
  const { open, onClose, title, effect, confirm, kind = 'danger', reason, running, onConfirm } = props
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)

  const close = () => {
    setText('')
    setMissing(false)
    onClose()
  }
  const decide = () => {
    if (reason && !text.trim()) setMissing(true)
    else onConfirm(text.trim())
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      actions={
        <>
          <ConsoleButton kind="soft" onClick={close} data-autofocus={reason ? undefined : true}>
            再看看 <KeyLabel>Esc</KeyLabel>
          </ConsoleButton>
          <ConsoleButton kind={kind} loading={running} onClick={decide}>
            {confirm}
          </ConsoleButton>
        </>
      }
    >
      <div className="text-ink-2">{effect}</div>
      {reason && (
        <div className="mt-3">
          <TextArea
            label={reason.label}
            placeholder={reason.placeholder}
            maxLength={200}
            value={text}
            onChange={(next) => {
              setText(next)
              setMissing(false)
            }}
            error={missing ? '请写明原因' : undefined}
          />
        </div>
      )}
    </Dialog>
  )
}
