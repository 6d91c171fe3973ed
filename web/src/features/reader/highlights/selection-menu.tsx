import type { HighlightStyle } from '@dxx/contract/calls/reading'
import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../../../ui/cx'

export const styleNames: Record<Exclude<HighlightStyle, 'bookmark'>, string> = {
  yellow: '黄色',
  green: '绿色',
  blue: '蓝色',
  pink: '粉色',
  purple: '紫色',
  underline: '下划线',
}
export const drawnStyles = Object.keys(styleNames) as Exclude<HighlightStyle, 'bookmark'>[]

export interface MenuAction {
  title: string
  icon: ReactNode
  act(): void
}

interface SelectionMenuProps {
  /** Bounding box of the selection in the window. */
  box: DOMRect
  /** Bounding box of the reader in the window. */
  frame: DOMRect
  /** In one row on desktops; on phones in two, because touch targets need their width. */
  desktop: boolean
  chosen: HighlightStyle | null
  onStyle(mark: Exclude<HighlightStyle, 'bookmark'>): void
  actions: readonly MenuAction[]
}

/** Space between selection and menu, and between menu and window. */
const gap = 14
const edge = 8

/** Position of the menu in the frame: centred at the selection, on the preferred side of it if there is room. */
export function menuPosition(box: DOMRect, frame: DOMRect, size: { width: number; height: number }, above: boolean) {
  const middle = (box.left + box.right) / 2 - frame.left
  const left = Math.max(edge, Math.min(frame.width - size.width - edge, middle - size.width / 2))
  const over = box.top - frame.top - size.height - gap
  const under = box.bottom - frame.top + gap
  const fitsOver = over >= edge
  const fitsUnder = under + size.height < frame.height - edge
  const top = (above ? fitsOver || !fitsUnder : !fitsUnder) ? Math.max(edge, over) : under
  return { left, top }
}

/**
 * Menu for a text selection. On phones below the selection if possible, because phones show their own menu above; on
 * desktops above, so that it does not cover the text that is read next.
 */
export function SelectionMenu({ box, frame, desktop, chosen, onStyle, actions }: SelectionMenuProps) {
  const inOneRow = 236 + actions.length * 66
  const row = desktop && frame.width >= inOneRow + 2 * edge
  const width = row ? inOneRow : Math.min(348, frame.width - 2 * edge)
  const height = row ? 56 : 108
  const style: CSSProperties = { ...menuPosition(box, frame, { width, height }, row), width }
  return (
    <div
      role="toolbar"
      aria-label="选中文字的操作"
      style={style}
      // Pressing a button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      className={cx(
        'reader-panel absolute z-30 animate-rise rounded-card p-1.5 shadow-float',
        row && 'flex items-center',
      )}
    >
      <div className={cx('flex justify-between', row && 'w-56 shrink-0 border-r border-line pr-1')}>
        {drawnStyles.map((paint) => (
          <button
            key={paint}
            type="button"
            aria-pressed={chosen === paint}
            aria-label={`划线：${styleNames[paint]}`}
            title={styleNames[paint]}
            onClick={() => onStyle(paint)}
            className="grid h-11 flex-1 place-items-center rounded-item"
          >
            <span
              className={cx(
                `reader-swatch reader-swatch-${paint} grid size-6 place-items-center rounded-full`,
                chosen === paint && 'outline-2 outline-offset-2 outline-primary',
              )}
            />
          </button>
        ))}
      </div>
      <div className={cx('flex justify-between', row && 'min-w-0 flex-1 pl-1')}>
        {actions.map(({ title, icon, act }) => (
          <button
            key={title}
            type="button"
            onClick={act}
            className={cx(
              'flex flex-1 items-center justify-center rounded-item text-ink-2 hover:bg-fill active:bg-track',
              row ? 'min-h-11 gap-1 text-12' : 'min-h-12 flex-col gap-0.5 text-11',
            )}
          >
            {icon}
            {title}
          </button>
        ))}
      </div>
    </div>
  )
}
