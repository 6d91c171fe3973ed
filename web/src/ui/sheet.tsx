import { px, timing } from '@dxx/contract/rules/constants'
import X from 'lucide-react/icons/x'
import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'
import { useDialog } from './use-dialog'

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

/** Pull distance in pixels from which releasing closes the sheet. */
const enough = 96

/** Bottom sheet that can be pulled down to close; a centred dialog on desktop. */
export function Sheet({ open, onClose, title, children, footer, flush }: SheetProps) {
  const id = useId()
  const dialog = useDialog(open, onClose)
  const [kept, setKept] = useState(open)
  const [pulled, setPulled] = useState<number | null>(null)
  const from = useRef(0)
  /** Whether the last press began on the backdrop. */
  const onBackdrop = useRef(false)

  // Keeps the content until the closing animation has ended; the content is created again when the sheet opens.
  useEffect(() => {
    if (open) return setKept(true)
    const timer = setTimeout(() => setKept(false), timing.popup)
    return () => clearTimeout(timer)
  }, [open])

  function start(event: PointerEvent) {
    if (!event.isPrimary || window.innerWidth >= px.desktopFrom || (event.target as Element).closest('button')) return
    from.current = event.clientY
    event.currentTarget.setPointerCapture?.(event.pointerId)
    setPulled(0)
  }

  function end(event: PointerEvent) {
    if (pulled === null) return
    setPulled(null)
    if (event.type === 'pointerup' && pulled > enough) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only clicks on the backdrop close; Esc does the same by keyboard
    <dialog
      {...dialog}
      aria-labelledby={id}
      data-dragging={pulled !== null || undefined}
      style={pulled === null ? undefined : { transform: `translateY(${pulled}px)` }}
      onPointerDown={(event) => {
        onBackdrop.current = event.target === event.currentTarget
      }}
      // The press must also have begun on the backdrop: a drag or a text selection that began inside may end here too.
      onClick={(event) => {
        if (onBackdrop.current && event.target === event.currentTarget) onClose()
      }}
      className="dialog dialog-sheet"
    >
      <div className="pb-safe px-safe flex min-h-0 flex-1 flex-col rounded-t-sheet bg-card desk:rounded-sheet">
        <div
          onPointerDown={start}
          onPointerMove={(event) => pulled !== null && setPulled(Math.max(0, event.clientY - from.current))}
          onPointerUp={end}
          onPointerCancel={end}
          className="shrink-0 touch-none"
        >
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
          data-dialog-content
          tabIndex={-1}
          className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none', !flush && 'px-4 pb-4')}
        >
          {(open || kept) && children}
        </div>
        {footer && <div className="hairline-t flex shrink-0 gap-3 px-4 py-2.5">{footer}</div>}
      </div>
    </dialog>
  )
}
