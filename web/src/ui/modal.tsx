import X from 'lucide-react/icons/x'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { Button } from './button'
import { IconButton } from './icon-button'
import { useDialog } from './use-dialog'

export interface ModalProps {
  show: boolean
  title: string
  content: ReactNode
  confirmText: string
  cancelText: string
  showConfirm: boolean
  showCancel: boolean
  showClose: boolean
  /** 1: plain. 2: destructive, with a red confirm button. */
  type?: 1 | 2
  /** Duration of the entrance animation, in milliseconds. */
  duration: number
  onAnswer(answer: 'confirm' | 'cancel' | 'close'): void
}

/** Modal dialog. Esc closes it with the result `cancel` if there is the button 取消, otherwise with `close`. */
export function Modal(props: ModalProps) {
  const {
    show,
    title,
    content,
    confirmText,
    cancelText,
    showConfirm,
    showCancel,
    showClose,
    type = 1,
    duration,
  } = props
  const id = useId()
  const dialog = useDialog(show, () => props.onAnswer(showCancel ? 'cancel' : 'close'))
  return (
    <dialog
      {...dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-content`}
      style={{ '--dialog-duration': `${duration}ms` } as CSSProperties}
      className="dialog dialog-modal"
    >
      <div className="relative rounded-sheet bg-card p-5 pt-6">
        <h2 id={`${id}-title`} className="px-6 text-center text-17 font-semibold">
          {title}
        </h2>
        <div id={`${id}-content`} className="mt-3 text-center text-14 whitespace-pre-line text-ink-2">
          {content}
        </div>
        {(showCancel || showConfirm) && (
          <div className="mt-6 flex flex-wrap gap-3">
            {showCancel && (
              <Button kind="plain" className="flex-1" onClick={() => props.onAnswer('cancel')}>
                {cancelText}
              </Button>
            )}
            {showConfirm && (
              <Button
                kind={type === 2 ? 'danger' : 'amber'}
                className="flex-1"
                onClick={() => props.onAnswer('confirm')}
              >
                {confirmText}
              </Button>
            )}
          </div>
        )}
        {showClose && (
          <IconButton
            label="关闭"
            className="absolute top-1 right-1 text-ink-3"
            onClick={() => props.onAnswer('close')}
          >
            <X aria-hidden="true" size={20} />
          </IconButton>
        )}
      </div>
    </dialog>
  )
}
