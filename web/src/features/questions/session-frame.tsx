import Bookmark from 'lucide-react/icons/bookmark'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'

export interface PrimaryAction {
  text: string
  running: boolean
  disabled: boolean
  onClick(): void
  /** Smaller button beside the primary one. */
  second?: { text: string; onClick(): void }
}

interface SessionHeaderProps {
  title: string
  onBack(): void
  clock: ReactNode
  at: number
  count: number
  onCard(): void
}

export function SessionHeader({ title, onBack, clock, at, count, onCard }: SessionHeaderProps) {
  return (
    <header className="pt-safe shrink-0 bg-card">
      <div className="desk:mx-auto desk:max-w-288 wide:max-w-338 flex min-h-12 items-center gap-1 px-1">
        <IconButton label="返回" onClick={onBack}>
          <ChevronLeft aria-hidden="true" size={24} />
        </IconButton>
        <h1 className="min-w-0 flex-1 truncate text-15 font-semibold">{title}</h1>
        {clock}
        <IconButton label="答题卡" onClick={onCard} className="desk:hidden">
          <LayoutGrid aria-hidden="true" size={20} />
        </IconButton>
      </div>
      <div aria-hidden="true" className="h-0.75 bg-track">
        <div className="h-full bg-primary transition-[width]" style={{ width: `${((at + 1) / count) * 100}%` }} />
      </div>
    </header>
  )
}

interface CardAsideProps {
  card: ReactNode
  counts: ReactNode
  /** The button that ends the session. */
  children: ReactNode
}

/**
 * Answer card on desktops, beside question and buttons. In the document it comes after them, so that Tab reaches 下一题
 * first. It is at most as high as the window, so that the submit button stays visible.
 */
export function CardAside({ card, counts, children }: CardAsideProps) {
  return (
    <div className="desk:block pointer-events-none absolute inset-x-0 top-13 bottom-0 hidden">
      <div className="relative mx-auto h-full max-w-288 wide:max-w-338">
        <aside
          aria-label="答题卡"
          className="pointer-events-auto absolute top-6 right-4 flex max-h-[calc(100%-3rem)] w-75 flex-col gap-3 rounded-card bg-card p-5"
        >
          <p className="flex items-baseline justify-between">
            <span className="text-15 font-semibold">答题卡</span>
            {counts}
          </p>
          <div className="-mx-1 min-h-0 overflow-y-auto p-1">{card}</div>
          {children}
          <p className="text-12 text-ink-3">← → 换题，数字或字母选选项，Enter 下一题</p>
        </aside>
      </div>
    </div>
  )
}

interface SessionFooterProps {
  at: number
  /** Shown instead of 下一题. */
  primary?: PrimaryAction
  last: number
  go(to: number): void
  flag?: { on: boolean; toggle(): void }
  finishButton: ReactNode
}

export function SessionFooter({ at, last, primary, go, flag, finishButton }: SessionFooterProps) {
  return (
    <footer className="pb-safe hairline-t shrink-0 bg-card">
      <div className="desk:mx-auto desk:max-w-288 wide:max-w-338 desk:pr-85 flex items-center gap-3 px-4 py-2.5">
        {/* Comes first in the document and last on the screen, so that Tab leads from the answer straight to
            下一题. */}
        <div className="order-3 flex-[1.5]">
          {primary ? (
            <Button block loading={primary.running} disabled={primary.disabled} onClick={primary.onClick}>
              {primary.text}
            </Button>
          ) : at === last && finishButton ? (
            finishButton
          ) : (
            <Button block disabled={at === last} onClick={() => go(at + 1)}>
              下一题
            </Button>
          )}
        </div>
        {flag && (
          <button
            type="button"
            aria-pressed={flag.on}
            onClick={flag.toggle}
            className={cx(
              'order-2 flex min-h-11 min-w-11 flex-col items-center justify-center gap-0.5 rounded-item text-11',
              flag.on ? 'text-amber' : 'text-ink-2',
            )}
          >
            <Bookmark aria-hidden="true" size={20} fill={flag.on ? 'currentColor' : 'none'} />
            {flag.on ? '已标记' : '标记'}
          </button>
        )}
        {primary?.second && (
          <Button
            kind="text"
            className="order-2 shrink-0 px-2"
            disabled={primary.running}
            onClick={primary.second.onClick}
          >
            {primary.second.text}
          </Button>
        )}
        <Button kind="line" className="order-1 flex-1" disabled={at === 0} onClick={() => go(at - 1)}>
          上一题
        </Button>
      </div>
    </footer>
  )
}
