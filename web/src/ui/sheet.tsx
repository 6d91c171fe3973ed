import { timing } from '@dxx/contract/rules/constants'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'
import { useDialog } from './use-dialog'
import { useSheetDrag } from './use-sheet-drag'

export interface SheetProps {
  open: boolean
  onClose(): void
  title: string
  children: ReactNode
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
  /** True if the content has its own padding. */
  flush?: boolean
}

/** Bottom sheet that can be pulled down to close; a centred dialog on desktop. */
export function Sheet({ open, onClose, title, children, footer, flush }: SheetProps) {
  const id = useId()
  const dialog = useDialog(open, onClose)
  const [isMounted, setIsMounted] = useState(open)
  const content = useRef<HTMLDivElement>(null)
  const { head, style, isDragging } = useSheetDrag(open, dialog.ref, content, onClose)
  /** Whether the last press began on the backdrop. */
  const onBackdrop = useRef(false)

  // Keeps the content until the closing animation has ended; the content is created again when the sheet opens.
  useEffect(() => {
    if (open) return setIsMounted(true)
    const timer = setTimeout(() => setIsMounted(false), timing.popup)
    return () => clearTimeout(timer)
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only clicks on the backdrop close; Esc does the same by keyboard
    <dialog
      {...dialog}
      aria-labelledby={id}
      data-dragging={isDragging || undefined}
      style={style}
      onPointerDown={(event) => {
        onBackdrop.current = event.target === event.currentTarget
      }}
      // Closes only if the press also began on the backdrop: a drag or a text selection that began inside may end on
      // the backdrop.
      onClick={(event) => {
        if (onBackdrop.current && event.target === event.currentTarget) onClose()
      }}
      className="dialog dialog-sheet"
    >
      <div className="pb-safe px-safe flex min-h-0 flex-1 flex-col rounded-t-sheet bg-card desk:rounded-sheet">
        <div {...head} className="shrink-0 touch-none">
          <div className="mx-auto mt-2 h-1 w-9 rounded-full bg-track desk:hidden" />
          <div className="flex min-h-12 items-center justify-between pl-4">
            <h2 id={id} className="text-17 font-semibold">
              {title}
            </h2>
            <IconButton label="关闭" onClick={onClose} className="-outline-offset-2 text-ink-3">
              <X aria-hidden="true" size={20} />
            </IconButton>
          </div>
        </div>
        <div
          ref={content}
          data-dialog-content
          tabIndex={-1}
          className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none', !flush && 'px-4 pb-4')}
        >
          {(open || isMounted) && children}
        </div>
        {footer && <div className="hairline-t flex shrink-0 gap-3 px-4 py-2.5">{footer}</div>}
      </div>
    </dialog>
  )
}
