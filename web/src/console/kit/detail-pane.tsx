import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { useMedia } from '../../ui/use-media'
import { Dialog } from './dialog'
import { KeyLabel } from './key'
import { useShortcut } from './shortcuts'

interface DetailPaneProps {
  open: boolean
  onClose(): void
  title: string
  children: ReactNode
  actions?: ReactNode
}

/** Details of the opened row: beside the list on wide screens, otherwise in a drawer over the list. */
export function DetailPane({ open, onClose, title, children, actions }: DetailPaneProps) {
  const isBeside = useMedia('(min-width: 1200px)')
  const id = useId()
  useShortcut('escape', '关闭详情', onClose, { group: '列表', enabled: open && isBeside })
  if (!isBeside) {
    return (
      <Dialog side open={open} onClose={onClose} title={title} actions={actions}>
        {children}
      </Dialog>
    )
  }
  if (!open) return null
  return (
    <aside
      aria-labelledby={id}
      className="flex w-95 shrink-0 animate-rise flex-col overflow-hidden rounded-card bg-card 2xl:w-105"
    >
      <div className="flex items-center gap-3 px-5 pt-4 pb-2">
        <h2 id={id} className="min-w-0 flex-1 truncate text-15 font-semibold">
          {title}
        </h2>
        <KeyLabel>Esc</KeyLabel>
        <button
          type="button"
          aria-label="关闭详情"
          onClick={onClose}
          className="-mr-1.5 grid size-8 place-items-center rounded-full text-ink-3 hover:bg-fill"
        >
          <X size={18} />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, the keyboard could not scroll the pane */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 pb-4 -outline-offset-2">
        {children}
      </div>
      {actions && <div className="flex flex-wrap gap-2 border-t border-line px-5 py-3">{actions}</div>}
    </aside>
  )
}
