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
  chosen: HighlightStyle | null
  onStyle(mark: Exclude<HighlightStyle, 'bookmark'>): void
  actions: readonly MenuAction[]
}

const height = 108

/** Menu for a text selection; below the selection if possible, because phones show their own menu above. */
export function SelectionMenu({ box, frame, chosen, onStyle, actions }: SelectionMenuProps) {
  const width = Math.min(348, frame.width - 16)
  const left = Math.max(8, Math.min(frame.width - width - 8, (box.left + box.right) / 2 - frame.left - width / 2))
  const below = box.bottom - frame.top + 14
  const above = box.top - frame.top - height - 14
  const top = below + height < frame.height - 8 ? below : Math.max(8, above)
  const style: CSSProperties = { left, top, width }
  return (
    <div
      role="toolbar"
      aria-label="选中文字的操作"
      style={style}
      // Pressing a button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      className="reader-panel absolute z-30 animate-rise rounded-card p-1.5 shadow-float"
    >
      <div className="flex justify-between">
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
      <div className="flex justify-between">
        {actions.map(({ title, icon, act }) => (
          <button
            key={title}
            type="button"
            onClick={act}
            className="flex min-h-12 flex-1 flex-col items-center justify-center gap-0.5 rounded-item text-11 text-ink-2 hover:bg-fill active:bg-track"
          >
            {icon}
            {title}
          </button>
        ))}
      </div>
    </div>
  )
}
