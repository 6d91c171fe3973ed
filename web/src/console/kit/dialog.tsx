import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { cx } from '../../ui/cx'
import { useDialog } from '../../ui/use-dialog'
import { DialogContext, useOpenDialog } from './open-dialogs'

export interface DialogProps {
  open: boolean
  onClose(): void
  title: string
  /** Explanation under the title. */
  note?: ReactNode
  children: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
  /** Opens at the right edge instead of in the middle. */
  side?: boolean
  wide?: boolean
}

/** Modal dialog of the console: in the middle or at the right edge; on phones at the bottom. */
export function Dialog({ open, onClose, title, note, children, actions, side, wide }: DialogProps) {
  const id = useId()
  const dialog = useDialog(open, onClose)
  useOpenDialog(dialog.ref, open)
  return (
    <dialog
      {...dialog}
      aria-labelledby={id}
      className={cx('dialog', side ? 'console-drawer' : 'console-dialog', wide && 'console-dialog-wide')}
    >
      {/* The content of a closed dialog is unmounted, so that it has no old state when the dialog opens again. */}
      {open && (
        <div className="pb-safe flex max-h-full min-h-0 min-w-0 flex-1 flex-col bg-card text-13">
          <div className="flex items-start gap-3 px-5 pt-4 pb-2">
            <div className="min-w-0 flex-1">
              <h2 id={id} className={side ? 'text-17 font-semibold' : 'text-15 font-semibold'}>
                {title}
              </h2>
              {note && <p className="text-ink-2">{note}</p>}
            </div>
            <button
              type="button"
              aria-label="关闭"
              onClick={onClose}
              className="tap -mr-1.5 grid size-8 place-items-center rounded-full text-ink-3 hover:bg-fill"
            >
              <X size={18} />
            </button>
          </div>
          <div
            data-dialog-content
            tabIndex={-1}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-4 outline-none"
          >
            <DialogContext value={dialog.ref}>{children}</DialogContext>
          </div>
          {actions && (
            <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 max-desk:*:flex-1">
              <DialogContext value={dialog.ref}>{actions}</DialogContext>
            </div>
          )}
        </div>
      )}
    </dialog>
  )
}
